/* test_nodes_deals.c: deals among people who are connected to different nodes, and tables
 * whose host is gone. */
#include "nodes.h"
#include "dealing.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static Person ada, ben;
static char code[CODE_ROOM];
static Tab *host, *guest; /* at nodes 0 and 1 */

static void open_table(void)
{
    nodes_open();
    ada = person_new(nodes[0], "Ada");
    ben = person_new(nodes[1], "Ben");
    table_new(nodes[0], &ada, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"],"
              "\"public\":true,\"sit_in\":\"random\"}");
    host = tab_open(nodes[0], &ada);
    guest = tab_open(nodes[1], &ben);
    tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
}

static void close_table(void)
{
    tab_close(host);
    tab_close(guest);
    nodes_close();
}

TestSuite(nodes_deals, .init = open_table, .fini = close_table, .timeout = 120);

/* Node 0 knows that Ben is connected to node 1. */
static void wait_for_guest(void)
{
    const Json *seat;

    do {
        seat = entry_at(json_at(tab_wait_for(host, "table"), "seats"), 1);
    } while (strcmp(text_at(seat, "who"), "person") != 0 || !is_at(seat, "here"));
}

/* Both have committed, and the host has started. */
typedef struct Pair {
    Client first, second;
    Deal list;
} Pair;

static Pair start_deal(void)
{
    Deal deal = ask_deal(nodes[2], &ada, code);
    Pair pair = { client_of(host, &deal, 0, 0x11), client_of(guest, &deal, 1, 0x22), deal };

    wait_for_guest();
    client_commit(&pair.first);
    client_commit(&pair.second);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    pair.list = deal_of(wait_for_stage(guest, "revealing"));
    cr_expect_eq(deal_committed(&pair.list), seat_bit(0) | seat_bit(1));
    return pair;
}

static void expect_proved(const Pair *pair)
{
    tab_must(host, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    tab_stand(guest, code);
    const Json *first = json_at(wait_for_state(host, "over"), "deal");
    const Json *second = json_at(wait_for_state(guest, "over"), "deal");
    cr_expect_str_eq(text_at(first, "secret"), text_at(second, "secret"));
    DealKept kept = kept_by(&pair->first, &pair->list, 1);
    expect_verdict(nodes[2], &ada, code, &kept, "proved");
    kept = kept_by(&pair->second, &pair->list, 1);
    expect_verdict(nodes[2], &ben, code, &kept, "proved");
}

Test(nodes_deals, are_proved_to_clients_at_different_nodes)
{
    Pair pair = start_deal();

    client_reveal(&pair.second);
    Answer answer = ask_table(nodes[0], &ada, code, "");
    cr_expect_null(strstr(answer.reply.body.bytes, pair.second.hex));
    answer_free(&answer);
    client_reveal(&pair.first);
    Deal first = deal_of(wait_for_stage(host, "dealt"));
    Deal second = deal_of(wait_for_stage(guest, "dealt"));
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
    cr_expect_eq(deal_missing(&first), 0);
    expect_proved(&pair);
}

/* Two nodes write to the row at the same time: both parts count. */
Test(nodes_deals, take_what_two_nodes_write_at_the_same_time)
{
    Deal deal = ask_deal(nodes[2], &ada, code);
    Pair pair = { client_of(host, &deal, 0, 0x11), client_of(guest, &deal, 1, 0x22), deal };
    Client *clients[] = { &pair.first, &pair.second };

    wait_for_guest();
    for (int i = 0; i < 2; i++)
        tab_send(clients[i]->tab,
                 "{\"do\":\"commit\",\"table\":\"%s\",\"commitment\":\"%s\",\"id\":5}",
                 code, clients[i]->commitment);
    for (int i = 0; i < 2; i++)
        tab_wait_for(clients[i]->tab, "ok");
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    pair.list = deal_of(wait_for_stage(guest, "revealing"));
    for (int i = 0; i < 2; i++)
        tab_send(clients[i]->tab,
                 "{\"do\":\"reveal\",\"table\":\"%s\",\"bytes\":\"%s\",\"id\":6}", code,
                 clients[i]->hex);
    for (int i = 0; i < 2; i++)
        tab_wait_for(clients[i]->tab, "ok");
    ask_until(nodes[2], &ada, code, "playing");
    expect_proved(&pair);
}

/* The node of the host dies while clients reveal, and nobody watches elsewhere. */
Test(nodes_deals, are_finished_by_another_node)
{
    Pair pair = start_deal();

    client_reveal(&pair.first);
    tab_close(guest);
    house_end(nodes[0], SIGKILL);
    house_end(nodes[1], SIGKILL);
    ask_until(nodes[2], &ada, code, "playing");
    house_begin(nodes[0]);
    house_begin(nodes[1]);
    guest = tab_open(nodes[1], &ben);
    Deal dealt = ask_deal(nodes[2], &ada, code);
    cr_expect_arr_eq(dealt.shares[0].bytes, pair.first.bytes, SEED_BYTES);
    cr_expect_eq(deal_missing(&dealt), seat_bit(1));
}

/* All of them die. */
Test(nodes_deals, are_finished_by_nodes_that_start_again)
{
    Pair pair = start_deal();

    client_reveal(&pair.second);
    for (int i = 0; i < NODES; i++)
        house_end(nodes[i], SIGKILL);
    house_begin(nodes[2]);
    ask_until(nodes[2], &ada, code, "playing");
    Deal dealt = ask_deal(nodes[2], &ada, code);
    cr_expect_arr_eq(dealt.commitment, pair.list.commitment, SEED_BYTES);
    cr_expect_eq(deal_missing(&dealt), seat_bit(0));
    house_begin(nodes[0]);
    house_begin(nodes[1]);
}

/* ------------------------------------------------------------------------- */
/* Hosts                                                                     */
/* ------------------------------------------------------------------------- */

Test(nodes_deals, tables_of_a_host_who_is_deleted_are_handed_over_at_every_node)
{
    wait_for_guest();
    must_ask(nodes[2], &ada, "/api/1/delete", "{}");
    while (!is_at(tab_wait_for(guest, "table"), "host"))
        ;
    while (strcmp(text_at(entry_at(json_at(guest->json, "seats"), 0), "who"), "open") != 0)
        tab_wait_for(guest, "table");
    tab_must(guest, "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":0,\"who\":\"easy\"}", code);
    Answer answer = ask_table(nodes[2], &ben, code, "");
    cr_expect(is_at(answer.json, "host"));
    answer_free(&answer);
    /* Nobody else sits there now. */
    must_ask(nodes[0], &ben, "/api/1/delete", "{}");
    ask_until_gone(nodes[2], code);
}

/* test_deals.c: deals that can be checked, over real sockets: who commits, who reveals,
 * what the save proves, and clients that cheat. What a server could do is in
 * tests/play/test_deal.c. */
#include "dealing.h"

#include "wire/deal_json.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static House *house;
static Person ada, ben;
static char code[CODE_ROOM];
static Tab *host, *guest;

static void start(void)
{
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
}

static Deal deal_now(void)
{
    return ask_deal(house, &ada, code);
}

static Client client_at(Tab *tab, int seat, uint8_t byte)
{
    Deal deal = deal_now();

    return client_of(tab, &deal, seat, byte);
}

/* Ada opens a table for two and watches it; Ben sits down. */
static void open_table(void)
{
    table_new(house, &ada, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"],"
              "\"public\":true,\"sit_in\":\"random\"}");
    host = tab_open(house, &ada);
    guest = tab_open(house, &ben);
    tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
}

static void open_house(void)
{
    house = house_open(HOUSE_OPEN);
    ada = person_new(house, "Ada");
    ben = person_new(house, "Ben");
    open_table();
}

static void close_house(void)
{
    tab_close(host);
    tab_close(guest);
    house_close(house);
}

TestSuite(deals, .init = open_house, .fini = close_house);

/* Both leave their seats to bots, which play to the end. */
static void play_to_the_end(void)
{
    tab_must(host, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    wait_for_state(host, "over");
}

static void expect_kept(const Client *client, const Deal *list, int is_acknowledged,
                        const char *verdict)
{
    DealKept kept = kept_by(client, list, is_acknowledged);

    expect_verdict(house, &ada, code, &kept, verdict);
}

/* ------------------------------------------------------------------------- */
/* Honest                                                                    */
/* ------------------------------------------------------------------------- */

/* Two clients commit, and the table starts: the list that the guest receives. */
static Deal commit_and_start(Client *one, Client *two)
{
    client_commit(one);
    client_commit(two);
    start();
    return deal_of(wait_for_stage(guest, "revealing"));
}

Test(deals, are_proved_to_each_client_that_took_part)
{
    Client first = client_at(host, 0, 0x11), second = client_at(guest, 1, 0x22);
    Deal list = commit_and_start(&first, &second);

    cr_expect_eq(deal_committed(&list), seat_bit(0) | seat_bit(1));
    client_reveal(&second);
    /* What is revealed is not shown before all are in. */
    Answer answer = ask_table(house, &ada, code, "");
    cr_expect_str_eq(text_at(answer.json, "state"), "open");
    cr_expect_null(strstr(answer.reply.body.bytes, second.hex));
    answer_free(&answer);
    client_reveal(&first);
    cr_expect_str_eq(text_at(wait_for_stage(guest, "dealt"), "state"), "playing");
    Deal dealt = deal_now();
    cr_expect_arr_eq(dealt.shares[1].bytes, second.bytes, SEED_BYTES);
    play_to_the_end();
    expect_kept(&first, &list, 1, "proved");
    expect_kept(&second, &list, 1, "proved");
    expect_verdict(house, &ada, code, NULL, "holds");
}

Test(deals, have_a_secret_only_when_the_game_is_over)
{
    Client first = client_at(host, 0, 0x11);

    Answer answer = ask_table(house, &ada, code, "");
    cr_expect_null(json_get(json_at(answer.json, "deal"), "secret"));
    answer_free(&answer);
    client_commit(&first);
    start();
    client_reveal(&first);
    wait_for_stage(guest, "dealt");
    answer = ask_table(house, &ada, code, "");
    cr_expect_str_eq(text_at(answer.json, "state"), "playing");
    cr_expect_null(strstr(answer.reply.body.bytes, "secret"));
    cr_expect_null(strstr(answer.reply.body.bytes, "seed"));
    answer_free(&answer);
    play_to_the_end();
    answer = ask_table(house, &ada, code, "");
    Deal deal = deal_of(answer.json);
    uint8_t secret[SEED_BYTES], seed[SEED_BYTES], expected[SEED_BYTES];
    Fault fault = { 0 };
    cr_assert(bytes_read(json_at(answer.json, "deal"), "secret", secret, &fault));
    cr_assert(bytes_read(answer.json, "seed", seed, &fault));
    deal_seed(&deal, secret, expected);
    cr_expect_arr_eq(seed, expected, SEED_BYTES);
    deal_commitment(code, secret, expected);
    cr_expect_arr_eq(deal.commitment, expected, SEED_BYTES);
    answer_free(&answer);
}

static void expect_secret(const Json *table)
{
    uint8_t secret[SEED_BYTES], expected[SEED_BYTES];
    Deal deal = deal_of(table);
    Fault fault = { 0 };

    cr_assert(bytes_read(json_at(table, "deal"), "secret", secret, &fault), "%s",
              fault.sentence);
    deal_commitment(code, secret, expected);
    cr_expect_arr_eq(deal.commitment, expected, SEED_BYTES);
}

Test(deals, show_their_secret_over_the_websocket_when_the_game_is_over)
{
    Client first = client_at(host, 0, 0x11);

    client_commit(&first);
    start();
    wait_for_stage(guest, "revealing");
    cr_expect_null(json_get(json_at(guest->json, "deal"), "secret"));
    client_reveal(&first);
    wait_for_stage(guest, "dealt");
    cr_expect_null(strstr(guest->ws.message.bytes, "secret"));
    tab_must(host, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    tab_stand(guest, code);
    expect_secret(wait_for_state(guest, "over"));
    /* Also after the table was read from the database again. */
    house_end(house, SIGTERM);
    house_begin(house);
    Tab *late = tab_open(house, NULL);
    tab_must(late, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    expect_secret(late->json);
    tab_close(late);
}

Test(deals, of_clients_that_know_nothing_of_them_begin_at_once)
{
    start();
    cr_expect_str_eq(text_at(wait_for_stage(guest, "dealt"), "state"), "playing");
    tab_wait_for(guest, "update");
    play_to_the_end();
    expect_verdict(house, &ada, code, NULL, "unshared");
}

Test(deals, leave_out_who_has_committed_and_is_gone)
{
    Client first = client_at(host, 0, 0x11), second = client_at(guest, 1, 0x22);

    client_commit(&first);
    client_commit(&second);
    tab_close(guest);
    guest = tab_open(house, &ben); /* connected, but not at the table */
    for (;;) {                     /* until the server has noticed */
        const Json *table = tab_wait_for(host, "table");
        if (!is_at(entry_at(json_at(table, "seats"), 1), "here"))
            break;
    }
    start();
    Deal list = deal_of(wait_for_stage(host, "revealing"));
    cr_expect_eq(deal_committed(&list), seat_bit(0));
    client_reveal(&first);
    wait_for_stage(host, "dealt");
    play_to_the_end();
    expect_kept(&first, &list, 1, "proved");
    expect_kept(&second, &list, 0, "left-out");
}

Test(deals, of_a_rematch_are_new)
{
    Client first = client_at(host, 0, 0x11);
    Deal old = deal_now();

    client_commit(&first);
    start();
    client_reveal(&first);
    play_to_the_end();
    tab_must(host, "{\"do\":\"rematch\",\"table\":\"%s\"}", code);
    Answer answer = ask_table(house, &ada, code, "");
    snprintf(code, sizeof code, "%s", text_at(answer.json, "next"));
    answer_free(&answer);
    Deal next = deal_now();
    cr_expect_neq(memcmp(old.commitment, next.commitment, SEED_BYTES), 0);
    cr_expect_eq(deal_committed(&next), 0);
}

Test(deals, survive_a_crash_between_commitment_and_reveal)
{
    Client first = client_at(host, 0, 0x11), second = client_at(guest, 1, 0x22);
    Deal list = commit_and_start(&first, &second);

    client_reveal(&first);
    house_end(house, SIGKILL);
    tab_close(host);
    tab_close(guest);
    house_begin(house);
    host = tab_open(house, &ada);
    guest = tab_open(house, &ben);
    first.tab = host;
    second.tab = guest;
    tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    Deal again = deal_now();
    cr_expect_arr_eq(again.commitment, list.commitment, SEED_BYTES);
    /* It is dealt without the second, whose time runs out. */
    house_move_clock(house, 5000);
    wait_for_stage(host, "dealt");
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    play_to_the_end();
    expect_kept(&first, &list, 1, "proved");
    expect_kept(&second, &list, 0, "left-out");
}

/* Nobody watches after the crash. */
Test(deals, go_on_by_themselves_after_a_crash)
{
    Client first = client_at(host, 0, 0x11), second = client_at(guest, 1, 0x22);
    Deal list = commit_and_start(&first, &second);

    client_reveal(&first);
    house_end(house, SIGKILL);
    house_begin(house);
    ask_until(house, &ada, code, "playing");
    Deal dealt = deal_now();
    cr_expect_arr_eq(dealt.commitment, list.commitment, SEED_BYTES);
    cr_expect_arr_eq(dealt.shares[0].bytes, first.bytes, SEED_BYTES);
    cr_expect_eq(deal_missing(&dealt), seat_bit(1));
}

/* A player leaves the server after the commitments; the other one stays. The seat keeps
 * its player until the cards are dealt; then a bot plays. */
static void expect_game_without(const Person *who, const char *leaves, Tab *stays, int seat)
{
    Client clients[] = { client_at(host, 0, 0x11), client_at(guest, 1, 0x22) };

    client_commit(&clients[0]);
    client_commit(&clients[1]);
    start();
    wait_for_stage(stays, "revealing");
    must_ask(house, who, leaves, "{}");
    client_reveal(&clients[1 - seat]);
    wait_for_state(stays, "playing");
    while (!is_at(entry_at(json_at(stays->json, "seats"), seat), "away"))
        tab_wait_for(stays, "table");
    tab_stand(stays, code);
    wait_for_state(stays, "over");
}

Test(deals, go_on_without_a_guest_who_logs_out_meanwhile)
{
    expect_game_without(&ben, "/api/1/logout", host, 1);
}

Test(deals, go_on_without_a_host_who_deletes_the_account_meanwhile)
{
    expect_game_without(&ada, "/api/1/delete", guest, 0);
}

/* ------------------------------------------------------------------------- */
/* Attackers                                                                 */
/* ------------------------------------------------------------------------- */

Test(deals, a_client_that_never_reveals_is_named_and_holds_nobody_up)
{
    Client first = client_at(host, 0, 0x11), second = client_at(guest, 1, 0x22);
    Deal list = commit_and_start(&first, &second);

    client_reveal(&first);
    house_move_clock(house, 4100);
    cr_expect_str_eq(text_at(wait_for_stage(guest, "dealt"), "state"), "playing");
    /* A client that reveals late: the deal stays as it is. */
    client_must_not_reveal(&second, "not-open");
    Deal dealt = deal_now();
    cr_expect_eq(deal_missing(&dealt), seat_bit(1));
    play_to_the_end();
    expect_kept(&first, &list, 1, "proved");
    expect_kept(&second, &list, 0, "left-out");
}

Test(deals, a_client_that_commits_twice_is_held_to_the_last_one_before_the_start)
{
    Client first = client_at(host, 0, 0x11), second = client_at(host, 0, 0x33);
    Deal list = commit_and_start(&first, &second);

    client_must_not_commit(&first, "not-open");
    client_must_not_reveal(&first, "bad-request");
    Deal again = deal_now();
    cr_expect_arr_eq(again.shares[0].commitment, list.shares[0].commitment, SEED_BYTES);
    client_reveal(&second);
    client_reveal(&second); /* the same once more is acknowledged, and changes nothing */
    play_to_the_end();
    expect_kept(&second, &list, 1, "proved");
    expect_kept(&first, &list, 1, "broken");
}

/* The same save without the lines of its proof, as of a game that has none. */
static void remove_proof(char *save)
{
    save[strlen("roundhouse save ")] = '1';
    for (char *line; (line = strstr(save, "\ndeal ")) != NULL;) {
        const char *next = strchr(line + 1, '\n');
        memmove(line, next, strlen(next) + 1);
    }
}

Test(deals, a_server_that_reveals_its_secret_late_or_never_is_found_out)
{
    Client first = client_at(host, 0, 0x11);

    client_commit(&first);
    start();
    Deal list = deal_of(wait_for_stage(guest, "revealing"));
    client_reveal(&first);
    play_to_the_end();
    DealKept kept = kept_by(&first, &list, 1);
    Answer answer = ask_table(house, &ada, code, "/save");
    char *save = answer.reply.body.bytes;
    cr_expect_str_eq(verdict_of(save, strlen(save), &kept), "proved");
    remove_proof(save);
    cr_expect_str_eq(verdict_of(save, strlen(save), &kept), "broken");
    cr_expect_str_eq(verdict_of(save, strlen(save), NULL), "none");
    answer_free(&answer);
}

Test(deals, nobody_commits_or_reveals_for_another_seat)
{
    Client first = client_at(host, 0, 0x11), copy = first,
           stranger = client_at(NULL, 0, 0x22);
    Person cleo = person_new(house, "Cleo");

    stranger.tab = tab_open(house, &cleo);
    client_must_not_commit(&stranger, "not-allowed");
    client_commit(&first);
    client_must_not_reveal(&first, "not-playing");
    /* Ben copies Ada's commitment, and cannot reveal it. */
    copy.tab = guest;
    client_commit(&copy);
    start();
    wait_for_stage(guest, "revealing");
    client_reveal(&first);
    client_must_not_reveal(&copy, "bad-request");
    copy.tab = stranger.tab;
    client_must_not_reveal(&copy, "not-allowed");
    tab_close(stranger.tab);
}

Test(deals, nothing_else_changes_while_clients_reveal)
{
    Client first = client_at(host, 0, 0x11);

    client_commit(&first);
    start();
    tab_must_not(host, "not-open", "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_must_not(host, "not-open", "{\"do\":\"close\",\"table\":\"%s\"}", code);
    tab_must_not(host, "not-open",
                 "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"who\":\"easy\"}", code);
    tab_must_not(guest, "not-open", "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    tab_must_not(guest, "not-open", "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    client_reveal(&first);
    cr_expect_str_eq(text_at(wait_for_stage(guest, "dealt"), "state"), "playing");
}

Test(deals, malformed_messages_change_nothing)
{
    static const char *const WRONG[] = {
        "\"do\":\"commit\"",
        "\"do\":\"commit\",\"commitment\":7",
        "\"do\":\"commit\",\"commitment\":\"00\"",
        "\"do\":\"commit\",\"commitment\":\"zz\"",
        "\"do\":\"commit\",\"commitment\":\"\",\"seat\":0",
        "\"do\":\"reveal\"",
        "\"do\":\"reveal\",\"bytes\":[]",
        "\"do\":\"reveal\",\"bytes\":\"00\"",
    };

    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        tab_must_not(host, "bad-request", "{\"table\":\"%s\",%s}", code, WRONG[i]);
    Deal deal = deal_now();
    cr_expect_eq(deal_committed(&deal), 0);
}

/* Somebody else sits down where one has committed: the commitment does not count. */
Test(deals, a_commitment_goes_with_its_player)
{
    Client second = client_at(guest, 1, 0x22);
    Person cleo = person_new(house, "Cleo");
    Tab *other = tab_open(house, &cleo);

    client_commit(&second);
    Deal open = deal_now();
    cr_expect_eq(deal_committed(&open), seat_bit(1));
    tab_must(guest, "{\"do\":\"stand\",\"table\":\"%s\"}", code);
    open = deal_now();
    cr_expect_eq(deal_committed(&open), 0, "nobody sits there");
    tab_must(other, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(other, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    start();
    Deal deal = deal_of(wait_for_stage(other, "dealt"));
    cr_expect_eq(deal_committed(&deal), 0);
    tab_close(other);
}

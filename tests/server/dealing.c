/* dealing.c: clients that take part in a deal, over real sockets. */
#include "dealing.h"

#include "wire/deal_json.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void to_hex(const uint8_t bytes[SEED_BYTES], char hex[HEX_ROOM])
{
    for (int i = 0; i < SEED_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

Answer ask_table(const House *house, const Person *who, const char *code, const char *rest)
{
    char path[64];

    snprintf(path, sizeof path, "/api/1/tables/%s%s", code, rest);
    return ask(house, who, path, NULL);
}

Deal deal_of(const Json *table)
{
    Deal deal = { .table = "" };
    DealStage stage;
    Fault fault = { 0 };

    snprintf(deal.table, sizeof deal.table, "%s", text_at(table, "table"));
    cr_assert(deal_read(json_at(table, "deal"), &deal, &stage, &fault), "%s",
              fault.sentence);
    return deal;
}

Deal ask_deal(const House *house, const Person *who, const char *code)
{
    Answer answer = ask_table(house, who, code, "");
    Deal deal = deal_of(answer.json);

    answer_free(&answer);
    return deal;
}

const Json *wait_for_stage(Tab *tab, const char *stage)
{
    for (;;) {
        const Json *table = tab_wait_for(tab, "table");
        if (strcmp(text_at(json_at(table, "deal"), "stage"), stage) == 0)
            return table;
    }
}

const Json *wait_for_state(Tab *tab, const char *state)
{
    for (;;) {
        const Json *table = tab_wait_for(tab, "table");
        if (strcmp(text_at(table, "state"), state) == 0)
            return table;
    }
}

/* `state` NULL: the table is not there any more. */
static int is_in_state(const House *house, const Person *who, const char *code,
                       const char *state)
{
    Answer answer = ask_table(house, who, code, "");
    int is_so = state == NULL ? answer.status == 404
                              : answer.status == 200
                                    && strcmp(text_at(answer.json, "state"), state) == 0;

    answer_free(&answer);
    return is_so;
}

void ask_until(const House *house, const Person *who, const char *code, const char *state)
{
    enum { PAUSE_MS = 50 };

    for (int i = 0; i < PATIENCE_MS / PAUSE_MS; i++) {
        if (is_in_state(house, who, code, state))
            return;
        usleep(PAUSE_MS * 1000);
    }
    cr_assert_fail("the table is not %s", state == NULL ? "gone" : state);
}

void ask_until_gone(const House *house, const char *code)
{
    ask_until(house, NULL, code, NULL);
}

/* ------------------------------------------------------------------------- */
/* Clients                                                                   */
/* ------------------------------------------------------------------------- */

Client client_of(Tab *tab, const Deal *deal, int seat, uint8_t byte)
{
    Client client = { .tab = tab, .seat = seat };
    uint8_t commitment[SEED_BYTES];

    snprintf(client.code, sizeof client.code, "%s", deal->table);
    memset(client.bytes, byte, SEED_BYTES);
    deal_share_commitment(deal, seat, client.bytes, commitment);
    to_hex(client.bytes, client.hex);
    to_hex(commitment, client.commitment);
    return client;
}

void client_commit(const Client *client)
{
    tab_must(client->tab, "{\"do\":\"commit\",\"table\":\"%s\",\"commitment\":\"%s\"}",
             client->code, client->commitment);
}

void client_must_not_commit(const Client *client, const char *error)
{
    tab_must_not(client->tab, error,
                 "{\"do\":\"commit\",\"table\":\"%s\",\"commitment\":\"%s\"}", client->code,
                 client->commitment);
}

void client_reveal(const Client *client)
{
    tab_must(client->tab, "{\"do\":\"reveal\",\"table\":\"%s\",\"bytes\":\"%s\"}",
             client->code, client->hex);
}

void client_must_not_reveal(const Client *client, const char *error)
{
    tab_must_not(client->tab, error,
                 "{\"do\":\"reveal\",\"table\":\"%s\",\"bytes\":\"%s\"}", client->code,
                 client->hex);
}

/* ------------------------------------------------------------------------- */
/* The check                                                                 */
/* ------------------------------------------------------------------------- */

DealKept kept_by(const Client *client, const Deal *list, int is_acknowledged)
{
    DealKept kept = { .deal = *list,
                      .has_list = 1,
                      .seat = client->seat,
                      .is_acknowledged = is_acknowledged };

    memcpy(kept.bytes, client->bytes, SEED_BYTES);
    return kept;
}

const char *verdict_of(const char *save, size_t length, const DealKept *kept)
{
    static SaveCheck result;
    static DealMemory memory;
    Fault fault = { 0 };

    if (kept != NULL)
        memory.kept = *kept;
    cr_assert(save_check(save, length, kept == NULL ? NULL : &memory, &result, &fault),
              "%s", fault.sentence);
    return save_check_verdict(&result);
}

void expect_verdict(const House *house, const Person *who, const char *code,
                    const DealKept *kept, const char *verdict)
{
    Answer answer = ask_table(house, who, code, "/save");

    cr_assert_eq(answer.status, 200);
    cr_expect_str_eq(verdict_of(answer.reply.body.bytes, answer.reply.body.length, kept),
                     verdict);
    answer_free(&answer);
}

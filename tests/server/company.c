/* company.c: players and spectators at tables of all nodes. */
#include "company.h"

#include "load/crowd.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUESTS = LEDGER_READERS, UNDO_ONCE_IN = 24, CHAT_ONCE_IN = 24 };

/* Ids of chat messages start here; the id of a move is the number of its entry. */
static const long CHAT_IDS = 1000000000;

static const int64_t MILLISECOND = 1000000, PATIENCE = 30000000000;

typedef struct Guest {
    Person who;  /* empty for a spectator */
    int is_here; /* 0: a bot has the seat */
    Tab *tab;
    int node;
    int64_t retry_at;                /* when to reconnect or watch again; 0: no need */
    long wants;                      /* number of the entry that it tries to add */
    char action[LEDGER_ACTION_ROOM]; /* empty: undo */
} Guest;

typedef struct CompanyTable {
    char code[CODE_ROOM];
    Ledger *ledger;
    Guest guests[GUESTS];
    long last_bot_entry; /* the last entry of a bot that any reader received */
    int is_over;
} CompanyTable;

typedef struct Offer {
    const char *game, *other; /* the other seat: open, or the level of a bot */
} Offer;

static const Offer OFFERS[COMPANY_TABLES] = {
    { "freight-train", "open" },   { "station-master", "open" }, { "take-a-train", "open" },
    { "freight-train", "greedy" }, { "station-master", "open" }, { "take-a-train", "easy" },
    { "freight-train", "open" },
};

static CompanyTable tables[COMPANY_TABLES];
static LedgerCounts counts; /* sums over finished games */
static Store *store;
static Rng rng;
static int is_avoided[NODES];
static long moves, chat_sent;
static Text acked_chat; /* chat lines acknowledged with ok, as SQL rows */

uint32_t company_chance(uint32_t below)
{
    return rng_below(&rng, below);
}

/* ------------------------------------------------------------------------- */
/* Connecting                                                                */
/* ------------------------------------------------------------------------- */

static void retry_in(Guest *guest, int64_t milliseconds)
{
    guest->retry_at = crowd_now() + milliseconds * MILLISECOND;
}

static void leave(Guest *guest)
{
    if (guest->tab != NULL)
        tab_close(guest->tab);
    guest->tab = NULL;
    guest->wants = 0;
    retry_in(guest, 0);
}

static void watch(CompanyTable *table, Guest *guest)
{
    char since[32] = "";
    char text[96];

    guest->retry_at = 0;
    if (rng_below(&rng, 2))
        snprintf(since, sizeof since, ",\"since\":%ld", ledger_last(table->ledger));
    snprintf(text, sizeof text, "{\"do\":\"watch\",\"table\":\"%s\"%s}", table->code,
             since);
    ws_send_text(&guest->tab->ws, text);
}

/* Connects to a random node. */
static void come_in(CompanyTable *table, Guest *guest)
{
    const Person *who = guest == &table->guests[LEDGER_SPECTATOR] ? NULL : &guest->who;

    do
        guest->node = (int)rng_below(&rng, NODES);
    while (is_avoided[guest->node]);
    guest->tab = tab_try(nodes[guest->node], who);
    if (guest->tab != NULL)
        watch(table, guest);
    else
        retry_in(guest, 50);
}

static void come_back(CompanyTable *table, Guest *guest)
{
    if (!guest->is_here || guest->retry_at == 0 || crowd_now() < guest->retry_at)
        return;
    if (guest->tab == NULL)
        come_in(table, guest);
    else
        watch(table, guest);
}

static void open_table(CompanyTable *table, const Offer *offer)
{
    int is_open = strcmp(offer->other, "open") == 0;
    Guest *host = &table->guests[0], *other = &table->guests[1];
    Answer answer = ask(nodes[rng_below(&rng, NODES)], &host->who, "/api/1/tables",
                        "{\"game\":\"%s\",\"seats\":[\"me\",\"%s\"],\"public\":true}",
                        offer->game, offer->other);

    cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
    snprintf(table->code, sizeof table->code, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
    table->ledger = ledger_new();
    table->is_over = 0;
    table->last_bot_entry = 0;
    for (int i = 0; i < GUESTS; i++) {
        Guest *guest = &table->guests[i];
        guest->is_here = guest != other || is_open;
        leave(guest);
        come_back(table, guest);
        cr_assert(!guest->is_here || guest->tab != NULL, "a node lets nobody in");
    }
    if (is_open)
        tab_must(other->tab, "{\"do\":\"sit\",\"table\":\"%s\"}", table->code);
    tab_must(host->tab, "{\"do\":\"start\",\"table\":\"%s\"}", table->code);
    /* Updates that arrived meanwhile were skipped: watch again. */
    for (int i = 0; i < GUESTS; i++)
        retry_in(&table->guests[i], 0);
}

void company_renew(void)
{
    for (int i = 0; i < COMPANY_TABLES; i++) {
        if (!tables[i].is_over)
            continue;
        ledger_check(tables[i].ledger, store, tables[i].code, &counts);
        ledger_free(tables[i].ledger);
        open_table(&tables[i], &OFFERS[i]);
    }
}

void company_open(uint64_t chance)
{
    Fault fault = { 0 };

    rng_seed(&rng, chance);
    cr_assert_eq(store_open(database(), &store, &fault), STORE_OK, "%s", fault.sentence);
    for (int i = 0; i < COMPANY_TABLES; i++) {
        tables[i].guests[0].who = person_new(nodes[0], "Ada");
        tables[i].guests[1].who = person_new(nodes[1], "Ben");
        open_table(&tables[i], &OFFERS[i]);
    }
}

void company_close(void)
{
    for (int i = 0; i < COMPANY_TABLES; i++) {
        for (int k = 0; k < GUESTS; k++)
            leave(&tables[i].guests[k]);
        ledger_free(tables[i].ledger);
    }
    text_free(&acked_chat);
    store_free(store);
}

void company_avoid_node(int node)
{
    is_avoided[node] = 1;
    for (int i = 0; i < COMPANY_TABLES * GUESTS; i++) {
        Guest *guest = &tables[i / GUESTS].guests[i % GUESTS];
        if (guest->node == node && i % GUESTS != LEDGER_SPECTATOR)
            leave(guest);
    }
}

void company_return_to_node(int node)
{
    is_avoided[node] = 0;
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

/* Every chat line has a different text. */
static void chat(CompanyTable *table, Guest *guest)
{
    char text[160];

    snprintf(text, sizeof text,
             "{\"id\":%ld,\"do\":\"chat\",\"table\":\"%s\",\"text\":\"line %ld\"}",
             CHAT_IDS + chat_sent, table->code, chat_sent);
    chat_sent++;
    ws_send_text(&guest->tab->ws, text);
}

static void act(CompanyTable *table, Guest *guest, const Json *update, long n)
{
    const Text *message = &guest->tab->ws.message;
    int count = scan_action_count(message->bytes, message->length);
    char text[LEDGER_ACTION_ROOM + 128];

    if (is_at(update, "undo") && rng_below(&rng, UNDO_ONCE_IN) == 0) {
        guest->action[0] = '\0';
        snprintf(text, sizeof text,
                 "{\"id\":%ld,\"do\":\"undo\",\"table\":\"%s\",\"n\":%ld}", n + 1,
                 table->code, n);
    } else if (count > 0) {
        Piece action = scan_action(message->bytes, message->length,
                                   (int)rng_below(&rng, (uint32_t)count));
        snprintf(guest->action, sizeof guest->action, "%.*s", (int)action.length,
                 action.bytes);
        snprintf(text, sizeof text,
                 "{\"id\":%ld,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
                 n + 1, table->code, n, guest->action);
    } else {
        return;
    }
    guest->wants = n + 1;
    ws_send_text(&guest->tab->ws, text);
    if (rng_below(&rng, CHAT_ONCE_IN) == 0)
        chat(table, guest);
}

static void on_update(CompanyTable *table, Guest *guest, const Json *update)
{
    const Text *message = &guest->tab->ws.message;
    const Json *id = json_get(update, "id");
    long n = (long)number_at(update, "n"), last = ledger_last(table->ledger);
    int reader = (int)(guest - table->guests);

    if (id != NULL && guest->wants == id->number) {
        /* Where several seats decide simultaneously, another entry may have come first.
         * */
        cr_assert_geq(n, id->number, "entry %lld was answered with entry %ld", id->number,
                      n);
        ledger_stored(table->ledger, n, reader, guest->action);
    }
    ledger_shown(table->ledger, n, reader,
                 scan_object(message->bytes, message->length, "position"));
    moves += n > last ? n - last : 0;
    if (json_get(update, "bot") != NULL && n > table->last_bot_entry)
        table->last_bot_entry = n;
    table->is_over |= is_at(json_at(update, "position"), "over");
    if (reader != LEDGER_SPECTATOR && n >= last && guest->wants <= n)
        act(table, guest, update, n);
}

/* After not-stored or stale the guest watches again; when a node shuts down, it leaves.
 * Any other error fails the test. */
static void on_error(CompanyTable *table, Guest *guest, const Json *error)
{
    const char *code = text_at(error, "code");
    const Json *id = json_get(error, "id");
    int is_not_stored = strcmp(code, "not-stored") == 0;

    if (strcmp(code, "closing") == 0) {
        leave(guest);
        return;
    }
    cr_assert(is_not_stored || strcmp(code, "stale") == 0
                  || strcmp(code, "not-playing") == 0 || strcmp(code, "cannot-undo") == 0,
              "%s: %s", table->code, guest->tab->ws.message.bytes);
    if (id != NULL && id->number >= CHAT_IDS)
        return;
    if (id != NULL && id->number == guest->wants) {
        if (is_not_stored)
            ledger_not_stored(table->ledger, guest->wants, (int)(guest - table->guests),
                              guest->action);
        guest->wants = 0;
    }
    retry_in(guest, is_not_stored ? 50 : 0);
}

static void on_ok(const Json *ok)
{
    const Json *id = json_get(ok, "id");
    char row[32];

    if (id == NULL || id->number < CHAT_IDS)
        return;
    snprintf(row, sizeof row, "%s('line %lld')", acked_chat.length > 0 ? "," : "",
             id->number - CHAT_IDS);
    text_add(&acked_chat, row);
}

/* Handles all messages that arrive within this many milliseconds. */
static void listen_to(CompanyTable *table, Guest *guest, int milliseconds)
{
    const Json *message;

    while (guest->tab != NULL && (message = tab_next(guest->tab, milliseconds)) != NULL) {
        const char *type = text_at(message, "type");
        if (strcmp(type, "update") == 0)
            on_update(table, guest, message);
        else if (strcmp(type, "error") == 0)
            on_error(table, guest, message);
        else if (strcmp(type, "ok") == 0)
            on_ok(message);
    }
    if (guest->tab != NULL && guest->tab->ws.fd < 0)
        leave(guest);
}

void company_play(int milliseconds)
{
    struct pollfd ends[COMPANY_TABLES * GUESTS];

    for (int i = 0; i < COMPANY_TABLES * GUESTS; i++) {
        CompanyTable *table = &tables[i / GUESTS];
        Guest *guest = &table->guests[i % GUESTS];
        come_back(table, guest);
        ends[i] = (struct pollfd){ guest->tab == NULL ? -1 : guest->tab->ws.fd, POLLIN, 0 };
    }
    poll(ends, COMPANY_TABLES * GUESTS, milliseconds);
    for (int i = 0; i < COMPANY_TABLES * GUESTS; i++) {
        if (ends[i].revents != 0)
            listen_to(&tables[i / GUESTS], &tables[i / GUESTS].guests[i % GUESTS], 0);
    }
}

void company_play_moves(long wanted)
{
    int64_t until = crowd_now() + PATIENCE;

    for (long before = moves; moves - before < wanted;) {
        cr_assert_lt(crowd_now(), until, "no table goes on");
        company_renew();
        company_play(20);
    }
}

/* Logs what each reader of a stuck table waits for. */
static void log_stuck_table(const CompanyTable *table)
{
    for (int i = 0; i < GUESTS; i++) {
        const Guest *guest = &table->guests[i];
        cr_log_warn("%s at %ld: reader %d at node %d wants %ld, %s", table->code,
                    ledger_last(table->ledger), i, guest->node, guest->wants,
                    !guest->is_here       ? "is a bot"
                    : guest->tab == NULL  ? "has no connection"
                    : guest->retry_at > 0 ? "will look again"
                                          : "listens");
    }
}

/* The last entry that counts as progress: at a table with a bot, the bot's. */
static long last_entry(const CompanyTable *table)
{
    return table->guests[1].is_here ? ledger_last(table->ledger) : table->last_bot_entry;
}

void company_play_everywhere(void)
{
    int64_t until = crowd_now() + PATIENCE;
    long before[COMPANY_TABLES];
    int standing = COMPANY_TABLES;

    for (int i = 0; i < COMPANY_TABLES; i++)
        before[i] = last_entry(&tables[i]);
    while (standing > 0) {
        company_play(20);
        standing = 0;
        for (int i = 0; i < COMPANY_TABLES; i++) {
            int is_standing = last_entry(&tables[i]) == before[i] && !tables[i].is_over;
            standing += is_standing;
            if (is_standing && crowd_now() > until) {
                log_stuck_table(&tables[i]);
                cr_assert_fail("a table does not go on");
            }
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Losing a node                                                             */
/* ------------------------------------------------------------------------- */

void company_lose_node(int node)
{
    enum { UNTIL_IT_HANGS_UP = 5000 };

    for (int i = 0; i < COMPANY_TABLES * GUESTS; i++) {
        Guest *guest = &tables[i / GUESTS].guests[i % GUESTS];
        if (guest->tab == NULL || guest->node != node)
            continue;
        listen_to(&tables[i / GUESTS], guest, UNTIL_IT_HANGS_UP);
        cr_assert_null(guest->tab, "a node that is no more holds a connection");
    }
}

/* ------------------------------------------------------------------------- */
/* Checks                                                                    */
/* ------------------------------------------------------------------------- */

/* Receives the present position as a spectator. */
static void watch_as_spectator(CompanyTable *table, int node)
{
    Tab *tab = tab_open(nodes[node], NULL);
    const Json *update;

    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", table->code);
    update = tab_wait_for(tab, "update");
    ledger_shown(table->ledger, (long)number_at(update, "n"), LEDGER_SPECTATOR,
                 scan_object(tab->ws.message.bytes, tab->ws.message.length, "position"));
    tab_close(tab);
}

static void check_chat(void)
{
    Text statement = { 0 };

    cr_expect_eq(database_query("SELECT count(*) - count(DISTINCT said) FROM chat"), 0,
                 "a chat line is stored twice");
    if (acked_chat.length == 0)
        return;
    text_add(&statement, "SELECT count(*) FROM (VALUES ");
    text_add(&statement, acked_chat.bytes);
    text_add(&statement,
             ") AS acknowledged (said) WHERE said NOT IN (SELECT said FROM chat)");
    cr_expect_eq(database_query(statement.bytes), 0, "an acknowledged chat line is lost");
    text_free(&statement);
    text_clear(&acked_chat);
}

void company_check(void)
{
    for (int i = 0; i < COMPANY_TABLES; i++) {
        for (int node = 0; node < NODES; node++) {
            if (!is_avoided[node])
                watch_as_spectator(&tables[i], node);
        }
        ledger_check(tables[i].ledger, store, tables[i].code, &(LedgerCounts){ 0 });
    }
    check_chat();
    check_logs();
}

LedgerCounts company_counts(void)
{
    LedgerCounts all = counts;

    for (int i = 0; i < COMPANY_TABLES; i++)
        ledger_check(tables[i].ledger, store, tables[i].code, &all);
    return all;
}

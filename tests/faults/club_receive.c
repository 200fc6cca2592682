/* club_receive.c: what a table's readers do with each message. */
#include "club_inside.h"

#include "fleet.h"
#include "load/crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    WATCH_ID = 1,
    RETURN_ID = 2,
    FIRST_MOVE_ID = 1000,
    UNDO_ONCE_IN = 24,
    RETRY_MS = 50,
    RETURN_MS = 300,
    /* Of a clock of 60 s: nobody thinks that long, and no fault lasts that long. A node
     * estimates the database's clock to within some milliseconds. */
    CLOCK_MOST = 60000 + 100,
    CLOCK_LEAST = 35000,
};

static const int64_t MILLISECOND = 1000000;
static const int64_t SHORT_CLOCK = 2000000000;

/* ------------------------------------------------------------------------- */
/* Sending                                                                   */
/* ------------------------------------------------------------------------- */

static int reader_of(const ClubTable *table, const Player *player)
{
    return (int)(player - table->players);
}

void club_watch(ClubTable *table, Player *player)
{
    long seen = record_seen(table->record, reader_of(table, player));
    char since[32] = "", text[160];

    player->watch_at = 0;
    if (seen >= 0)
        snprintf(since, sizeof since, ",\"since\":%ld", seen);
    snprintf(text, sizeof text,
             "{\"do\":\"watch\",\"table\":\"%s\",\"id\":%d,"
             "\"with\":[\"position\",\"actions\",\"events\"]%s}",
             table->code, WATCH_ID, since);
    record_expect_again(table->record, reader_of(table, player));
    guest_send(&player->guest, text);
}

void club_forget_sent(Player *player)
{
    player->id = 0;
    player->act_at = 0;
    player->asked_node = -1;
}

static int may_act(const ClubTable *table, const Player *player)
{
    int reader = reader_of(table, player);

    return reader != RECORD_SPECTATOR && !(table->kind == CLUB_CLOCK && reader == 0);
}

/* Chooses an action for this position, and when to send it. */
static void plan(ClubTable *table, Player *player, const Json *update, long n)
{
    const Text *message = &player->guest.ws.message;
    int count = scan_action_count(message->bytes, message->length);
    int can_undo = json_get(update, "undo")->number != 0;

    player->act_at = 0;
    if (!may_act(table, player) || player->id != 0 || count == 0)
        return;
    player->n = n;
    if (can_undo && rng_below(&club.rng, UNDO_ONCE_IN) == 0) {
        player->action[0] = '\0';
    } else {
        Piece action = scan_action(message->bytes, message->length,
                                   (int)rng_below(&club.rng, (uint32_t)count));
        cr_assert_lt(action.length, RECORD_ACTION_ROOM);
        memcpy(player->action, action.bytes, action.length);
        player->action[action.length] = '\0';
    }
    int think = club.plan.think_ms;
    int wait = think / 2 + (int)rng_below(&club.rng, (uint32_t)think + 1);
    player->act_at = crowd_now() + wait * MILLISECOND;
}

void club_act(ClubTable *table, Player *player)
{
    char text[RECORD_ACTION_ROOM + 128];

    player->act_at = 0;
    player->id = FIRST_MOVE_ID + club.next_id++;
    player->sent_at = crowd_now();
    if (player->turn != player->n) {
        player->turn = player->n;
        player->asked_at = player->sent_at;
        player->asked_node = player->guest.node;
    }
    if (player->action[0] == '\0')
        snprintf(text, sizeof text,
                 "{\"id\":%ld,\"do\":\"undo\",\"table\":\"%s\",\"n\":%ld}", player->id,
                 table->code, player->n);
    else
        snprintf(text, sizeof text,
                 "{\"id\":%ld,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
                 player->id, table->code, player->n, player->action);
    record_try(table->record, reader_of(table, player), player->n, player->action);
    guest_send(&player->guest, text);
}

/* ------------------------------------------------------------------------- */
/* Measuring                                                                 */
/* ------------------------------------------------------------------------- */

static int is_waited_for(const Json *update, int seat)
{
    const Json *waiting = json_get(update, "waiting"), *entry = json_first(waiting);

    for (uint32_t i = 0; i < waiting->length; i++, entry = json_beside(entry)) {
        if (entry->number == seat)
            return 1;
    }
    return 0;
}

/* No seat loses time that has not passed, or has more than the clock allows. */
static void check_clocks(const Json *update)
{
    const Json *clocks = json_get(update, "clocks"), *left = json_first(clocks);

    for (uint32_t i = 0; i < clocks->length; i++, left = json_beside(left)) {
        if (json_is(left, JSON_IS_NUMBER) && is_waited_for(update, (int)i)
            && (left->number < CLOCK_LEAST || left->number > CLOCK_MOST)) {
            if (club.totals.wrong_clocks++ == 0)
                cr_log_info("seat %u has %lld ms left of 60 s", i, left->number);
        }
    }
}

/* A reader receives entry n for the first time. */
static void note_new_entry(ClubTable *table, const Json *update, long n, int64_t now)
{
    const Json *bot = json_get(update, "bot");

    table->last_n = n;
    table->first_seen_at[n % SEEN_KEPT] = now;
    club.moves++;
    if (table->kind == CLUB_BOT) {
        if (table->bot_since != 0)
            club_note(&club.bots, table->bot_since, now);
        table->bot_since = is_waited_for(update, 1) ? now : 0;
    }
    if (table->kind == CLUB_CLOCK) {
        table->clock_since =
            is_waited_for(update, 0) && !table->players[0].is_away && bot == NULL ? now : 0;
    }
}

static void note_seen(ClubTable *table, const Player *player, const Json *update, long n)
{
    int64_t now = crowd_now();

    if (n > table->last_n) {
        note_new_entry(table, update, n, now);
    } else if (n > table->last_n - SEEN_KEPT) {
        int64_t first = table->first_seen_at[n % SEEN_KEPT];
        if (player->came_at < first)
            club_note(club_is_victim(player->guest.node) ? &club.seen_late : &club.seen,
                      first, now);
    }
}

/* ------------------------------------------------------------------------- */
/* Receiving                                                                 */
/* ------------------------------------------------------------------------- */

static void on_own_update(ClubTable *table, Player *player, long n)
{
    int64_t now = crowd_now();

    record_acknowledge(table->record, reader_of(table, player), n);
    if (player->asked_node == player->guest.node && !club_is_victim(player->guest.node))
        club_note(&club.others, player->asked_at, now);
    player->id = 0;
    player->turn = -1;
}

static void on_update(ClubTable *table, Player *player, const Json *update)
{
    const Text *message = &player->guest.ws.message;
    const Json *id = json_get(update, "id");
    Piece position = scan_object(message->bytes, message->length, "position");
    long n = (long)json_get(update, "n")->number;
    long seen = record_seen(table->record, reader_of(table, player));

    if (player->must_flee && !club_is_victim(player->guest.node)) {
        player->must_flee = 0;
        club_note(&club.elsewhere, club.fault_at, crowd_now());
    }
    if (n > seen)
        note_seen(table, player, update, n);
    record_update(table->record, reader_of(table, player), update, position);
    if (id != NULL && player->id == id->number)
        on_own_update(table, player, n);
    if (table->kind != CLUB_CLOCK)
        check_clocks(update);
    const Json *over = json_get(json_get(update, "position"), "over");
    table->is_over |= over != NULL && over->number != 0;
    if (n >= seen)
        plan(table, player, update, n);
}

/* Time ran out and a bot sits in; or the player has the seat again. */
static void note_away(ClubTable *table, int seat, int is_away, int is_waited)
{
    Player *player = &table->players[seat];
    int64_t now = crowd_now();

    player->is_away = is_away;
    player->return_at = is_away ? now + RETURN_MS * MILLISECOND : 0;
    if (table->kind != CLUB_CLOCK) {
        club.totals.wrong_clocks += is_away;
        return;
    }
    if (seat != 0)
        return;
    if (is_away && table->clock_since != 0)
        club_note(&club.clocks, table->clock_since + SHORT_CLOCK, now);
    table->clock_since = !is_away && is_waited ? now : 0;
}

static void on_table(ClubTable *table, Player *player, const Json *message)
{
    const Json *seat = json_first(json_get(message, "seats"));

    for (int i = 0; i < 2; i++, seat = json_beside(seat)) {
        const Json *away = json_get(seat, "away");
        int is_away = away != NULL && away->number != 0;
        if (i == reader_of(table, player))
            player->knows_away = is_away;
        if (is_away != table->players[i].is_away)
            note_away(table, i, is_away, is_waited_for(message, i));
    }
}

static int is_one_of(const char *code, const char *const *codes)
{
    while (*codes != NULL && strcmp(code, *codes) != 0)
        codes++;
    return *codes != NULL;
}

/* Any other error fails the test. */
static void on_error(ClubTable *table, Player *player, const Json *error)
{
    static const char *const EXPECTED[] = { "not-stored",  "stale",   "not-playing",
                                            "cannot-undo", "closing", NULL };
    const char *code = json_get(error, "code")->text;
    const Json *id = json_get(error, "id");
    int is_own = id != NULL && player->id != 0 && id->number == player->id;

    if (id != NULL && id->number == RETURN_ID)
        return;
    /* Time may be up while a move is on its way: then its connection was told so first. */
    cr_assert(is_one_of(code, EXPECTED)
                  || (table->kind == CLUB_CLOCK && player->knows_away
                      && strcmp(code, "not-allowed") == 0),
              "%s: %s", table->code, player->guest.ws.message.bytes);
    club.not_stored += strcmp(code, "not-stored") == 0;
    club.stale += strcmp(code, "stale") == 0;
    if (strcmp(code, "stale") == 0)
        record_expect_again(table->record, reader_of(table, player));
    if (strcmp(code, "closing") == 0) {
        guest_leave(&player->guest, RETRY_MS);
        return;
    }
    if (is_own)
        player->id = 0;
    if (is_own && strcmp(code, "not-stored") != 0)
        player->turn = -1;
    player->watch_at = crowd_now() + RETRY_MS * MILLISECOND;
}

void club_receive(ClubTable *table, Player *player)
{
    const Json *message;

    while ((message = guest_receive(&player->guest)) != NULL) {
        const char *type = json_get(message, "type")->text;
        if (strcmp(type, "update") == 0)
            on_update(table, player, message);
        else if (strcmp(type, "log") == 0)
            record_log(table->record, reader_of(table, player), message);
        else if (strcmp(type, "table") == 0)
            on_table(table, player, message);
        else if (strcmp(type, "error") == 0)
            on_error(table, player, message);
    }
}

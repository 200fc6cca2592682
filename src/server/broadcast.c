/* broadcast.c: sends tables and updates as JSON to the connections that watch. A
 * message that several connections get is formatted once. */
#include "server/daily.h"
#include "server/nodes.h"
#include "server/runs.h"

#include "wire/table_json.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

void you_format(JsonOut *out, const StoreUser *user)
{
    if (user == NULL) {
        json_nothing(out);
        return;
    }
    json_open_object(out);
    json_put_name(out, "user", user->code);
    json_put_text(out, "name", user->name);
    json_put_name(out, "kind", KIND_NAMES[user->kind]);
    if (user->role != ROLE_NONE)
        json_put_name(out, "role", ROLE_NAMES[user->role]);
    json_close_object(out);
}

/* As much of a name as a player's name may have, in whole characters. */
static void copy_name(char *to, const char *name)
{
    size_t length = strlen(name), taken = 0;
    unsigned code;

    while (taken < length) {
        size_t next = text_decode(name + taken, length - taken, &code);
        if (next == 0 || taken + next > SAVE_NAME_MAX)
            break;
        taken += next;
    }
    memcpy(to, name, taken);
    to[taken] = '\0';
}

void table_players(const StoreTable *row, Language language, SavePlayers *players)
{
    *players = (SavePlayers){ 0 };
    for (int seat = 0; seat < row->seat_count; seat++) {
        const StoreSeat *at = &row->seats[seat];
        const WordsArgument arguments[] = { { "level", at->level, 0 },
                                            { "number", NULL, seat + 1 } };
        if (at->who == SEAT_BOT) {
            words_write(language, "server.bot", arguments, 2, players->names[seat],
                        SAVE_NAME_MAX + 1);
            save_seat_bot(&players->seats[seat], at->level);
        } else {
            copy_name(players->names[seat], at->name);
            players->seats[seat].who = at->who == SEAT_PROGRAM ? SAVE_PROGRAM : SAVE_PERSON;
        }
    }
}

void table_names(const StoreTable *row, Language language, PlayerNames *names)
{
    SavePlayers players;

    table_players(row, language, &players);
    player_names_make(names, language, &players);
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static int is_here(const Table *table, StoreId user)
{
    for (const Watch *watch = table == NULL ? NULL : table->watches; watch != NULL;
         watch = watch->next_of_table) {
        if (conn_user(watch->conn) == user)
            return 1;
    }
    return 0;
}

static const char *const SEAT_WORDS[] = { "open", "person", "bot", "person" };

static void format_seat(JsonOut *out, const StoreSeat *seat, int is_person_here)
{
    json_open_object(out);
    json_put_name(out, "who", SEAT_WORDS[seat->who]);
    if (seat->who == SEAT_BOT) {
        json_put_name(out, "level", seat->level);
    } else if (seat->who != SEAT_OPEN) {
        json_put_name(out, "user", seat->code);
        json_put_text(out, "name", seat->name);
        json_put_name(out, "kind", KIND_NAMES[seat->kind]);
        json_put_flag(out, "here", is_person_here);
        json_put_flag(out, "away", seat_is_bots(seat));
    }
    json_close_object(out);
}

void options_format(JsonOut *out, const char *options)
{
    json_open_object(out);
    while (*options != '\0') {
        char key[STORE_WORD_MAX + 1] = "", value[STORE_WORD_MAX + 1] = "";
        size_t key_length = strcspn(options, "="), length = strcspn(options, " ");
        if (key_length < length && key_length < sizeof key
            && length - key_length - 1 < sizeof value) {
            memcpy(key, options, key_length);
            memcpy(value, options + key_length + 1, length - key_length - 1);
            json_put_name(out, key, value);
        }
        options += length;
        options += *options == ' ';
    }
    json_close_object(out);
}

static void format_clock(JsonOut *out, const StoreClock *clock)
{
    static const char *const kinds[] = { "none", "turn", "bank", "days" };
    static const int64_t second = 1000, day = 24LL * 3600 * 1000;

    json_open_object(out);
    json_put_name(out, "kind", kinds[clock->kind]);
    if (clock->kind == CLOCK_TURN || clock->kind == CLOCK_BANK) {
        json_put_number(out, "seconds", clock->time / second);
    }
    if (clock->kind == CLOCK_BANK) {
        json_put_number(out, "extra", clock->extra / second);
    }
    if (clock->kind == CLOCK_DAYS) {
        json_put_number(out, "days", clock->time / day);
    }
    json_close_object(out);
}

static void format_waiting(JsonOut *out, SeatSet waiting)
{
    json_key(out, "waiting");
    json_open_list(out);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (seats_have(waiting, seat))
            json_number(out, seat);
    }
    json_close_list(out);
}

static void format_numbers(JsonOut *out, const char *key, const int *numbers, int count,
                           int is_known)
{
    json_key(out, key);
    if (!is_known) {
        json_nothing(out);
        return;
    }
    json_open_list(out);
    for (int i = 0; i < count; i++)
        json_number(out, numbers[i]);
    json_close_list(out);
}

static void format_result(JsonOut *out, const StoreTable *row, const uint8_t *seed)
{
    int is_over = row->state == TABLE_OVER;

    format_numbers(out, "ranking", row->places, row->seat_count, is_over);
    format_numbers(out, "scores", row->scores, row->seat_count, is_over);
    json_key(out, "next");
    if (row->next[0] == '\0')
        json_nothing(out);
    else
        json_name(out, row->next);
    /* The seed determines all deals: it is secret until the end. */
    if (is_over && seed != NULL) {
        json_key(out, "seed");
        json_bytes(out, seed, SEED_BYTES);
    }
}

static void format_people(JsonOut *out, Core *core, const StoreTable *row, StoreId reader)
{
    const Table *table = table_find(core, row->code);
    Presence elsewhere = presence_elsewhere(core, row->code);
    int watching = elsewhere.watching;

    for (const Watch *watch = table == NULL ? NULL : table->watches; watch != NULL;
         watch = watch->next_of_table)
        watching += table_seat_of(row, conn_user(watch->conn)) == NOBODY;
    json_put_flag(out, "host", reader != 0 && row->host == reader);
    seat_format(out, "you", table_seat_of(row, reader));
    json_key(out, "seats");
    json_open_list(out);
    for (int seat = 0; seat < row->seat_count; seat++)
        format_seat(out, &row->seats[seat],
                    is_here(table, row->seats[seat].user)
                        || seats_have(elsewhere.seats, seat));
    json_close_list(out);
    json_put_number(out, "watching", watching);
}

void table_format(JsonOut *out, Core *core, const StoreTable *row, StoreId reader,
                  const uint8_t *seed, const uint8_t *secret)
{
    static const char *const states[] = { "open", "playing", "over", "closed" };

    json_put_name(out, "table", row->code);
    json_put_name(out, "game", row->game);
    json_put_number(out, "rules", row->rules);
    json_key(out, "options");
    options_format(out, row->options);
    json_put_flag(out, "public", row->is_public);
    json_put_name(out, "state", states[row->state]);
    json_key(out, "clock");
    format_clock(out, &row->clock);
    json_put_name(out, "sit_in", row->sit_in);
    json_put_number(out, "n", row->turn.n);
    format_waiting(out, row->state == TABLE_PLAYING ? row->turn.waiting : 0);
    json_put_number(out, "created", row->created);
    json_put_number(out, "changed", row->changed);
    format_people(out, core, row, reader);
    format_result(out, row, seed);
    deal_format(out, row, secret);
    daily_put(out, row);
}

void invitation_format(JsonOut *out, const StoreTable *row, const char *host)
{
    json_put_name(out, "table", row->code);
    json_put_name(out, "game", row->game);
    json_key(out, "options");
    options_format(out, row->options);
    json_key(out, "clock");
    format_clock(out, &row->clock);
    json_put_text(out, "host", host);
    json_key(out, "seats");
    json_open_list(out);
    for (int seat = 0; seat < row->seat_count; seat++) {
        json_open_object(out);
        json_put_name(out, "who", SEAT_WORDS[row->seats[seat].who]);
        if (row->seats[seat].who == SEAT_BOT)
            json_put_name(out, "level", row->seats[seat].level);
        json_close_object(out);
    }
    json_close_list(out);
}

static JsonOut format_table(Table *table, StoreId reader, RequestId id)
{
    JsonOut out = message_begin(table->core, "table");

    message_add_id(&out, id);
    int is_secret =
        table->match == NULL || daily_is_secret(&table->row, core_expiry_time(table->core));
    table_format(&out, table->core, &table->row, reader,
                 is_secret ? NULL : match_setup(table->match)->seed,
                 is_secret ? NULL : table->secret);
    json_close_object(&out);
    return out;
}

void send_table(Conn *conn, Table *table, RequestId id)
{
    conn_send_text(conn, format_table(table, conn_user(conn), id).text);
}

/* Once for all spectators: the seat and the host decide what a reader gets. */
void broadcast_table(Table *table)
{
    Packet *packets[SEATS_MAX + 1][2] = { { NULL } };

    table->presence_changed = 0;
    table->presence_unsent = 1; /* the players may have changed */
    for (Watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        StoreId reader = conn_user(watch->conn);
        int is_host = reader != 0 && table->row.host == reader;
        Packet **packet = &packets[table_seat_of(&table->row, reader) + 1][is_host];
        if (*packet == NULL)
            *packet = packet_of(format_table(table, reader, (RequestId){ 0 }).text);
        conn_send(watch->conn, *packet);
    }
    for (int i = 0; i < 2 * (SEATS_MAX + 1); i++)
        packet_release(packets[i / 2][i % 2]);
}

void broadcast_error(Table *table, ErrorCode code)
{
    for (Watch *watch = table->watches; watch != NULL; watch = watch->next_of_table)
        conn_error(watch->conn, (RequestId){ 0 }, code);
}

/* ------------------------------------------------------------------------- */
/* Updates                                                                   */
/* ------------------------------------------------------------------------- */

static void format_clocks(JsonOut *out, const Table *table)
{
    json_key(out, "clocks");
    json_open_list(out);
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        int64_t left = clock_left(table, seat);
        if (left < 0)
            json_nothing(out);
        else
            json_number(out, left);
    }
    json_close_list(out);
    json_put_number(out, "now", table->core->now);
}

static int may_undo(const Table *table, int seat)
{
    return table->row.state == TABLE_PLAYING && seat != NOBODY
           && table->undos.count[seat] < UNDOS_MAX && clock_allows_undo(table, seat);
}

/* The match's position as a connection may see it. `last` has led to it. `seen`: shared
 * with the other connections of a broadcast, or NULL. */
static void format_update(JsonOut *out, const Table *table, const Conn *conn, int parts,
                          const LogEntry *last, SeenText *seen)
{
    PlayerNames names;
    int seat = table_seat_of(&table->row, conn_user(conn));
    const Reader reader = { .seat = seat,
                            .parts = parts,
                            .cannot_undo = !may_undo(table, seat),
                            .language = conn->language,
                            .names = &names,
                            .seen = seen };

    if (parts & UPDATE_TEXT)
        table_names(&table->row, conn->language, &names);
    json_put_name(out, "table", table->row.code);
    update_format(out, table->match, last, &reader);
    format_waiting(out, table->game->waiting(match_state(table->match)));
    format_clocks(out, table);
}

/* The present position. NULL: no memory. */
static Packet *update_packet(const Table *table, const Conn *conn, int parts, RequestId id,
                             SeenText *seen)
{
    JsonOut out = message_begin(table->core, "update");
    const LogEntry last = { .n = table->row.turn.n,
                            .done = table->last,
                            .events = table->last_events };

    assert(table->match_n == table->row.turn.n);
    format_update(&out, table, conn, parts, &last, seen);
    message_add_id(&out, id);
    json_close_object(&out);
    return packet_of(out.text);
}

void send_preview(Conn *conn, const Table *table, const Run *run, RequestId id)
{
    JsonOut out = message_begin(table->core, "preview");
    LogEntry last = { .n = table->row.turn.n + run->count,
                      .done = table->last,
                      .events = &run->events };

    if (run->count > 0)
        last.done = run->entries[run->count - 1].done;
    format_update(&out, table, conn, UPDATE_WHOLE, &last, NULL);
    json_put_flag(&out, "reveals", run->reveals);
    message_add_id(&out, id);
    json_close_object(&out);
    conn_send_text(conn, out.text);
}

static void send_update(Conn *conn, Table *table, int parts, RequestId id, SeenText *seen)
{
    if (table->match == NULL)
        return;
    Packet *packet = update_packet(table, conn, parts, id, seen);
    conn_send(conn, packet);
    packet_release(packet);
}

void send_stale(Conn *conn, Table *table, RequestId id)
{
    const Watch *watch = watch_find(conn, table);

    conn_error(conn, id, ERROR_STALE);
    if (watch == NULL || !watch->is_catching_up)
        send_update(conn, table, watch == NULL ? UPDATE_WHOLE : watch->parts,
                    (RequestId){ 0 }, NULL);
}

static void send_position(Watch *watch, RequestId id, SeenText *seen)
{
    if (watch->table->match == NULL)
        return;
    watch->sent = watch->table->row.turn.n;
    watch->lacks_position = 0;
    send_update(watch->conn, watch->table, watch->parts, id, seen);
}

void watch_send_update(Watch *watch, RequestId id)
{
    send_position(watch, id, NULL);
}

/* The updates that were formatted for one entry, each for all who get the same. */
typedef struct Formatted {
    SeenText *seen; /* what those share who see the same */
    int count;
    struct {
        int seat, parts;
        Language language;
        Packet *packet;
    } items[2 * (SEATS_MAX + 1)];
} Formatted;

static void send_shared(Watch *watch, Formatted *formatted)
{
    const int room = sizeof formatted->items / sizeof formatted->items[0];
    const Conn *conn = watch->conn;
    int seat = table_seat_of(&watch->table->row, conn_user(conn)), i = 0;

    while (i < formatted->count
           && (formatted->items[i].seat != seat || formatted->items[i].parts != watch->parts
               || formatted->items[i].language != conn->language))
        i++;
    Packet *packet = i < formatted->count
                         ? formatted->items[i].packet
                         : update_packet(watch->table, conn, watch->parts, (RequestId){ 0 },
                                         formatted->seen);
    conn_send(watch->conn, packet);
    if (i == formatted->count && i < room) {
        formatted->items[i].seat = seat;
        formatted->items[i].parts = watch->parts;
        formatted->items[i].language = conn->language;
        formatted->items[formatted->count++].packet = packet;
    } else if (i == formatted->count) {
        packet_release(packet);
    }
}

/* Sends the last entry, once and in order. If entries before it are missing, the log is
 * read first. */
static void broadcast_one(Watch *watch, RequestId id, Formatted *formatted)
{
    int n = watch->table->row.turn.n;
    int is_early = watch->is_catching_up || (watch->sent >= 0 && n > watch->sent + 1);

    if (is_early && id.is_given)
        watch_hold_reply(
            watch,
            update_packet(watch->table, watch->conn, watch->parts, id, formatted->seen), n);
    if (is_early && !watch->is_catching_up) {
        watch_catch_up(watch);
    } else if (!is_early && id.is_given) {
        send_position(watch, id, formatted->seen);
    } else if (!is_early && n > watch->sent) {
        send_shared(watch, formatted);
        watch->sent = n;
        watch->lacks_position = 0;
    }
}

void broadcast_update(Table *table, Conn *by, RequestId id)
{
    Formatted formatted = { .seen = &table->core->seen };
    const Watch *own = by == NULL ? NULL : watch_find(by, table);

    if (table->match == NULL)
        return;
    formatted.seen->is_set = 0; /* another table's, or before this action */
    if (by != NULL && by->link != NULL && own == NULL)
        send_update(by, table, UPDATE_WHOLE, id, formatted.seen);
    for (Watch *watch = table->watches; watch != NULL; watch = watch->next_of_table)
        broadcast_one(watch, watch == own ? id : (RequestId){ 0 }, &formatted);
    for (int i = 0; i < formatted.count; i++)
        packet_release(formatted.items[i].packet);
}

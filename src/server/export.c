/* export.c: everything that is kept about a person, as JSON. */
#include "server/api.h"

#include "server/ceremony.h"
#include "store/relations.h"
#include "wire/table_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows that are read at a time. */
enum {
    SESSIONS_AT_ONCE = 200,
    TABLES_AT_ONCE = 50,
    ENTRIES_AT_ONCE = 200,
    LINES_AT_ONCE = 50
};

typedef struct Export {
    ApiCall *call;
    Store *store;
    JsonOut *out;
    Fault *fault;
} Export;

/* ------------------------------------------------------------------------- */
/* Sessions, programs                                                        */
/* ------------------------------------------------------------------------- */

static StoreStatus put_sessions(const Export *to, StoreId user)
{
    StoreSession *sessions = malloc(SESSIONS_AT_ONCE * sizeof *sessions);
    int count = 0;

    if (sessions == NULL)
        return STORE_NO_MEMORY;
    StoreStatus status = store_sessions(to->store, user, to->call->expiry_time, sessions,
                                        SESSIONS_AT_ONCE, &count, to->fault);
    json_put_list(to->out, "sessions");
    for (int i = 0; i < count && status == STORE_OK; i++) {
        json_open_object(to->out);
        json_put_name(to->out, "session", sessions[i].code);
        json_put_text(to->out, "device", sessions[i].device);
        json_put_number(to->out, "created", sessions[i].created);
        json_put_number(to->out, "seen", sessions[i].seen);
        json_put_number(to->out, "expires", sessions[i].expires);
        json_put_number(to->out, "issued", sessions[i].issued);
        json_close_object(to->out);
    }
    json_close_list(to->out);
    free(sessions);
    return status;
}

static StoreStatus put_programs(const Export *to)
{
    StoreStatus status = api_list_programs(to->call, to->store, to->fault);

    json_put_list(to->out, "programs");
    for (int i = 0; i < to->call->count && status == STORE_OK; i++) {
        const StoreUser *program = &to->call->users[i];
        json_open_object(to->out);
        json_put_name(to->out, "user", program->code);
        json_put_text(to->out, "name", program->name);
        json_put_number(to->out, "created", program->created);
        status = put_sessions(to, program->id);
        json_close_object(to->out);
    }
    json_close_list(to->out);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static void put_move(JsonOut *out, const StoreEntry *entry)
{
    json_open_object(out);
    json_put_number(out, "n", entry->turn.n);
    json_put_number(out, "at", entry->at);
    if (entry->done.kind == ENTRY_UNDO)
        json_put_flag(out, "undo", 1);
    else
        json_put_number(out, "action", (long long)entry->done.action);
    if (entry->done.is_by_bot)
        json_put_flag(out, "bot", 1);
    json_close_object(out);
}

static StoreStatus put_moves(const Export *to, const StoreTable *row, int seat)
{
    StoreEntry *entries = malloc(ENTRIES_AT_ONCE * sizeof *entries);
    StoreStatus status = entries == NULL ? STORE_NO_MEMORY : STORE_OK;
    int from = 1, count = ENTRIES_AT_ONCE;

    json_put_list(to->out, "moves");
    while (status == STORE_OK && seat != NOBODY && count == ENTRIES_AT_ONCE) {
        status = store_log(to->store, row->id, from, entries, ENTRIES_AT_ONCE, &count,
                           to->fault);
        for (int i = 0; i < count && status == STORE_OK; i++) {
            if (entries[i].done.seat == seat)
                put_move(to->out, &entries[i]);
        }
        from += count;
    }
    json_close_list(to->out);
    free(entries);
    return status;
}

/* What this person added to the deal of the table. */
static void put_share(JsonOut *out, const StoreTable *row, StoreId user)
{
    for (int seat = 0; seat < row->seat_count; seat++) {
        const DealShare *share = &row->deal.shown.shares[seat];
        if (row->deal.users[seat] != user || share->stage == SHARE_NONE)
            continue;
        json_put_object(out, "deal");
        json_put_number(out, "seat", seat);
        json_put_bytes(out, "commitment", share->commitment, SEED_BYTES);
        if (share->stage == SHARE_REVEALED) {
            json_put_bytes(out, "bytes", share->bytes, SEED_BYTES);
        }
        json_close_object(out);
        return;
    }
}

static void put_seat(JsonOut *out, const StoreTable *row, int seat)
{
    seat_format(out, "seat", seat);
    if (seat != NOBODY)
        json_put_flag(out, "away", row->seats[seat].is_away);
    if (seat != NOBODY && row->state == TABLE_OVER) {
        json_put_number(out, "score", row->scores[seat]);
        json_put_number(out, "place", row->places[seat]);
    }
}

static StoreStatus put_table(const Export *to, const StoreTable *row)
{
    static const char *const STATES[] = { "open", "playing", "over", "closed" };
    JsonOut *out = to->out;
    int seat = table_seat_of(row, to->call->you.id);

    json_open_object(out);
    json_put_name(out, "table", row->code);
    json_put_name(out, "game", row->game);
    json_put_text(out, "options", row->options);
    json_put_flag(out, "public", row->is_public);
    json_put_name(out, "state", STATES[row->state]);
    json_put_flag(out, "host", row->host == to->call->you.id);
    json_put_number(out, "created", row->created);
    json_put_number(out, "changed", row->changed);
    put_seat(out, row, seat);
    put_share(out, row, to->call->you.id);
    StoreStatus status = put_moves(to, row, seat);
    json_close_object(out);
    return status;
}

static StoreStatus put_tables(const Export *to)
{
    StoreTable *tables = malloc(TABLES_AT_ONCE * sizeof *tables);
    StoreStatus status = tables == NULL ? STORE_NO_MEMORY : STORE_OK;
    StoreCursor cursor = { 0 };
    int count = TABLES_AT_ONCE;

    json_put_list(to->out, "tables");
    while (status == STORE_OK && count == TABLES_AT_ONCE) {
        status = store_list(to->store, LIST_ALL, to->call->you.id, &cursor, tables,
                            TABLES_AT_ONCE, &count, to->fault);
        for (int i = 0; i < count && status == STORE_OK; i++)
            status = put_table(to, &tables[i]);
    }
    json_close_list(to->out);
    free(tables);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Chat                                                                      */
/* ------------------------------------------------------------------------- */

static StoreStatus put_chat(const Export *to)
{
    StoreLine *lines = malloc(LINES_AT_ONCE * sizeof *lines), last = { 0 };
    StoreStatus status = lines == NULL ? STORE_NO_MEMORY : STORE_OK;
    int count = LINES_AT_ONCE;

    json_put_list(to->out, "chat");
    while (status == STORE_OK && count == LINES_AT_ONCE) {
        status = store_chat_of(to->store, to->call->you.id, &last, lines, LINES_AT_ONCE,
                               &count, to->fault);
        for (int i = 0; i < count && status == STORE_OK; i++) {
            json_open_object(to->out);
            json_put_name(to->out, "table", lines[i].code);
            json_put_number(to->out, "k", lines[i].k);
            seat_format(to->out, "seat", lines[i].seat);
            json_put_number(to->out, "at", lines[i].at);
            json_put_text(to->out, "text", lines[i].text);
            json_close_object(to->out);
            last = lines[i];
        }
    }
    json_close_list(to->out);
    free(lines);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Ways in                                                                   */
/* ------------------------------------------------------------------------- */

static StoreStatus put_ways_in(const Export *to)
{
    StorePasskey *passkeys = malloc(PASSKEYS_MAX * sizeof *passkeys);
    StoreStatus status = passkeys == NULL ? STORE_NO_MEMORY : STORE_OK;
    int count = 0, codes = 0;

    if (status == STORE_OK)
        status = store_codes_left(to->store, to->call->you.id, &codes, to->fault);
    if (status == STORE_OK)
        status = store_passkeys(to->store, to->call->you.id, passkeys, PASSKEYS_MAX, &count,
                                to->fault);
    json_put_number(to->out, "codes", codes);
    json_put_list(to->out, "passkeys");
    for (int i = 0; i < count && status == STORE_OK; i++)
        passkey_export(to->out, &passkeys[i]);
    json_close_list(to->out);
    free(passkeys);
    return status;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void put_account(JsonOut *out, const StoreUser *you)
{
    json_key(out, "you");
    you_format(out, you);
    json_put_number(out, "created", you->created);
    json_put_name(out, "language", you->language);
    json_put_flag(out, "password", you->password[0] != '\0');
}

/* Role, ban and mute. */
static void put_standing(JsonOut *out, const StoreUser *you)
{
    json_put_object(out, "standing");
    json_put_name(out, "role", ROLE_NAMES[you->role]);
    json_put_number(out, "banned", you->banned);
    json_put_number(out, "muted", you->muted);
    json_close_object(out);
}

static StoreStatus put_related(const Export *to, const char *key, Relation relation)
{
    enum { OTHERS_MAX = 1000 };
    StoreOther *others = malloc(OTHERS_MAX * sizeof *others);
    int count = 0;
    StoreStatus status = others == NULL
                             ? STORE_NO_MEMORY
                             : store_related(to->store, relation, to->call->you.id, others,
                                             OTHERS_MAX, &count, to->fault);

    json_put_list(to->out, key);
    for (int i = 0; i < count && status == STORE_OK; i++)
        json_text(to->out, others[i].name, strlen(others[i].name));
    json_close_list(to->out);
    free(others);
    return status;
}

StoreStatus export_format(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    const Export to = { .call = call, .store = store, .out = out, .fault = fault };

    json_put_number(out, "at", call->now);
    put_account(out, &call->you);
    put_standing(out, &call->you);
    StoreStatus status = put_ways_in(&to);
    if (status == STORE_OK)
        status = put_sessions(&to, call->you.id);
    if (status == STORE_OK)
        status = put_programs(&to);
    if (status == STORE_OK)
        status = put_tables(&to);
    if (status == STORE_OK)
        status = results_export(out, store, call->you.id, fault);
    if (status == STORE_OK)
        status = attempts_export(out, store, call->you.id, fault);
    if (status == STORE_OK)
        status = put_related(&to, "followed", RELATION_FOLLOW);
    if (status == STORE_OK)
        status = put_related(&to, "blocked", RELATION_BLOCK);
    if (status == STORE_OK)
        status = notices_export(call, to.out, store, fault);
    if (status == STORE_OK)
        status = mail_export(call, to.out, store, fault);
    return status == STORE_OK ? put_chat(&to) : status;
}

void export_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    snprintf(call->request->file_name, sizeof call->request->file_name,
             "roundhouse-export.json");
}

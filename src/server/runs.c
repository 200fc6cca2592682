/* runs.c: several actions of a seat as one, and their preview. */
#include "server/runs.h"

#include "server/internal.h"
#include "wire/strict.h"
#include "wire/table_json.h"

static int is_final(const Match *match)
{
    return match_moves(match)[match_move_count(match) - 1].is_final;
}

/* 0: error in message->error, and the match is as it was. Otherwise the next action is
 * based on this one, as if it were stored. */
static int apply_one(Table *table, Message *message, const Json *json, Run *run, Base *base)
{
    Fault *fault = &message->error.fault;
    StoreEntry *entry = &run->entries[run->count];

    if (!json_is(json, JSON_IS_OBJECT))
        return fault_set(fault, "actions must be a list of objects.");
    if (!action_read(json, table->game, match_state(table->match), entry->done.seat,
                     &entry->done.action, fault))
        return 0;
    MatchStatus status = match_apply_entry(table->match, &entry->done, &run->events);
    if (status != MATCH_OK)
        return message_refuse(message, move_error(status, ENTRY_ACT));
    run->count++;
    entry_complete(table, base, entry);
    base->turn = entry->turn;
    base->changed = entry->at;
    if (base->undone[entry->done.seat] > 0)
        base->undone[entry->done.seat]--;
    return 1;
}

static int apply_all(Table *table, Message *message, const Json *list, int seat, Run *run)
{
    const Json *json = json_first(list);
    Base base = table_base(table);

    for (uint32_t i = 0; i < list->length; i++, json = json_beside(json)) {
        run->entries[i] = (StoreEntry){ .done = { .kind = ENTRY_ACT, .seat = seat },
                                        .at = table->core->now };
        if (run->reveals)
            return fault_set(
                &message->error.fault,
                "What draws or reveals something must be the last of actions.");
        if (!apply_one(table, message, json, run, &base))
            return 0;
        run->reveals = is_final(table->match);
    }
    return 1;
}

int run_apply(Table *table, Message *message, int seat, Run *run)
{
    Fault *fault = &message->error.fault;
    const Json *list = strict_get(message->json, "actions", JSON_IS_LIST, fault);

    run->count = run->reveals = 0;
    if (list == NULL)
        return 0;
    if (list->length == 0 || list->length > RUN_MAX
        || json_get(message->json, "action") != NULL)
        return fault_set(fault, "actions must be a list of 1 to 64, without action.");
    if (apply_all(table, message, list, seat, run))
        return 1;
    match_undo_many(table->match, run->count);
    return 0;
}

/* Shows the position as it would be. What the last action would draw or reveal stays
 * hidden: then it is the position before that action. */
int do_preview(Conn *conn, Table *table, Message *message)
{
    Run run;
    int seat;

    if (!find_actor(conn, table, message, &seat))
        return 0;
    if (seat == NOBODY)
        return 1;
    if (!seats_have(table->row.turn.waiting, seat))
        return message_refuse(message, ERROR_NOT_YOUR_TURN);
    if (!run_apply(table, message, seat, &run))
        return 0;
    if (run.reveals) {
        match_undo(table->match);
        run.count--;
        run.events.count = 0;
    }
    send_preview(conn, table, &run, message->id);
    match_undo_many(table->match, run.count);
    return 1;
}

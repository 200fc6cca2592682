/* update.c: what a seat or a spectator gets to see of a game in progress. */
#include "wire/update.h"

#include "wire/position.h"
#include "wire/table_json.h"

static void write_if(JsonOut *out, const char *key, int is_so)
{
    if (is_so)
        json_put_flag(out, key, is_so);
}

/* ------------------------------------------------------------------------- */
/* What happened                                                             */
/* ------------------------------------------------------------------------- */

static void write_event(JsonOut *out, const Game *game, const Event *event,
                        const Reader *reader)
{
    char sentence[SENTENCE_MAX];

    if (!(reader->parts & UPDATE_TEXT)) {
        event_write(out, game, event, NULL);
        return;
    }
    event_sentence(reader->language, game, event, reader->names, sentence);
    event_write(out, game, event, sentence);
}

static void write_events(JsonOut *out, const Game *game, const Events *events,
                         const Reader *reader)
{
    json_key(out, "events");
    json_open_list(out);
    for (int i = 0; events != NULL && i < events->count; i++) {
        if (event_is_seen_by(&events->items[i], reader->seat))
            write_event(out, game, &events->items[i], reader);
    }
    json_close_list(out);
}

void log_entry_write(JsonOut *out, const Game *game, const LogEntry *entry,
                     const Reader *reader)
{
    json_put_number(out, "n", entry->n);
    seat_write(out, "by", entry->done.seat);
    write_if(out, "bot", entry->done.is_by_bot);
    write_if(out, "back", entry->done.kind == ENTRY_UNDO);
    if (reader->parts & UPDATE_EVENTS)
        write_events(out, game, entry->events, reader);
}

/* ------------------------------------------------------------------------- */
/* The position now                                                          */
/* ------------------------------------------------------------------------- */

static void write_action(JsonOut *out, const Game *game, const State *view, Action action,
                         const Reader *reader)
{
    char sentence[SENTENCE_MAX];

    if (!(reader->parts & UPDATE_TEXT)) {
        action_write(out, game, action, NULL);
        return;
    }
    action_sentence(reader->language, game, view, reader->seat, action, reader->names,
                    sentence);
    action_write(out, game, action, sentence);
}

void thoughts_write(JsonOut *out, const Game *game, const State *view, Action action,
                    const Thoughts *thoughts, int seats, const Reader *reader)
{
    json_key(out, "action");
    write_action(out, game, view, action, reader);
    if (reader->parts & UPDATE_TEXT)
        json_put_number(out, "iterations", thoughts->iterations);
    json_key(out, "win");
    json_open_list(out);
    for (int seat = 0; thoughts->iterations > 0 && seat < seats; seat++)
        json_fraction(out, thoughts->win[seat]);
    json_close_list(out);
    json_key(out, "considered");
    json_open_list(out);
    for (int i = 0; i < thoughts->count; i++) {
        json_open_object(out);
        json_key(out, "action");
        write_action(out, game, view, thoughts->considered[i].action, reader);
        json_put_number(out, "visits", thoughts->considered[i].visits);
        json_key(out, "value");
        json_fraction(out, thoughts->considered[i].value);
        json_close_object(out);
    }
    json_close_list(out);
}

static void write_actions(JsonOut *out, const Game *game, const State *view,
                          const Reader *reader)
{
    Action actions[ACTIONS_MAX];
    int count = reader->seat == NOBODY ? 0 : game->list(view, reader->seat, actions);

    json_key(out, "actions");
    json_open_list(out);
    for (int i = 0; i < count; i++)
        write_action(out, game, view, actions[i], reader);
    json_close_list(out);
}

/* Everything is taken from the view, so that nothing hidden can leak. */
void update_write(JsonOut *out, const Match *match, const LogEntry *last,
                  const Reader *reader)
{
    const Game *game = match_game(match);
    State view = { { 0 } };

    game->observe(match_state(match), reader->seat, &view);
    seat_write(out, "seat", reader->seat);
    log_entry_write(out, game, last, reader);
    if (reader->parts & UPDATE_POSITION) {
        json_key(out, "position");
        position_write(out, game, match_setup(match), &view, SEEN_AS_VIEW);
    }
    if (reader->parts & UPDATE_ACTIONS)
        write_actions(out, game, &view, reader);
    json_put_flag(out, "undo",
                  reader->seat != NOBODY && !reader->cannot_undo
                      && match_can_undo(match, reader->seat));
}

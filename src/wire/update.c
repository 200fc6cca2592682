/* update.c: what a seat or a spectator gets to see of a game in progress. */
#include "wire/update.h"

#include "wire/hint.h"
#include "wire/position.h"
#include "wire/table_json.h"
#include "wire/terms_json.h"

#include <assert.h>
#include <string.h>

static void format_if(JsonOut *out, const char *key, int is_so)
{
    if (is_so)
        json_put_flag(out, key, is_so);
}

/* ------------------------------------------------------------------------- */
/* What happened                                                             */
/* ------------------------------------------------------------------------- */

static void format_event(JsonOut *out, const Game *game, const Event *event,
                         const Reader *reader)
{
    char sentence[SENTENCE_MAX];

    if (!(reader->parts & UPDATE_TEXT)) {
        event_format(out, game, event, NULL);
        return;
    }
    event_sentence(reader->language, game, event, reader->names, sentence);
    event_format(out, game, event, sentence);
}

static void format_events(JsonOut *out, const Game *game, const Events *events,
                          const Reader *reader)
{
    json_put_list(out, "events");
    for (int i = 0; events != NULL && i < events->count; i++) {
        if (event_is_seen_by(&events->items[i], reader->seat))
            format_event(out, game, &events->items[i], reader);
    }
    json_close_list(out);
}

static TermsStyle style_of(const Reader *reader)
{
    return (TermsStyle){ reader->language,
                         reader->parts & UPDATE_TEXT ? reader->names : NULL };
}

/* Only if the entry paid points or money. */
static void format_paid(JsonOut *out, const Game *game, const Events *events,
                        const Reader *reader)
{
    const TermsStyle style = style_of(reader);
    Terms paid;

    paid.count = 0;
    if (events != NULL)
        terms_of_events(game, events, reader->seat, &paid);
    if (paid.count == 0)
        return;
    json_key(out, "paid");
    terms_format(out, game, &paid, &style);
}

void log_entry_format(JsonOut *out, const Game *game, const LogEntry *entry,
                      const Reader *reader)
{
    json_put_number(out, "n", entry->n);
    seat_format(out, "by", entry->done.seat);
    format_if(out, "bot", entry->done.is_by_bot);
    format_if(out, "back", entry->done.kind == ENTRY_UNDO);
    if (reader->parts & UPDATE_EVENTS)
        format_events(out, game, entry->events, reader);
    if (reader->parts & UPDATE_TERMS)
        format_paid(out, game, entry->events, reader);
}

/* ------------------------------------------------------------------------- */
/* The position now                                                          */
/* ------------------------------------------------------------------------- */

static void format_action(JsonOut *out, const Game *game, const State *view, Action action,
                          const Reader *reader)
{
    char sentence[SENTENCE_MAX];

    if (!(reader->parts & UPDATE_TEXT)) {
        action_format(out, game, action, NULL);
        return;
    }
    action_sentence(reader->language, game, view, reader->seat, action, reader->names,
                    sentence);
    action_format(out, game, action, sentence);
}

static void format_considered(JsonOut *out, const Considered *considered, int seat)
{
    json_put_number(out, "visits", considered->visits);
    json_key(out, "value");
    json_fraction(out, considered->value);
    if (considered->visits == 0)
        return;
    json_key(out, "win");
    json_fraction(out, considered->win[seat]);
    json_put_number(out, "lead", hint_points(considered->lead[seat]));
}

static void format_reason(JsonOut *out, const Game *game, const State *view,
                          const Thoughts *thoughts, const Reader *reader)
{
    char why[SENTENCE_MAX];

    json_put_number(out, "iterations", thoughts->iterations);
    hint_reason(reader->language, game, view, reader->seat, thoughts, reader->names, why);
    json_put_text(out, "why", why);
}

void thoughts_format(JsonOut *out, const Game *game, const State *view, Action action,
                     const Thoughts *thoughts, int seats, const Reader *reader)
{
    json_key(out, "action");
    format_action(out, game, view, action, reader);
    if (reader->parts & UPDATE_TEXT)
        format_reason(out, game, view, thoughts, reader);
    json_put_list(out, "win");
    for (int seat = 0; thoughts->iterations > 0 && seat < seats; seat++)
        json_fraction(out, thoughts->win[seat]);
    json_close_list(out);
    json_put_list(out, "lead");
    for (int seat = 0; thoughts->iterations > 0 && seat < seats; seat++)
        json_number(out, hint_points(thoughts->lead[seat]));
    json_close_list(out);
    json_put_list(out, "considered");
    for (int i = 0; i < thoughts->count; i++) {
        json_open_object(out);
        json_key(out, "action");
        format_action(out, game, view, thoughts->considered[i].action, reader);
        format_considered(out, &thoughts->considered[i], reader->seat);
        json_close_object(out);
    }
    json_close_list(out);
}

static void format_actions(JsonOut *out, const Game *game, const State *view,
                           const Reader *reader)
{
    Action actions[ACTIONS_MAX];
    int count = reader->seat == NOBODY ? 0 : game->list(view, reader->seat, actions);

    json_put_list(out, "actions");
    for (int i = 0; i < count; i++)
        format_action(out, game, view, actions[i], reader);
    json_close_list(out);
}

/* The score sheet is shown at the end, when nothing is hidden any more. */
static void format_terms(JsonOut *out, const Match *match, const State *view,
                         const Reader *reader)
{
    const Game *game = match_game(match);
    const TermsStyle style = style_of(reader);
    Terms now;

    now.count = 0;
    if (game->terms != NULL)
        game->terms(view, NULL, &now);
    json_key(out, "terms");
    terms_format(out, game, &now, &style);
    if (!game_is_over(game, view))
        return;
    json_key(out, "account");
    score_sheet_format(out, game, match_score_sheet(match), match_setup(match)->seats,
                       &style);
}

static void format_seen(JsonOut *out, const Match *match, const State *view,
                        const Reader *reader)
{
    if (reader->parts & UPDATE_POSITION) {
        json_key(out, "position");
        position_format(out, match_game(match), match_setup(match), view, SEEN_AS_VIEW);
    }
    if (reader->parts & UPDATE_TERMS)
        format_terms(out, match, view, reader);
}

/* Keys come before it in its object, so the text begins with a comma. */
static void format_seen_once(JsonOut *out, const Match *match, const State *view,
                             const Reader *reader)
{
    SeenText *seen = reader->seen;

    assert(out->needs_comma || out->text->has_failed);
    if (!seen->is_set || seen->parts != reader->parts || seen->language != reader->language
        || memcmp(&seen->view, view, sizeof *view) != 0) {
        JsonOut once = { .text = &seen->text, .needs_comma = 1 };

        text_clear(&seen->text);
        format_seen(&once, match, view, reader);
        seen->is_set = 1;
        seen->parts = reader->parts;
        seen->language = reader->language;
        seen->view = *view;
    }
    out->text->has_failed |= seen->text.has_failed;
    text_append(out->text, seen->text.bytes, seen->text.length);
}

/* Everything is taken from the view, so that nothing hidden can leak. */
void update_format(JsonOut *out, const Match *match, const LogEntry *last,
                   const Reader *reader)
{
    const Game *game = match_game(match);
    State view = { { 0 } };

    game->observe(match_state(match), reader->seat, &view);
    seat_format(out, "seat", reader->seat);
    log_entry_format(out, game, last, reader);
    if (reader->seen != NULL && reader->parts & (UPDATE_POSITION | UPDATE_TERMS))
        format_seen_once(out, match, &view, reader);
    else
        format_seen(out, match, &view, reader);
    if (reader->parts & UPDATE_ACTIONS)
        format_actions(out, game, &view, reader);
    json_put_flag(out, "undo",
                  reader->seat != NOBODY && !reader->cannot_undo
                      && match_can_take_back(match, reader->seat));
}

/* table_json.c: actions, events and games as JSON, from the games' tables. */
#include "wire/table_json.h"

#include "play/setup.h"
#include "wire/sentences.h"
#include "wire/strict.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Out                                                                       */
/* ------------------------------------------------------------------------- */

static void format_value(JsonOut *out, const Field *field, int value)
{
    if (field->form == FIELD_NAME)
        json_name(out, value == UNKNOWN ? "?" : field->names->items[value]);
    else if (value == UNKNOWN)
        json_nothing(out);
    else
        json_number(out, value);
}

void arguments_format(JsonOut *out, const Phrase *phrase)
{
    for (int i = 0; i < phrase->count; i++) {
        json_key(out, phrase->arguments[i].field->name);
        format_value(out, phrase->arguments[i].field, phrase->arguments[i].value);
    }
}

static void format_text(JsonOut *out, const char *text)
{
    if (text != NULL)
        json_put_text(out, "text", text);
}

void action_format(JsonOut *out, const Game *game, Action action, const char *text)
{
    Phrase phrase;

    phrase_of_action(&phrase, game->action_kinds, NOBODY, action);
    json_open_object(out);
    json_put_name(out, "do", phrase.word);
    arguments_format(out, &phrase);
    format_text(out, text);
    json_close_object(out);
}

void seat_format(JsonOut *out, const char *key, int seat)
{
    json_key(out, key);
    if (seat == NOBODY)
        json_nothing(out);
    else
        json_number(out, seat);
}

static void format_marks(JsonOut *out, const Event *event)
{
    if (event->only != 0) {
        json_put_list(out, "only");
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if (seats_have(event->only, seat))
                json_number(out, seat);
        }
        json_close_list(out);
    }
    if (event->marks & EVENT_DRAWS)
        json_put_flag(out, "draws", 1);
    if (event->marks & EVENT_REVEALS)
        json_put_flag(out, "reveals", 1);
}

void event_format(JsonOut *out, const Game *game, const Event *event, const char *text)
{
    Phrase phrase;

    phrase_of_event(&phrase, game->event_kinds, event);
    json_open_object(out);
    json_put_name(out, "event", phrase.word);
    if (event->seat != NOBODY)
        json_put_number(out, "seat", event->seat);
    arguments_format(out, &phrase);
    if (phrase.list_field != NULL) {
        json_put_list(out, phrase.list_field->name);
        for (int i = 0; i < phrase.list_count; i++)
            format_value(out, phrase.list_field, phrase.list[i]);
        json_close_list(out);
    }
    format_marks(out, event);
    format_text(out, text);
    json_close_object(out);
}

static void format_option(JsonOut *out, const Game *game, const Option *option,
                          Language language)
{
    json_open_object(out);
    json_put_name(out, "id", option->id);
    json_put_text(out, "text", option_text(language, game, option));
    json_put_name(out, "usual", option->values.items[option->default_value]);
    json_put_list(out, "values");
    for (int i = 0; i < option->values.count; i++) {
        json_open_object(out);
        json_put_name(out, "id", option->values.items[i]);
        json_put_text(out, "text", words_name(language, game, &option->values, i));
        json_close_object(out);
    }
    json_close_list(out);
    json_close_object(out);
}

void game_format(JsonOut *out, const Game *game, Language language)
{
    json_open_object(out);
    json_put_name(out, "game", game->id);
    json_put_text(out, "title", game_title(language, game));
    json_put_number(out, "rules", game->rules_version);
    json_put_number(out, "least_seats", game->least_seats);
    json_put_number(out, "most_seats", game->most_seats);
    json_put_list(out, "options");
    for (int i = 0; i < game->option_count; i++)
        format_option(out, game, &game->options[i], language);
    json_close_list(out);
    json_close_object(out);
}

void games_format(JsonOut *out, Language language)
{
    json_put_list(out, "games");
    for (int i = 0; i < catalogue_count(); i++)
        game_format(out, catalogue_game(i), language);
    json_close_list(out);
}

/* ------------------------------------------------------------------------- */
/* In                                                                        */
/* ------------------------------------------------------------------------- */

/* The most that a field of this kind is in what the seat may do now; -1: nothing
 * of this kind may be done. */
static int most_listed(const Game *game, const State *state, int seat, int kind, int field)
{
    Action actions[ACTIONS_MAX];
    int count = game->list(state, seat, actions);
    int most = -1;

    for (int i = 0; i < count; i++) {
        int argument = field == 0 ? action_a(actions[i]) : action_b(actions[i]);
        if (action_kind(actions[i]) == kind && argument > most)
            most = argument;
    }
    return most;
}

/* What a number can be. */
static int refuse_bounds(const Field *field, int most, Fault *fault)
{
    int unit = field->unit == 0 ? 1 : field->unit;
    const char *steps = unit == 1 ? "" : fault_words(fault, ", in its usual steps");

    if (most < 0)
        return fault_set(fault, "action.%s must be a whole number, 0 or more%s.",
                         field->name, steps);
    return fault_set(fault, "action.%s must be a whole number from 0 to %d now%s.",
                     field->name, most * unit, steps);
}

static int read_name(const Json *json, const Field *field, int *argument, Fault *fault)
{
    if (!json_is(json, JSON_IS_TEXT))
        return fault_set(fault, "action.%s must be a string.", field->name);
    *argument = names_find(field->names, json->text);
    return *argument >= 0
           || fault_set(fault, "action.%s is \"%s\", which is not the name of %s %s.",
                        field->name, QUOTED_JSON(json),
                        fault_words(fault, article_of(field->names->group)),
                        field->names->group);
}

/* 0: it is no number that an action can hold. */
static int read_number(const Json *json, const Field *field, int *argument)
{
    int unit = field->unit == 0 ? 1 : field->unit;

    if (!json_is(json, JSON_IS_NUMBER) || json->number < 0
        || json->number / unit > ACTION_ARGUMENT_MAX || json->number % unit != 0)
        return 0;
    *argument = (int)(json->number / unit);
    return 1;
}

static int field_count(const ActionKind *kind)
{
    int count = 0;

    while (count < ACTION_FIELDS && kind->fields[count].name != NULL)
        count++;
    return count;
}

/* Does the action have the fields of this kind, and no others? */
static int has_fields_of(const Json *json, const ActionKind *kind)
{
    int count = field_count(kind);
    uint32_t others = 1 + (json_get(json, "text") != NULL); /* "do", "text" */

    for (int i = 0; i < count; i++) {
        if (json_get(json, kind->fields[i].name) == NULL)
            return 0;
    }
    return json->length == (uint32_t)count + others;
}

static int refuse_fields(const ActionKind *kind, Fault *fault)
{
    int count = field_count(kind);

    if (count == 0)
        return fault_set(fault, "The action \"%s\" has no fields.", kind->word);
    if (count == 1)
        return fault_set(fault, "The action \"%s\" has exactly the field %s.", kind->word,
                         kind->fields[0].name);
    return fault_set(fault, "The action \"%s\" has exactly the fields %s and %s.",
                     kind->word, kind->fields[0].name, kind->fields[1].name);
}

/* The kind whose word and fields these are; NULL: error in *fault. */
static const ActionKind *find_kind(const Json *json, const Game *game, Fault *fault)
{
    const Json *word = json_get(json, "do");
    const ActionKind *nearly = NULL;

    if (word == NULL || !json_is(word, JSON_IS_TEXT)) {
        fault_set(fault, "action.do must be a string.");
        return NULL;
    }
    for (int i = 0; i < game->action_kind_count; i++) {
        const ActionKind *kind = &game->action_kinds[i];
        if (strcmp(kind->word, word->text) != 0)
            continue;
        if (has_fields_of(json, kind))
            return kind;
        nearly = kind;
    }
    if (nearly != NULL)
        refuse_fields(nearly, fault);
    else
        fault_set(fault, "%s has no action \"%s\".", game->id, QUOTED_JSON(word));
    return NULL;
}

int action_read(const Json *json, const Game *game, const State *state, int seat,
                Action *action, Fault *fault)
{
    int arguments[ACTION_FIELDS] = { 0 };
    const ActionKind *found = find_kind(json, game, fault);
    const Json *text = json_get(json, "text");

    if (found == NULL)
        return 0;
    if (text != NULL && !json_is(text, JSON_IS_TEXT))
        return fault_set(fault, "action.text must be a string.");
    int kind = (int)(found - game->action_kinds);
    for (int i = 0; i < field_count(found); i++) {
        const Field *field = &found->fields[i];
        const Json *value = json_get(json, field->name);
        if (field->form == FIELD_NAME) {
            if (!read_name(value, field, &arguments[i], fault))
                return 0;
        } else if (!read_number(value, field, &arguments[i])) {
            return refuse_bounds(field, most_listed(game, state, seat, kind, i), fault);
        }
    }
    *action = action_make(kind, arguments[0], arguments[1]);
    return 1;
}

int action_refuse_bounds(const Game *game, const State *state, int seat, Action action,
                         Fault *fault)
{
    int kind = action_kind(action);

    for (int i = 0; i < field_count(&game->action_kinds[kind]); i++) {
        const Field *field = &game->action_kinds[kind].fields[i];
        int argument = i == 0 ? action_a(action) : action_b(action);
        int most = most_listed(game, state, seat, kind, i);
        if (field->form != FIELD_NAME && most >= 0 && argument > most)
            return refuse_bounds(field, most, fault);
    }
    return 0;
}

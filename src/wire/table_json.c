/* table_json.c: actions, events and games as JSON, from the games' tables. */
#include "wire/table_json.h"

#include "wire/sentences.h"
#include "wire/strict.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Out                                                                       */
/* ------------------------------------------------------------------------- */

static void write_value(JsonOut *out, const Field *field, int value)
{
    if (field->form == FIELD_NAME)
        json_name(out, value == UNKNOWN ? "?" : field->names->items[value]);
    else if (value == UNKNOWN)
        json_nothing(out);
    else
        json_number(out, value);
}

static void write_arguments(JsonOut *out, const Phrase *phrase)
{
    for (int i = 0; i < phrase->count; i++) {
        json_key(out, phrase->arguments[i].field->name);
        write_value(out, phrase->arguments[i].field, phrase->arguments[i].value);
    }
}

void action_write(JsonOut *out, const Game *game, Action action, const char *text)
{
    Phrase phrase;

    phrase_of_action(&phrase, game->action_kinds, NOBODY, action);
    json_open_object(out);
    json_key(out, "do");
    json_name(out, phrase.word);
    write_arguments(out, &phrase);
    if (text != NULL) {
        json_key(out, "text");
        json_text(out, text, strlen(text));
    }
    json_close_object(out);
}

static void write_marks(JsonOut *out, const Event *event)
{
    if (event->only != 0) {
        json_key(out, "only");
        json_open_list(out);
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if (seats_have(event->only, seat))
                json_number(out, seat);
        }
        json_close_list(out);
    }
    if (event->marks & EVENT_DRAWS) {
        json_key(out, "draws");
        json_flag(out, 1);
    }
    if (event->marks & EVENT_REVEALS) {
        json_key(out, "reveals");
        json_flag(out, 1);
    }
}

void event_write(JsonOut *out, const Game *game, const Event *event)
{
    Phrase phrase;

    phrase_of_event(&phrase, game->event_kinds, event);
    json_open_object(out);
    json_key(out, "event");
    json_name(out, phrase.word);
    if (event->seat != NOBODY) {
        json_key(out, "seat");
        json_number(out, event->seat);
    }
    write_arguments(out, &phrase);
    if (phrase.list_field != NULL) {
        json_key(out, phrase.list_field->name);
        json_open_list(out);
        for (int i = 0; i < phrase.list_count; i++)
            write_value(out, phrase.list_field, phrase.list[i]);
        json_close_list(out);
    }
    write_marks(out, event);
    json_close_object(out);
}

static void write_words(JsonOut *out, const char *key, const char *words)
{
    json_key(out, key);
    json_text(out, words, strlen(words));
}

static void write_option(JsonOut *out, const Game *game, const Option *option,
                         Language language)
{
    json_open_object(out);
    json_key(out, "id");
    json_name(out, option->id);
    write_words(out, "text", option_text(language, game, option));
    json_key(out, "usual");
    json_name(out, option->values.items[option->usual]);
    json_key(out, "values");
    json_open_list(out);
    for (int i = 0; i < option->values.count; i++) {
        json_open_object(out);
        json_key(out, "id");
        json_name(out, option->values.items[i]);
        write_words(out, "text", words_name(language, game, &option->values, i));
        json_close_object(out);
    }
    json_close_list(out);
    json_close_object(out);
}

void game_write(JsonOut *out, const Game *game, Language language)
{
    json_open_object(out);
    json_key(out, "game");
    json_name(out, game->id);
    write_words(out, "title", game_title(language, game));
    json_key(out, "rules");
    json_number(out, game->rules_version);
    json_key(out, "least_seats");
    json_number(out, game->least_seats);
    json_key(out, "most_seats");
    json_number(out, game->most_seats);
    json_key(out, "options");
    json_open_list(out);
    for (int i = 0; i < game->option_count; i++)
        write_option(out, game, &game->options[i], language);
    json_close_list(out);
    json_close_object(out);
}

/* ------------------------------------------------------------------------- */
/* In                                                                        */
/* ------------------------------------------------------------------------- */

static int read_name(const json_t *json, const Field *field, int *argument, Fault *fault)
{
    if (!json_is_string(json))
        return fault_tell(fault, "action.%s must be a string.", field->name);
    for (int i = 0; i < field->names->count; i++) {
        if (strcmp(field->names->items[i], json_string_value(json)) == 0) {
            *argument = i;
            return 1;
        }
    }
    return fault_tell(fault, "action.%s is \"%s\", which is not the name of a %s.",
                      field->name, QUOTED_JSON(json), field->names->group);
}

static int read_argument(const json_t *json, const Field *field, int *argument,
                         Fault *fault)
{
    int unit = field->unit == 0 ? 1 : field->unit;

    if (field->form == FIELD_NAME)
        return read_name(json, field, argument, fault);
    if (!json_is_integer(json) || json_integer_value(json) < 0
        || json_integer_value(json) / unit > ACTION_ARGUMENT_MAX
        || json_integer_value(json) % unit != 0)
        return fault_tell(fault, "action.%s must be a whole number from 0 to %d%s.",
                          field->name, ACTION_ARGUMENT_MAX * unit,
                          unit == 1 ? "" : " in its usual steps");
    *argument = (int)(json_integer_value(json) / unit);
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
static int has_fields_of(const json_t *json, const ActionKind *kind)
{
    int count = field_count(kind);
    size_t others = 1 + (json_object_get(json, "text") != NULL); /* "do", "text" */

    for (int i = 0; i < count; i++) {
        if (json_object_get(json, kind->fields[i].name) == NULL)
            return 0;
    }
    return json_object_size(json) == (size_t)count + others;
}

static int refuse_fields(const ActionKind *kind, Fault *fault)
{
    int count = field_count(kind);

    if (count == 0)
        return fault_tell(fault, "The action \"%s\" has no fields.", kind->word);
    return fault_tell(fault, "The action \"%s\" has exactly the field%s %s%s%s.",
                      kind->word, count > 1 ? "s" : "", kind->fields[0].name,
                      count > 1 ? " and " : "", count > 1 ? kind->fields[1].name : "");
}

/* The kind whose word and fields these are; NULL: told. */
static const ActionKind *find_kind(const json_t *json, const Game *game, Fault *fault)
{
    const json_t *word = json_object_get(json, "do");
    const ActionKind *nearly = NULL;

    if (!json_is_string(word)) {
        fault_tell(fault, "action.do must be a string.");
        return NULL;
    }
    for (int i = 0; i < game->action_kind_count; i++) {
        const ActionKind *kind = &game->action_kinds[i];
        if (strcmp(kind->word, json_string_value(word)) != 0)
            continue;
        if (has_fields_of(json, kind))
            return kind;
        nearly = kind;
    }
    if (nearly != NULL)
        refuse_fields(nearly, fault);
    else
        fault_tell(fault, "%s has no action \"%s\".", game->id, QUOTED_JSON(word));
    return NULL;
}

int action_read(const json_t *json, const Game *game, Action *action, Fault *fault)
{
    int arguments[ACTION_FIELDS] = { 0 };
    const ActionKind *kind = find_kind(json, game, fault);

    if (kind == NULL)
        return 0;
    for (int i = 0; i < field_count(kind); i++) {
        const json_t *value = json_object_get(json, kind->fields[i].name);
        if (!read_argument(value, &kind->fields[i], &arguments[i], fault))
            return 0;
    }
    *action = action_make((int)(kind - game->action_kinds), arguments[0], arguments[1]);
    return 1;
}

/* event_in.c: events from outside. */
#include "play/setup.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <string.h>

enum { NUMBER_MOST = 1000000 - 1 }; /* less than UNKNOWN says */

static int find_name(const Names *names, const Json *json)
{
    return json_is(json, JSON_IS_TEXT) ? names_find(names, json->text) : -1;
}

static int is_hidden(const Json *json)
{
    return json_is(json, JSON_IS_NOTHING)
           || (json_is(json, JSON_IS_TEXT) && strcmp(json->text, "?") == 0);
}

static int read_value(const Json *json, const Field *field, int seats, int32_t *value,
                      Fault *fault)
{
    int least = field->form <= FIELD_SIGNED ? -NUMBER_MOST : 0;
    int most = field->form == FIELD_SEAT ? seats - 1 : NUMBER_MOST;

    if (is_hidden(json)) {
        *value = UNKNOWN;
    } else if (field->form == FIELD_NAME) {
        *value = find_name(field->names, json);
        if (*value < 0)
            return fault_set(fault, "event.%s must be the name of %s %s.", field->name,
                             article_of(field->names->group), field->names->group);
    } else if (json_is(json, JSON_IS_NUMBER) && json->number >= least
               && json->number <= most) {
        *value = (int32_t)json->number;
    } else {
        return fault_set(fault, "event.%s must be a whole number from %d to %d.",
                         field->name, least, most);
    }
    return 1;
}

static int read_fields(const Json *json, const EventKind *kind, int seats, Event *event,
                       Fault *fault)
{
    for (int i = 0; i < EVENT_FIELDS && kind->fields[i].name != NULL; i++) {
        const Json *value = json_get(json, kind->fields[i].name);
        if (value == NULL)
            return fault_set(fault, "event.%s is missing.", kind->fields[i].name);
        if (!read_value(value, &kind->fields[i], seats, &event->fields[i], fault))
            return 0;
    }
    return 1;
}

static int read_list(const Json *json, const EventKind *kind, Event *event, Fault *fault)
{
    if (kind->list.name == NULL)
        return 1;
    const Json *list = json_get(json, kind->list.name);
    if (list == NULL || !json_is(list, JSON_IS_LIST) || list->length > EVENT_LIST_MAX)
        return fault_set(fault, "event.%s must be a list of %d at most.", kind->list.name,
                         EVENT_LIST_MAX);
    JSON_EACH(entry, list) {
        int name = find_name(kind->list.names, entry);
        if (name < 0)
            return fault_set(fault, "event.%s must be names of a %s.", kind->list.name,
                             kind->list.names->group);
        event->list[event->list_count++] = (uint8_t)name;
    }
    return 1;
}

/* Who may see it, and its marks. */
static int read_marks(const Json *json, int seats, Event *event, Fault *fault)
{
    const Json *only = json_get(json, "only");

    if (json_get(json, "draws") != NULL)
        event->marks |= EVENT_DRAWS;
    if (json_get(json, "reveals") != NULL)
        event->marks |= EVENT_REVEALS;
    if (only == NULL)
        return 1;
    if (!json_is(only, JSON_IS_LIST))
        return fault_set(fault, "event.only must be a list of seats.");
    JSON_EACH(entry, only) {
        if (!json_is(entry, JSON_IS_NUMBER) || entry->number < 0 || entry->number >= seats)
            return fault_set(fault, "event.only must be a list of seats.");
        event->only |= seat_bit((int)entry->number);
    }
    return 1;
}

static int read_seat(const Json *json, int seats, Event *event, Fault *fault)
{
    int seat = NOBODY;

    if (!strict_int_if(json, "seat", 0, seats - 1, &seat, fault))
        return 0;
    event->seat = (int8_t)seat;
    return 1;
}

static int read_event(const Json *json, const Game *game, int kind, int seats, Event *event,
                      Fault *fault)
{
    *event = (Event){ .kind = (uint8_t)kind };
    return read_seat(json, seats, event, fault)
           && read_fields(json, &game->event_kinds[kind], seats, event, fault)
           && read_list(json, &game->event_kinds[kind], event, fault)
           && read_marks(json, seats, event, fault);
}

int event_read(const Json *json, const Game *game, int seats, Event *event, Fault *fault)
{
    if (!json_is(json, JSON_IS_OBJECT))
        return fault_set(fault, "An event must be an object.");
    const Json *word = strict_text(json, "event", fault);
    if (word == NULL)
        return 0;
    for (int kind = 0; kind < game->event_kind_count; kind++) {
        if (strcmp(game->event_kinds[kind].word, word->text) == 0)
            return read_event(json, game, kind, seats, event, fault);
    }
    return fault_set(fault, "%s has no event \"%s\".", game->id, QUOTED_JSON(word));
}

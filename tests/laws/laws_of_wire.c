/* laws_of_wire.c: laws of JSON: what is written is read back the same. */
#include "laws/walk.h"
#include "wire/position.h"
#include "wire/table_json.h"

#include <string.h>

/* Parses the JSON that was written; the caller frees it. */
static Json *read_again(Walk *walk, Text *text)
{
    Fault fault = { 0 };
    Json *json = json_read(text->bytes, text->length, "not JSON", &fault);

    CLAIM(walk, json != NULL, "%s", fault.sentence);
    text_clear(text);
    return json;
}

LAW(views_arrive_byte_for_byte)
{
    Text text = { 0 };
    State view;

    if (!is_sampled(walk, 25))
        return;
    for (int seat = NOBODY; seat < walk->setup.seats; seat++) {
        JsonOut out = { .text = &text };
        Fault fault = { 0 };
        State back;

        look(walk, &walk->state, seat, &view);
        state_format(&out, walk->game, &view, SEEN_AS_VIEW);
        Json *json = read_again(walk, &text);
        CLAIM(walk, view_read(json, walk->game, &walk->setup, seat, &back, &fault),
              "the view of seat %d: %s", seat, fault.sentence);
        CLAIM(walk, same_state(walk, &back, &view),
              "the view of seat %d arrives as another", seat);
        json_free(json);
    }
    text_free(&text);
}

LAW(events_arrive_as_they_were)
{
    Text text = { 0 };

    if (walk->decisions == 0)
        return;
    for (int i = 0; i < walk->events.count; i++) {
        const Event *event = &walk->events.items[i];
        JsonOut out = { .text = &text };
        Fault fault = { 0 };
        Event back;

        event_format(&out, walk->game, event, NULL);
        Json *json = read_again(walk, &text);
        CLAIM(walk, event_read(json, walk->game, walk->setup.seats, &back, &fault),
              "event %d: %s", event->kind, fault.sentence);
        CLAIM(walk, same_event(&back, event), "event %d arrives as another", event->kind);
        json_free(json);
    }
    text_free(&text);
}

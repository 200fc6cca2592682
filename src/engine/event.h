/* event.h: what an action brought about, for logs, animation and undo. */
#ifndef ROUNDHOUSE_ENGINE_EVENT_H
#define ROUNDHOUSE_ENGINE_EVENT_H

#include "engine/names.h"
#include "engine/seats.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum { EVENT_FIELDS = 4, EVENT_LIST_MAX = 12, EVENTS_MAX = 128 };

/* Why an action cannot be undone: it revealed something. */
typedef enum EventMark {
    EVENT_REVEALS = 1, /* something hidden lies open now */
    EVENT_DRAWS = 2,   /* something came from a hidden pile or a random stream */
} EventMark;

typedef struct Event {
    uint8_t kind;       /* index into the game's EventKinds */
    uint8_t marks;      /* of EventMark */
    int8_t seat;        /* the seat concerned, or NOBODY */
    SeatSet only;       /* the seats that may see it; 0: everybody */
    uint8_t list_count; /* entries in list */
    uint8_t list[EVENT_LIST_MAX];
    int32_t fields[EVENT_FIELDS];
} Event;

/* How a kind of event is written:
 * {"event": word, "seat": …, field: value, …, list: [names]}. */
typedef struct EventKind {
    const char *word;
    Field fields[EVENT_FIELDS]; /* ends at the first without a name */
    Field list;                 /* FIELD_NAME, or without a name: no list */
} EventKind;

typedef struct Events {
    int count;
    Event items[EVENTS_MAX];
} Events;

static inline void events_keep(Events *events, Event event)
{
    assert(events->count < EVENTS_MAX);
    events->items[events->count++] = event;
}

/* events_add(events, event). A macro, so that the event is not even built when `events`
 * is NULL, as in millions of simulated games. */
#define events_add(events, ...)                                                            \
    do {                                                                                   \
        if ((events) != NULL)                                                              \
            events_keep((events), __VA_ARGS__);                                            \
    } while (0)

/* events_report(events, kind, seat, .fields = { 1 }, .marks = EVENT_DRAWS) */
#define events_report(events, what, who, ...)                                              \
    events_add(events,                                                                     \
               (Event){ .kind = (uint8_t)(what), .seat = (int8_t)(who), __VA_ARGS__ })

static inline int event_is_seen_by(const Event *event, int seat)
{
    return event->only == 0 || (seat != NOBODY && seats_have(event->only, seat));
}

#endif

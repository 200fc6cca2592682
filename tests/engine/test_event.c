/* test_event.c: lists of events, who sees them, and sets of seats. */
#include "engine/event.h"

#include <criterion/criterion.h>

Test(event, needs_no_list)
{
    events_add(NULL, (Event){ .kind = 1 });
}

Test(event, is_kept_in_order)
{
    Events events = { .count = 0 };

    for (int i = 0; i < EVENTS_MAX; i++)
        events_add(&events, (Event){ .kind = (uint8_t)i });
    cr_expect_eq(events.count, EVENTS_MAX);
    for (int i = 0; i < EVENTS_MAX; i++)
        cr_expect_eq(events.items[i].kind, i);
}

Test(event, for_everybody_is_seen_by_spectators_too)
{
    Event event = { .only = 0 };

    for (int seat = NOBODY; seat < SEATS_MAX; seat++)
        cr_expect(event_is_seen_by(&event, seat));
}

Test(event, for_some_is_seen_by_these_alone)
{
    Event event = { .only = (SeatSet)(seat_bit(1) | seat_bit(5)) };

    for (int seat = NOBODY; seat < SEATS_MAX; seat++)
        cr_expect_eq(event_is_seen_by(&event, seat), seat == 1 || seat == 5, "seat %d",
                     seat);
}

Test(seats, are_counted_and_found)
{
    SeatSet set = (SeatSet)(seat_bit(2) | seat_bit(4));

    cr_expect_eq(seats_count(set), 2);
    cr_expect_eq(seats_first(set), 2);
    cr_expect_eq(seats_first(0), NOBODY);
    cr_expect(seats_have(set, 4) && !seats_have(set, 3));
    cr_expect_eq(seats_all(5), 0x1f);
    cr_expect_eq(seats_all(SEATS_MAX), 0x3f);
}

Test(seats, go_round_to_the_left)
{
    cr_expect_eq(seat_left_of(0, 3), 1);
    cr_expect_eq(seat_left_of(2, 3), 0);
}

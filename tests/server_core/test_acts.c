/* test_acts.c: the log of acts is read when it may have grown, and seldom otherwise. */
#include "room.h"

#include "server/internal.h"
#include "store/admin.h"

#include <criterion/criterion.h>

enum { TICK_MS = 250, SECOND = 4 };

/* How often the log was read during so many ticks. */
static int looks(Room *room, int ticks)
{
    int count = 0;

    for (int i = 0; i < ticks; i++) {
        int64_t before = room->core->acts_looked;
        room->now += TICK_MS;
        core_tick(room->core);
        room_poll(room);
        count += room->core->acts_looked != before;
    }
    return count;
}

static void add_act(Room *room)
{
    StoreAct act = { .at = room->now, .what = "set" };

    cr_assert_eq(store_begin(room->store, NULL), STORE_OK);
    cr_assert_eq(store_act_add(room->store, &act, NULL), STORE_OK);
    cr_assert_eq(store_commit(room->store, NULL), STORE_OK);
}

Test(acts_followed, are_read_after_a_write_and_seldom_otherwise)
{
    const Limits limits = { .queued_bytes = 1 << 20 };
    Room room = { 0 };

    room_open(&room, &limits);
    looks(&room, SECOND);
    cr_expect_eq(looks(&room, 5 * SECOND), 0, "nothing was written");
    int64_t seen = room.core->acts_seen;
    add_act(&room);
    cr_expect_eq(looks(&room, 1), 1);
    cr_expect_eq(room.core->acts_seen, seen + 1);
    looks(&room, 2);
    cr_expect_eq(looks(&room, 5 * SECOND), 0, "nothing more was written");
    cr_expect_geq(looks(&room, 10 * SECOND), 1, "nodes of other versions send no notices");
    room_close(&room);
}

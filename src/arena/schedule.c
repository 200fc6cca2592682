/* schedule.c: who sits where in game n of a tournament. */
#include "arena/schedule.h"

#include <assert.h>

static long choices(int from, int count)
{
    long ways = 1;

    for (int i = 0; i < count; i++)
        ways = ways * (from - i) / (i + 1);
    return ways;
}

Schedule schedule_table(const int *entries, int seats)
{
    Schedule schedule = { .seats = seats, .table_count = 1 };

    for (int i = 0; i < seats; i++) {
        schedule.entries[i] = entries[i];
        if (entries[i] >= schedule.contender_count)
            schedule.contender_count = entries[i] + 1;
    }
    return schedule;
}

Schedule schedule_moving(const int *entries, int seats)
{
    Schedule schedule = schedule_table(entries, seats);

    schedule.is_moving = 1;
    return schedule;
}

Schedule schedule_round_robin(int contenders, int seats)
{
    assert(seats <= contenders && contenders <= CONTENDERS_MAX);
    return (Schedule){ .seats = seats,
                       .table_count = (int)choices(contenders, seats),
                       .contender_count = contenders,
                       .is_round_robin = 1 };
}

long schedule_set(const Schedule *schedule)
{
    return schedule->is_moving ? 1 : (long)schedule->table_count * schedule->seats;
}

long schedule_whole_sets(const Schedule *schedule, long games)
{
    long set = schedule_set(schedule);

    return (games + set - 1) / set * set;
}

/* The table-th choice of `seats` contenders, in the order of the dictionary. */
static void choose_table(const Schedule *schedule, long table, int *chosen)
{
    int contender = 0;

    for (int seat = 0; seat < schedule->seats; contender++) {
        long with_it =
            choices(schedule->contender_count - contender - 1, schedule->seats - seat - 1);
        if (table < with_it)
            chosen[seat++] = contender;
        else
            table -= with_it;
    }
}

/* The first stays; the others are put into the circle-th of their orders. */
static void arrange(int *chosen, int seats, long circle)
{
    for (int seat = 1; seat < seats; seat++) {
        int left = seats - seat;
        int pick = seat + (int)(circle % left);
        int picked = chosen[pick];
        circle /= left;
        for (; pick > seat; pick--)
            chosen[pick] = chosen[pick - 1];
        chosen[seat] = picked;
    }
}

void schedule_sitting(const Schedule *schedule, long n, Sitting *sitting)
{
    int seats = schedule->seats;
    int rotation = (int)(n % seats);
    int chosen[SEATS_MAX];

    sitting->deal = n / schedule_set(schedule);
    for (int i = 0; i < seats; i++)
        chosen[i] = schedule->entries[i];
    if (schedule->is_round_robin)
        choose_table(schedule, n / seats % schedule->table_count, chosen);
    if (!schedule->is_moving)
        arrange(chosen, seats, sitting->deal);
    for (int i = 0; i < seats; i++)
        sitting->contenders[(i + rotation) % seats] = chosen[i];
}

int schedule_copies(const Schedule *schedule, int contender)
{
    int copies = 0;

    if (schedule->is_round_robin)
        return 1;
    for (int i = 0; i < schedule->seats; i++)
        copies += schedule->entries[i] == contender;
    return copies;
}

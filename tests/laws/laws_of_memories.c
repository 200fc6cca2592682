/* laws_of_memories.c: laws of memories: a seat remembers what it has seen, and nothing
 * that is hidden changes a bit of it. */
#include "laws/walk.h"

#include <string.h>

/* What every seat remembers along the walk. Each test runs in a process of its own. */
static struct {
    Memory seats[SEATS_MAX];
} kept;

static void follow(const Walk *walk)
{
    if (walk->decisions == 0)
        memset(&kept, 0, sizeof kept);
    else
        for (int seat = 0; seat < walk->setup.seats; seat++)
            game_remember(walk->game, &kept.seats[seat], seat, &walk->events);
}

static int same_memory(const Memory *left, const Memory *right)
{
    return memcmp(left, right, sizeof *left) == 0;
}

LAW(a_memory_stays_within_its_size)
{
    static const Memory NONE;
    int size = walk->game->memory_size;

    CLAIM(walk, (walk->game->remember != NULL) == (size > 0) && size <= MEMORY_MAX,
          "a memory of %d bytes", size);
    follow(walk);
    for (int seat = 0; seat < walk->setup.seats; seat++)
        CLAIM(walk,
              memcmp(kept.seats[seat].bytes + size, NONE.bytes, (size_t)(MEMORY_MAX - size))
                  == 0,
              "seat %d remembers more than it may", seat);
}

/* The events as they would be had the seat's guess been the truth: if the seat sees the
 * same, it remembers the same. */
static void claim_same_memory(Walk *walk, int seat, const Memory *before)
{
    Events events = { .count = 0 };
    Memory truly = *before, seemingly = *before;
    State view, guessed, now, then;

    look(walk, &walk->before, seat, &view);
    guess(walk, &view, seat, &guessed);
    if (!is_listed(walk, &guessed, walk->seat, walk->action))
        return;
    walk->game->apply(&guessed, walk->seat, walk->action, &events);
    look(walk, &walk->state, seat, &now);
    look(walk, &guessed, seat, &then);
    if (!same_state(walk, &now, &then))
        return; /* it was shown something */
    game_remember(walk->game, &truly, seat, &walk->events);
    game_remember(walk->game, &seemingly, seat, &events);
    CLAIM(walk, same_memory(&truly, &seemingly), "seat %d remembers what is hidden from it",
          seat);
}

LAW(what_is_hidden_changes_no_bit_of_a_memory)
{
    for (int seat = 0; walk->decisions > 0 && seat < walk->setup.seats; seat++)
        claim_same_memory(walk, seat, &kept.seats[seat]);
    follow(walk);
}

/* Those whom an event is hidden from do not remember it, whatever it says. */
LAW(only_what_was_seen_is_remembered)
{
    for (int seat = 0; walk->decisions > 0 && seat < walk->setup.seats; seat++) {
        Memory truly = kept.seats[seat], scrambled = truly;
        Events other = walk->events;
        for (int i = 0; i < other.count; i++) {
            if (!event_is_seen_by(&other.items[i], seat))
                other.items[i].fields[0] = (int32_t)rng_below(&walk->dice, 3);
        }
        game_remember(walk->game, &truly, seat, &walk->events);
        game_remember(walk->game, &scrambled, seat, &other);
        CLAIM(walk, same_memory(&truly, &scrambled), "seat %d remembers an unseen event",
              seat);
    }
    follow(walk);
}

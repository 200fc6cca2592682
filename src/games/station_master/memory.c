/* memory.c: what a seat remembers: when each token came aboard and onto what train, and
 * how long the others have kept their cards. */
#include "games/station_master/sm.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Trains                                                                    */
/* ------------------------------------------------------------------------- */

static void count_carriage(SmTally *tally, int card, int sign)
{
    int8_t *sum = sm_is_classed(card) ? &tally->classed : &tally->plain;

    *sum = (int8_t)(*sum + sign * sm_carriage_value(SM_ORDINARY, card));
    tally->carriages = (uint8_t)(tally->carriages + sign);
}

/* Carriages that were there before the memory began are not counted. */
static void uncount_carriage(SmTally *tally, int card)
{
    if (tally->carriages > 0)
        count_carriage(tally, card, -1);
}

/* Its tokens go home, and the row closes up. A train that arrives in its place opens the
 * row again. */
static void train_leaves(SmMemory *memory, int train)
{
    int kept = 0;

    for (int i = 0; i < memory->count; i++) {
        SmBoarding *boarding = &memory->boardings[i];
        if (boarding->train == train)
            continue;
        boarding->train = (uint8_t)(boarding->train - (boarding->train > train));
        memory->boardings[kept++] = *boarding;
    }
    memset(&memory->boardings[kept], 0,
           (size_t)(memory->count - kept) * sizeof(SmBoarding));
    memory->count = (uint8_t)kept;
    memmove(&memory->tallies[train], &memory->tallies[train + 1],
            (size_t)(SM_TRAINS - 1 - train) * sizeof(SmTally));
    memory->tallies[SM_TRAINS - 1] = (SmTally){ 0 };
}

static void train_arrives(SmMemory *memory, int train)
{
    for (int i = 0; i < memory->count; i++) {
        SmBoarding *boarding = &memory->boardings[i];
        boarding->train = (uint8_t)(boarding->train + (boarding->train >= train));
    }
    memmove(&memory->tallies[train + 1], &memory->tallies[train],
            (size_t)(SM_TRAINS - 1 - train) * sizeof(SmTally));
    memory->tallies[train] = (SmTally){ 0 };
}

/* ------------------------------------------------------------------------- */
/* Tokens                                                                    */
/* ------------------------------------------------------------------------- */

static void token_boards(SmMemory *memory, int seat, int train)
{
    int aboard = 0;

    for (int i = 0; i < memory->count; i++)
        aboard += memory->boardings[i].seat == seat;
    if (aboard == SM_TOKENS)
        return; /* more than there are, after a position that was loaded */
    memory->boardings[memory->count++] =
        (SmBoarding){ .train = (uint8_t)train,
                      .seat = (uint8_t)seat,
                      .home = (uint8_t)(SM_TOKENS - aboard),
                      .tally = memory->tallies[train] };
}

/* Of several tokens of one owner the event does not say which: the first is assumed. It
 * comes to the end of its new train, so it becomes the last. */
static void token_moves(SmMemory *memory, int owner, int from, int to)
{
    int i = 0;

    while (i < memory->count
           && (memory->boardings[i].seat != owner || memory->boardings[i].train != from))
        i++;
    if (i == memory->count)
        return;
    SmBoarding moved = memory->boardings[i];
    moved.train = (uint8_t)to;
    memmove(&memory->boardings[i], &memory->boardings[i + 1],
            (size_t)(memory->count - 1 - i) * sizeof moved);
    memory->boardings[memory->count - 1] = moved;
}

/* ------------------------------------------------------------------------- */
/* Cards                                                                     */
/* ------------------------------------------------------------------------- */

static void card_played(SmMemory *memory, int seat)
{
    memory->plays[seat] = (uint8_t)(memory->plays[seat] + (memory->plays[seat] < 255));
    memory->waits[seat] = 0;
}

static void turn_without_card(SmMemory *memory, int seat)
{
    memory->waits[seat] = (uint8_t)(memory->waits[seat] + (memory->waits[seat] < 255));
}

void sm_remember(void *memory, UNUSED int seat, const Event *event)
{
    SmMemory *sm = memory;
    const int32_t *fields = event->fields;
    int stands = sm->stands;

    /* SM-5.6: the token after a Standing Room belongs to the same turn. */
    int is_standing = event->kind == SM_EVENT_ATTACHED && fields[0] == SM_STANDING;
    sm->stands = (uint8_t)(is_standing ? event->seat + 1 : 0);
    switch (event->kind) {
    case SM_EVENT_BOARDED:
        token_boards(sm, event->seat, fields[0]);
        if (stands != event->seat + 1)
            turn_without_card(sm, event->seat);
        break;
    case SM_EVENT_COUPLED:
        card_played(sm, event->seat);
        count_carriage(&sm->tallies[fields[1]], fields[0], 1);
        break;
    case SM_EVENT_PLAYED:
    case SM_EVENT_WASTED:
    case SM_EVENT_ATTACHED:
        card_played(sm, event->seat);
        break;
    case SM_EVENT_REASSIGNED:
        uncount_carriage(&sm->tallies[fields[1]], fields[0]);
        count_carriage(&sm->tallies[fields[2]], fields[0], 1);
        break;
    case SM_EVENT_REPAIRED:
        count_carriage(&sm->tallies[fields[1]], fields[0], 1);
        break;
    case SM_EVENT_MOVED:
        token_moves(sm, fields[0], fields[1], fields[2]);
        break;
    case SM_EVENT_UNCOUPLED:
        for (int i = 0; i < event->list_count; i++)
            uncount_carriage(&sm->tallies[fields[0]], event->list[i]);
        break;
    case SM_EVENT_DEPARTED:
        train_leaves(sm, fields[0]);
        break;
    case SM_EVENT_ARRIVED:
        train_arrives(sm, fields[0]);
        break;
    default:
        break;
    }
}

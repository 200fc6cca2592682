/* party.c: who plays: the people at this terminal, and the bots of the other seats. */
#include "cli/play.h"

#include "tui/keep.h"

#include <stdio.h>
#include <string.h>

static const char *const BOT_NAMES[SEATS_MAX] = { "Nora", "Emil", "Rosa",
                                                  "Otto", "Ida",  "Hugo" };

static const Bot *bot_or_default(const Bot *bot)
{
    return bot == NULL ? &BOT_GREEDY : bot;
}

void party_of_args(const PlayArgs *args, int seats, Party *party)
{
    int named = 0;

    *party = (Party){ .humans = args->humans == 0 ? seat_bit(0) : args->humans };
    party->humans &= seats_all(seats);
    for (int seat = 0; seat < seats; seat++) {
        const char *name = NULL;

        party->bots[seat] = bot_or_default(args->bot);
        if (!seats_have(party->humans, seat))
            name = BOT_NAMES[seat];
        else if (named < args->name_count)
            name = args->names[named++];
        if (name != NULL)
            snprintf(party->players.names[seat], sizeof party->players.names[seat], "%s",
                     name);
    }
}

/* ------------------------------------------------------------------------- */
/* A save                                                                    */
/* ------------------------------------------------------------------------- */

/* From the seat lines; 0: there are none. */
static int read_seats(const PlayArgs *args, int seats, Party *party)
{
    int is_said = 0;

    for (int seat = 0; seat < seats; seat++) {
        const SaveSeat *at = &party->players.seats[seat];

        is_said |= at->who != SAVE_UNKNOWN;
        if (at->who == SAVE_PERSON)
            party->humans |= seat_bit(seat);
        if (at->who == SAVE_BOT && args->bot == NULL)
            party->bots[seat] = bot_or_default(bot_find(at->level));
    }
    return is_said;
}

/* From the remark that older programs wrote: "bot hard people 0 2"; 0: there is none. */
static int read_remark(const PlayArgs *args, const char *path, int seats, Party *party)
{
    char remark[REMARK_MAX], *rest = NULL;
    const Bot *bot = NULL;

    keep_read_remark(path, remark);
    for (char *word = strtok_r(remark, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if (bot_find(word) != NULL)
            bot = bot_find(word);
        else if (word[0] >= '0' && word[0] < '0' + SEATS_MAX && word[1] == '\0')
            party->humans |= seat_bit(word[0] - '0');
    }
    for (int seat = 0; seat < seats && bot != NULL && args->bot == NULL; seat++)
        party->bots[seat] = bot;
    return party->humans != 0;
}

/* Older saves have names only. These are names of bots; any other name is taken for a
 * person. */
static void guess_by_names(int seats, Party *party)
{
    for (int seat = 0; seat < seats; seat++) {
        const char *name = party->players.names[seat];
        if (name[0] != '\0' && strcmp(name, BOT_NAMES[seat]) != 0)
            party->humans |= seat_bit(seat);
    }
}

void party_of_save(const PlayArgs *args, const char *path, int seats, Party *party)
{
    party->humans = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        party->bots[seat] = bot_or_default(args->bot);
    if (!read_seats(args, seats, party) && !read_remark(args, path, seats, party))
        guess_by_names(seats, party);
    if (args->humans != 0)
        party->humans = args->humans;
    party->humans &= seats_all(seats);
    if (party->humans == 0)
        party->humans = seat_bit(0); /* bots played it: somebody must go on */
}

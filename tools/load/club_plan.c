/* club_plan.c: names, codes and players of a club by their numbers. */
#include "load/club_plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The finalizer of SplitMix64. */
uint64_t club_mix(uint64_t number)
{
    number += 0x9E3779B97F4A7C15u;
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9u;
    number = (number ^ (number >> 27)) * 0x94D049BB133111EBu;
    return number ^ (number >> 31);
}

void club_name(int person, char out[CLUB_NAME_MAX])
{
    static const char *const FIRST[] = {
        "Ada",     "Ben",   "Chloe", "David", "Emil", "Fanny", "Gil",   "Hana",
        "Ines",    "Jules", "Kim",   "Lena",  "Max",  "Nora",  "Oscar", "Paula",
        "Quentin", "Rosa",  "Sam",   "Tess",  "Ugo",  "Vera",  "Wim",   "Zoe",
    };
    enum { FIRST_COUNT = sizeof FIRST / sizeof *FIRST };

    snprintf(out, CLUB_NAME_MAX, "%s %d", FIRST[person % FIRST_COUNT],
             person / FIRST_COUNT + 2);
}

void club_token(int person, char out[CLUB_TOKEN_MAX])
{
    snprintf(out, CLUB_TOKEN_MAX, "%016llx%016llx",
             (unsigned long long)club_mix((uint64_t)person),
             (unsigned long long)club_mix(~(uint64_t)person));
}

void club_code(int64_t number, char out[CLUB_CODE_MAX])
{
    static const char LETTERS[] = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
    enum { LETTER_COUNT = sizeof LETTERS - 1, LENGTH = 10 };
    /* Prime to the letters, so that no two numbers below 2^23 share a code. */
    uint64_t rest = (uint64_t)number * 397204094951u % 590490000000000u;

    for (int i = 0; i < LENGTH; i++) {
        out[i] = LETTERS[rest % LETTER_COUNT];
        rest /= LETTER_COUNT;
    }
    out[LENGTH] = '\0';
}

/* The square: of 10,000 people the busiest has 1 % of all seats, and the busier half has
 * 71 % of them. */
int club_somebody(const ClubPlan *plan, uint64_t chance)
{
    double share = (double)(club_mix(chance) >> 11) * 0x1p-53;

    return (int)(share * share * plan->people);
}

int club_admin(const ClubPlan *plan)
{
    return plan->people - 1;
}

/* Nobody sits twice at a table: then the next seat is a bot's. */
static int is_seated(const ClubGame *game, int seats, int person)
{
    for (int i = 0; i < seats; i++) {
        if (game->people[i] == person)
            return 1;
    }
    return 0;
}

void club_game(const Club *club, int number, ClubGame *game)
{
    const ClubPlan *plan = club->plan;
    uint64_t chance = club_mix((uint64_t)number);

    *game = (ClubGame){ .played = &club->pool[chance % POOL_GAMES], .away = -1 };
    game->is_public = chance >> 8 & 3 ? 1 : 0;
    game->has_log = (int64_t)number * plan->logs / plan->results
                    != (int64_t)(number + 1) * plan->logs / plan->results;
    for (int seat = 0; seat < game->played->setup.seats; seat++) {
        int person = club_somebody(plan, chance + (uint64_t)seat + 1);
        int is_bot = seat > 0 && (chance >> (16 + 4 * seat) & 15) < 2;
        game->people[seat] = is_bot || is_seated(game, seat, person) ? -1 : person;
    }
    if ((chance >> 48) % 30 == 0 && game->people[1] >= 0)
        game->away = 1;
}

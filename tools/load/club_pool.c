/* club_pool.c: plays the games of a club. */
#include "load/club_pool.h"

#include "games/catalogue.h"
#include "play/setup.h"
#include "store/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void record(PoolGame *pool, const Match *match)
{
    const Game *game = pool->game;
    const Move *moves = match_moves(match);
    State state = *match_start(match);

    for (int i = 0; i < pool->move_count; i++) {
        move_redo(game, &moves[i], &state, NULL);
        pool->moves[i] = (PoolMove){ .action = moves[i].action,
                                     .seat = moves[i].seat,
                                     .waiting = game->waiting(&state) };
    }
    game->scores(&state, pool->scores);
    game->ranking(&state, pool->places);
}

/* 0: no memory. */
static int play_to_the_end(Match *match, uint64_t seed)
{
    const Game *game = match_game(match);
    Action actions[ACTIONS_MAX];
    MatchStatus status = MATCH_OK;
    Rng rng;

    rng_seed(&rng, seed);
    while (status == MATCH_OK && !game_is_over(game, match_state(match))) {
        int seat = seats_first(game->waiting(match_state(match)));
        int count = game->list(match_state(match), seat, actions);
        status = match_apply(match, seat, actions[rng_below(&rng, (uint32_t)count)], NULL);
    }
    return status == MATCH_OK;
}

static int play(PoolGame *pool, int number)
{
    char seed[32];
    Match *match;
    int is_fine;

    pool->game = CATALOGUE[number % CATALOGUE_COUNT];
    game_default_setup(pool->game, 2 + number / CATALOGUE_COUNT % 4, &pool->setup);
    snprintf(seed, sizeof seed, "club %d", number);
    setup_seed_from_text(&pool->setup, seed, strlen(seed));
    replay_write_options(pool->game, &pool->setup, pool->options);
    match = match_new(pool->game, &pool->setup);
    is_fine = match != NULL && play_to_the_end(match, (uint64_t)number);
    if (is_fine) {
        pool->move_count = match_move_count(match);
        pool->moves = calloc((size_t)pool->move_count, sizeof *pool->moves);
        is_fine = pool->moves != NULL;
    }
    if (is_fine)
        record(pool, match);
    match_free(match);
    return is_fine;
}

int pool_play(PoolGame pool[POOL_GAMES], Fault *fault)
{
    memset(pool, 0, POOL_GAMES * sizeof *pool);
    for (int i = 0; i < POOL_GAMES; i++) {
        if (!play(&pool[i], i))
            return fault_set(fault, "There is no memory left.");
    }
    return 1;
}

void pool_free(PoolGame pool[POOL_GAMES])
{
    for (int i = 0; i < POOL_GAMES; i++)
        free(pool[i].moves);
    memset(pool, 0, POOL_GAMES * sizeof *pool);
}

int pool_thing(const Game *game, int number, char *out, size_t room)
{
    for (int i = 0; i < game->term_kind_count; i++) {
        const Field *fields = game->term_kinds[i].fields;
        for (int j = 0; j < TERM_FIELDS && fields[j].name != NULL; j++) {
            if (fields[j].form != FIELD_NAME)
                continue;
            if (number < fields[j].names->count) {
                snprintf(out, room, "%s/%s", fields[j].name,
                         fields[j].names->items[number]);
                return 1;
            }
            number -= fields[j].names->count;
        }
    }
    return 0;
}

/* laws_of_states.c: laws of states: their bytes, conservation, the end of games,
 * reproducibility. */
#include "laws/walk.h"

#include "games/all.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

static const uint8_t FILLS[] = { 0xAA, 0x55 };

/* Two states made in the same way, in memory with different contents. */
static void claim_written(Walk *walk, const State made[2], const char *who)
{
    size_t size = (size_t)walk->game->state_size;

    for (size_t i = 0; i < size && !same_state(walk, &made[0], &made[1]); i++)
        CLAIM(walk, made[0].bytes[i] == made[1].bytes[i], "%s leaves byte %d as it was",
              who, (int)i);
    for (int which = 0; which < 2; which++) {
        for (size_t i = size; i < STATE_MAX; i++)
            CLAIM(walk, made[which].bytes[i] == FILLS[which],
                  "%s writes byte %d, behind the state", who, (int)i);
    }
}

LAW(setup_writes_every_byte)
{
    State made[2];

    if (walk->decisions > 0)
        return;
    for (int which = 0; which < 2; which++) {
        memset(&made[which], FILLS[which], sizeof made[which]);
        walk->game->setup(&made[which], &walk->setup);
    }
    claim_written(walk, made, "setup");
}

LAW(observe_writes_every_byte_and_touches_nothing_else)
{
    State before = walk->state, made[2];

    if (!is_sampled(walk, 8))
        return;
    for (int seat = NOBODY; seat < walk->setup.seats; seat++) {
        for (int which = 0; which < 2; which++) {
            memset(&made[which], FILLS[which], sizeof made[which]);
            look(walk, &walk->state, seat, &made[which]);
        }
        claim_written(walk, made, "observe");
    }
    CLAIM(walk, memcmp(&before, &walk->state, sizeof before) == 0,
          "observe changes the state");
}

LAW(determinize_writes_every_byte_and_touches_nothing_else)
{
    State view, before, made[2];

    if (!is_sampled(walk, 20))
        return;
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        before = view;
        Rng dice = walk->dice;
        for (int which = 0; which < 2; which++) {
            memset(&made[which], FILLS[which], sizeof made[which]);
            walk->dice = dice;
            guess(walk, &view, seat, &made[which]);
        }
        claim_written(walk, made, "determinize");
        CLAIM(walk, same_state(walk, &before, &view), "determinize changes the view");
    }
}

/* ------------------------------------------------------------------------- */
/* Cards, money and tokens are conserved                                     */
/* ------------------------------------------------------------------------- */

LAW(states_stay_sound)
{
    const char *fault = walk->game->unsound(&walk->state);

    if (!is_sampled(walk, 3))
        return;
    CLAIM(walk, fault == NULL, "after action %#x: %s", walk->action, fault);
}

LAW(guesses_are_sound)
{
    State view, guessed;

    if (!is_sampled(walk, 12))
        return;
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        guess(walk, &view, seat, &guessed);
        const char *fault = walk->game->unsound(&guessed);
        CLAIM(walk, fault == NULL, "the guess of seat %d: %s", seat, fault);
    }
}

/* ------------------------------------------------------------------------- */
/* Ends                                                                      */
/* ------------------------------------------------------------------------- */

/* Equal seats share a place, and as many places are left out after them. */
static void check_ranking(Walk *walk)
{
    int places[SEATS_MAX], scores[SEATS_MAX];

    walk->game->ranking(&walk->state, places);
    walk->game->scores(&walk->state, scores);
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        int better = 0;
        for (int other = 0; other < walk->setup.seats; other++) {
            better += places[other] < places[seat];
            CLAIM(walk, scores[other] <= scores[seat] || places[other] < places[seat],
                  "seat %d has more than seat %d, and no better place", other, seat);
        }
        CLAIM(walk, places[seat] == better + 1, "seat %d has place %d behind %d others",
              seat, places[seat], better);
    }
}

/* Every walk asserts that its game ends. */
LAW(every_game_ends_with_scores_and_a_ranking)
{
    int scores[SEATS_MAX];

    walk->game->scores(&walk->state, scores);
    for (int seat = 0; seat < walk->setup.seats; seat++)
        CLAIM(walk, scores[seat] != UNKNOWN, "seat %d has no score", seat);
    if (walk->game->waiting(&walk->state) == 0)
        check_ranking(walk);
}

static void play_out(Walk *walk, State *state)
{
    const Game *game = walk->game;

    for (int decisions = 0; game->waiting(state); decisions++) {
        CLAIM(walk, decisions < DECISIONS_MAX, "a guessed game does not end");
        int seat = random_waiting_seat(game, state, &walk->dice);
        Action action = random_action(walk, state, seat, &walk->dice);
        game->apply(state, seat, action, NULL);
    }
}

LAW(guesses_can_be_played_to_the_end)
{
    State view, guessed;

    if (rng_below(&walk->dice, 100) != 0)
        return;
    int seat = (int)rng_below(&walk->dice, (uint32_t)walk->setup.seats);
    look(walk, &walk->state, seat, &view);
    guess(walk, &view, seat, &guessed);
    play_out(walk, &guessed);
    const char *fault = walk->game->unsound(&guessed);
    CLAIM(walk, fault == NULL, "at the end of a game guessed by seat %d: %s", seat, fault);
}

/* ------------------------------------------------------------------------- */
/* Reproducibility                                                           */
/* ------------------------------------------------------------------------- */

static struct {
    int8_t seat;
    Action action;
} record[DECISIONS_MAX];

static void check_replay(Walk *walk)
{
    State state;

    memset(&state, 0xAA, sizeof state);
    walk->game->setup(&state, &walk->setup);
    for (int i = 0; i < walk->decisions; i++) {
        Status status =
            game_apply(walk->game, &state, record[i].seat, record[i].action, NULL);
        CLAIM(walk, status == STATUS_OK, "decision %d is refused in the replay", i + 1);
    }
    CLAIM(walk, same_state(walk, &state, &walk->state), "the replay ends otherwise");
}

LAW(replaying_the_actions_gives_the_same_bytes)
{
    if (walk->decisions > 0) {
        record[walk->decisions - 1].seat = (int8_t)walk->seat;
        record[walk->decisions - 1].action = walk->action;
    }
    if (walk->game->waiting(&walk->state) == 0)
        check_replay(walk);
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static void check_names(const Game *game, const Names *names)
{
    cr_assert(names->count > 0, "%s: nothing in %s", game->id, names->group);
    for (int i = 0; i < names->count; i++) {
        cr_assert_not_null(names->items[i], "%s: %s %d has no name", game->id, names->group,
                           i);
        for (int other = 0; other < i; other++)
            cr_assert_str_neq(names->items[i], names->items[other], "%s: two %s", game->id,
                              names->items[i]);
    }
}

static void check_options(const Game *game)
{
    cr_assert_leq(game->option_count, OPTIONS_MAX, "%s: too many options", game->id);
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        check_names(game, &option->values);
        cr_assert(option->default_value >= 0
                      && option->default_value < option->values.count,
                  "%s: the default of %s", game->id, option->id);
    }
}

static void check_default_setups(const Game *game)
{
    Setup setup;

    for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
        game_default_setup(game, seats, &setup);
        cr_assert_null(game->refuse(&setup), "%s for %d refuses the default options",
                       game->id, seats);
    }
}

static void check_words(const Game *game)
{
    for (int i = 0; i < game->action_kind_count; i++)
        cr_assert_not_null(game->action_kinds[i].word, "%s: action %d", game->id, i);
    for (int i = 0; i < game->event_kind_count; i++)
        cr_assert_not_null(game->event_kinds[i].word, "%s: event %d", game->id, i);
}

Test(laws, tables_are_complete)
{
    for (int i = 0; i < all_games_count(); i++) {
        const Game *game = all_games(i);
        cr_assert(game->least_seats >= 1 && game->least_seats <= game->most_seats
                      && game->most_seats <= SEATS_MAX,
                  "%s: the number of seats", game->id);
        cr_assert(game->state_size > 0 && game->state_size <= STATE_MAX,
                  "%s: the size of the state", game->id);
        check_options(game);
        check_default_setups(game);
        check_words(game);
    }
}

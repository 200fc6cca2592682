/* laws_of_views.c: laws of views and determinization: what a seat may know and guess,
 * and that no view leaks more. */
#define _GNU_SOURCE /* memmem */
#include "laws/walk.h"

#include "games/all.h"

#include <string.h>

enum { GUESSES = 3 };

/* ------------------------------------------------------------------------- */
/* A view is enough to play                                                  */
/* ------------------------------------------------------------------------- */

static void claim_same_actions(Walk *walk, const State *other, int viewer, const char *what)
{
    const Game *game = walk->game;
    Action truly[ACTIONS_MAX], seemingly[ACTIONS_MAX];
    int count = game->list(&walk->state, viewer, truly);

    CLAIM(walk, game->waiting(other) == game->waiting(&walk->state),
          "others wait in the %s of seat %d", what, viewer);
    CLAIM(walk, game->list(other, viewer, seemingly) == count,
          "another number of actions in the %s of seat %d", what, viewer);
    CLAIM(walk, memcmp(truly, seemingly, (size_t)count * sizeof truly[0]) == 0,
          "other actions in the %s of seat %d", what, viewer);
}

LAW(views_and_guesses_offer_what_the_state_offers)
{
    State view, guessed;

    if (!is_sampled(walk, 5))
        return;
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        claim_same_actions(walk, &view, seat, "view");
        guess(walk, &view, seat, &guessed);
        claim_same_actions(walk, &guessed, seat, "guess");
    }
}

LAW(spectators_see_who_waits)
{
    State view;

    look(walk, &walk->state, NOBODY, &view);
    CLAIM(walk, walk->game->waiting(&view) == walk->game->waiting(&walk->state),
          "a spectator sees others wait");
}

LAW(views_show_scores_truly_or_not_at_all)
{
    int truly[SEATS_MAX], seemingly[SEATS_MAX];
    int is_over = game_is_over(walk->game, &walk->state);
    State view;

    walk->game->scores(&walk->state, truly);
    for (int viewer = NOBODY; viewer < walk->setup.seats; viewer++) {
        look(walk, &walk->state, viewer, &view);
        walk->game->scores(&view, seemingly);
        for (int seat = 0; seat < walk->setup.seats; seat++) {
            int is_hidden = seemingly[seat] == UNKNOWN && seat != viewer && !is_over;
            CLAIM(walk, is_hidden || seemingly[seat] == truly[seat],
                  "to %d the score of %d is %d, not %d", viewer, seat, seemingly[seat],
                  truly[seat]);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Hidden information changes no byte of a view                              */
/* ------------------------------------------------------------------------- */

LAW(a_guess_looks_the_same_to_its_seat)
{
    State view, guessed, again;

    if (!is_sampled(walk, 10))
        return;
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        for (int i = 0; i < GUESSES; i++) {
            guess(walk, &view, seat, &guessed);
            look(walk, &guessed, seat, &again);
            CLAIM(walk, same_state(walk, &view, &again),
                  "seat %d can tell its guess from the truth", seat);
        }
    }
}

/* Reviews draw anew what nobody knows, and nothing else. */
LAW(another_draw_of_the_piles_changes_no_view)
{
    State redrawn = walk->state, view, again;

    if (walk->game->redraw == NULL || !is_sampled(walk, 5))
        return;
    walk->game->redraw(&redrawn, &walk->dice);
    CLAIM(walk, walk->game->unsound(&redrawn) == NULL, "another draw is not sound");
    for (int seat = NOBODY; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        look(walk, &redrawn, seat, &again);
        CLAIM(walk, same_state(walk, &view, &again), "seat %d sees another draw", seat);
    }
}

LAW(a_view_of_a_view_is_the_view)
{
    State view, again;

    for (int seat = NOBODY; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        look(walk, &view, seat, &again);
        CLAIM(walk, same_state(walk, &view, &again), "seat %d sees less at second sight",
              seat);
    }
}

/* The spectator's view is the same from the state and from any seat's view. */
LAW(a_spectator_knows_no_more_than_any_seat)
{
    State direct, view, through;

    look(walk, &walk->state, NOBODY, &direct);
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        look(walk, &view, NOBODY, &through);
        CLAIM(walk, same_state(walk, &direct, &through),
              "a spectator sees what seat %d does not", seat);
    }
}

/* Each seat determinizes from its view of the previous guess. At the end everything
 * hidden has changed, and the spectator's view is the same. */
LAW(a_chain_of_guesses_shows_the_public_nothing)
{
    State public, link = walk->state, view, now;

    if (!is_sampled(walk, 5))
        return;
    look(walk, &walk->state, NOBODY, &public);
    for (int i = 0; i < GUESSES; i++) {
        int seat = (int)rng_below(&walk->dice, (uint32_t)walk->setup.seats);
        look(walk, &link, seat, &view);
        guess(walk, &view, seat, &link);
        look(walk, &link, NOBODY, &now);
        CLAIM(walk, same_state(walk, &public, &now),
              "the public can tell a guess of seat %d from the truth", seat);
    }
}

/* Eight consecutive bytes do not match by chance. */
static int holds_part_of_seed(const Walk *walk, const State *state)
{
    for (int i = 0; i + 8 <= SEED_BYTES; i++) {
        if (memmem(state->bytes, (size_t)walk->game->state_size, walk->setup.seed + i, 8))
            return 1;
    }
    return 0;
}

LAW(the_seed_is_in_no_view_and_no_guess)
{
    State view, guessed;

    if (!is_sampled(walk, 20))
        return;
    for (int seat = NOBODY; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        CLAIM(walk, !holds_part_of_seed(walk, &view), "seat %d sees the seed", seat);
        if (seat == NOBODY)
            continue;
        guess(walk, &view, seat, &guessed);
        CLAIM(walk, !holds_part_of_seed(walk, &guessed), "seat %d guesses the seed", seat);
    }
}

/* ------------------------------------------------------------------------- */
/* What an action reveals                                                    */
/* ------------------------------------------------------------------------- */

static const Event *next_seen(const Events *events, int *at, int seat)
{
    while (*at < events->count) {
        const Event *event = &events->items[(*at)++];
        if (event_is_seen_by(event, seat))
            return event;
    }
    return NULL;
}

static int same_events_for(const Events *left, const Events *right, int seat)
{
    int at_left = 0, at_right = 0;

    for (;;) {
        const Event *one = next_seen(left, &at_left, seat);
        const Event *other = next_seen(right, &at_right, seat);
        if (one == NULL || other == NULL)
            return one == other;
        if (!same_event(one, other))
            return 0;
    }
}

/* Would the action have looked different to the seat, had its guess been the truth?
 * Then the action has revealed something. */
static int learns(Walk *walk, int seat)
{
    State view, guessed, truth_now, guess_now;
    Events events = { .count = 0 };

    look(walk, &walk->before, seat, &view);
    guess(walk, &view, seat, &guessed);
    if (!is_listed(walk, &guessed, walk->seat, walk->action))
        return 0;
    walk->game->apply(&guessed, walk->seat, walk->action, &events);
    look(walk, &walk->state, seat, &truth_now);
    look(walk, &guessed, seat, &guess_now);
    return !same_state(walk, &truth_now, &guess_now)
           || !same_events_for(&walk->events, &events, seat);
}

static int marks_of(const Events *events)
{
    int marks = 0;

    for (int i = 0; i < events->count; i++)
        marks |= events->items[i].marks;
    return marks;
}

/* Undo relies on this. */
LAW(whatever_teaches_somebody_something_is_marked)
{
    if (walk->decisions == 0 || marks_of(&walk->events) != 0 || !is_sampled(walk, 6))
        return;
    for (int seat = 0; seat < walk->setup.seats; seat++)
        CLAIM(walk, !learns(walk, seat), "seat %d learns by the unmarked action %#x", seat,
              walk->action);
}

/* Conversely: if guesses always predict the result of a reveal or a draw, the view has
 * leaked it. Counted for each game and set of marks. */
enum { GAMES_MAX = 16, MARK_SETS = (EVENT_REVEALS | EVENT_DRAWS) + 1, ENOUGH = 50 };

static struct {
    int marked, surprising;
} tally[GAMES_MAX][MARK_SETS];

static int index_of(const Game *game)
{
    int i = 0;

    while (all_games(i) != game)
        i++;
    return i;
}

static void count_surprises(Walk *walk)
{
    int marks = walk->decisions == 0 ? 0 : marks_of(&walk->events);

    if (marks == 0)
        return;
    int game = index_of(walk->game);
    tally[game][marks].marked++;
    tally[game][marks].surprising += learns(walk, walk->seat);
}

Test(laws, guesses_do_not_know_what_comes)
{
    cr_assert_leq(all_games_count(), GAMES_MAX);
    walk_every_game(count_surprises);
    for (int game = 0; game < all_games_count(); game++) {
        for (int marks = 1; marks < MARK_SETS; marks++) {
            int marked = tally[game][marks].marked;
            int surprising = tally[game][marks].surprising;
            cr_expect(marked < ENOUGH || surprising * 4 >= marked,
                      "%s: of %d actions with marks %d only %d surprised the guesser",
                      all_games(game)->id, marked, marks, surprising);
        }
    }
}

/* laws_of_shapes.c: laws of writing and reading positions. */
#include "engine/tape.h"
#include "laws/walk.h"

#include <string.h>

static Tape tape;

static void write_down(Walk *walk, State state, TapeSecrets secrets)
{
    tape_write(&tape, secrets);
    walk->game->shape(&tape.codec, &state);
}

/* Reads into a position with the same options, but another deal. */
static void read_back(Walk *walk, State *state)
{
    Setup setup = walk->setup;

    rng_fill(&walk->dice, setup.seed, SEED_BYTES);
    memset(state, 0, sizeof *state);
    walk->game->setup(state, &setup);
    tape_read(&tape);
    walk->game->shape(&tape.codec, state);
}

static const char *fault_key(void)
{
    return tape.fault_key == NULL ? "" : tape.fault_key;
}

LAW(what_is_written_reads_back_as_the_same_position)
{
    State state;

    if (!is_sampled(walk, 4))
        return;
    write_down(walk, walk->state, TAPE_OPEN_CARDS);
    CLAIM(walk, tape_fault(&tape) == NULL, "writing: %s (%s)", tape_fault(&tape),
          fault_key());
    read_back(walk, &state);
    CLAIM(walk, tape_fault(&tape) == NULL, "reading: %s (%s)", tape_fault(&tape),
          fault_key());
    CLAIM(walk, same_position(walk, &state, &walk->state), "it reads back as another");
}

LAW(writing_changes_nothing)
{
    State state = walk->state;

    if (!is_sampled(walk, 6))
        return;
    tape_write(&tape, TAPE_OPEN_CARDS);
    walk->game->shape(&tape.codec, &state);
    CLAIM(walk, memcmp(&state, &walk->state, sizeof state) == 0,
          "writing changes the state");
}

LAW(views_can_be_written)
{
    State view = walk->state;

    if (!is_sampled(walk, 12))
        return;
    for (int seat = NOBODY; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        write_down(walk, view, TAPE_MAY_HIDE);
        CLAIM(walk, tape_fault(&tape) == NULL, "the view of seat %d: %s (%s)", seat,
              tape_fault(&tape), fault_key());
    }
}

/* ------------------------------------------------------------------------- */
/* Imported positions                                                        */
/* ------------------------------------------------------------------------- */

static TapeToken *random_token(Walk *walk, TapeKind least, TapeKind most)
{
    for (;;) {
        TapeToken *token = &tape.tokens[rng_below(&walk->dice, (uint32_t)tape.count)];
        if (token->kind >= least && token->kind <= most)
            return token;
    }
}

/* Swaps two names, or changes a value within its bounds. */
static void tamper(Walk *walk)
{
    TapeToken *token = random_token(walk, TAPE_NUMBER, TAPE_NAME);

    if (token->kind == TAPE_NAME && rng_below(&walk->dice, 2) == 0) {
        TapeToken *other = random_token(walk, TAPE_NAME, TAPE_NAME);
        int value = token->value;
        token->value = other->value;
        other->value = value;
        return;
    }
    token->value =
        token->least
        + (int)rng_below(&walk->dice, (uint32_t)(token->most - token->least + 1));
}

/* Every position that is accepted as sound can be played to a sound end. */
LAW(a_position_tampered_with_is_refused_or_playable)
{
    State state;

    if (!is_sampled(walk, 50))
        return;
    write_down(walk, walk->state, TAPE_OPEN_CARDS);
    for (int changes = (int)rng_below(&walk->dice, 3); changes >= 0; changes--)
        tamper(walk);
    read_back(walk, &state);
    if (tape_fault(&tape) != NULL || walk->game->unsound(&state) != NULL)
        return;
    for (int decisions = 0; decisions < 50 && walk->game->waiting(&state); decisions++) {
        int seat = random_waiting_seat(walk->game, &state, &walk->dice);
        CLAIM(walk, seat < walk->setup.seats, "tampered with, seat %d waits", seat);
        walk->game->apply(&state, seat, random_action(walk, &state, seat, &walk->dice),
                          NULL);
        const char *fault = walk->game->unsound(&state);
        CLAIM(walk, fault == NULL, "tampered with, it passes for sound and becomes: %s",
              fault);
    }
}

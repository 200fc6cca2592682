/* game.c: what every game shares. */
#include "engine/game.h"

void game_default_setup(const Game *game, int seats, Setup *setup)
{
    *setup = (Setup){ .seats = seats };
    for (int i = 0; i < game->option_count && i < OPTIONS_MAX; i++)
        setup->options[i] = (uint8_t)game->options[i].default_value;
}

static int is_listed(const Action *actions, int count, Action action)
{
    for (int i = 0; i < count; i++) {
        if (actions[i] == action)
            return 1;
    }
    return 0;
}

Status game_apply(const Game *game, void *state, int seat, Action action, Events *events)
{
    Action legal[ACTIONS_MAX];

    if (seat < 0 || seat >= SEATS_MAX || !seats_have(game->waiting(state), seat))
        return STATUS_NOT_WAITING;
    if (!is_listed(legal, game->list(state, seat, legal), action))
        return STATUS_ILLEGAL;
    game->apply(state, seat, action, events);
    return STATUS_OK;
}

int game_is_over(const Game *game, const void *state)
{
    return game->waiting(state) == 0;
}

int game_canonical(const Game *game, const void *state, State *out)
{
    if (game->canonical != NULL)
        return game->canonical(state, out);
    memcpy(out, state, (size_t)game->state_size);
    return game->state_size;
}

void game_remember(const Game *game, Memory *memory, int seat, const Events *events)
{
    for (int i = 0; i < events->count && game->remember != NULL; i++) {
        if (event_is_seen_by(&events->items[i], seat))
            game->remember(memory, seat, &events->items[i]);
    }
}

int game_is_stuck(const Game *game, const void *state)
{
    Action actions[ACTIONS_MAX];
    SeatSet waiting = game->waiting(state);

    for (; waiting != 0; waiting &= (SeatSet)(waiting - 1)) {
        if (game->list(state, seats_first(waiting), actions) == 0)
            return 1;
    }
    return 0;
}

void game_rank_by(const int *values, int seats, int *places)
{
    for (int seat = 0; seat < seats; seat++) {
        places[seat] = 1;
        for (int other = 0; other < seats; other++)
            places[seat] += values[other] > values[seat];
    }
}

int game_is_tied(const int *scores, int seats, int seat)
{
    for (int other = 0; other < seats; other++) {
        if (other != seat && scores[other] == scores[seat])
            return 1;
    }
    return 0;
}

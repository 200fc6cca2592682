/* fuzz_apply.c: bytes choose a game, its setup, and then actions: legal ones by
 * their place in the list, and rubbish. The laws of engine/game.h hold on the
 * way, and what is refused changes nothing.
 *
 *     game  seats  options…  seed  { 0…239: a listed action | 240…255 seat action(4) }… */
#include "fuzz.h"

#include "engine/game.h"
#include <string.h>

/* The laws take most of the time: a byte decides whether they are checked. */
enum { RUBBISH = 240, STEPS_MAX = 2000, LAWS_EVERY = 4 };

typedef struct Table {
    const Game *game;
    size_t size; /* of the state */
    State state, view, guess, again;
    Action actions[ACTIONS_MAX], others[ACTIONS_MAX];
} Table;

static Action next_action(Input *input)
{
    Action action = 0;

    for (int i = 0; i < 4; i++)
        action = action << 8 | (Action)next_byte(input);
    return action;
}

static void require_same_list(Table *table, const State *other, int seat, int count)
{
    REQUIRE(table->game->list(other, seat, table->others) == count);
    REQUIRE(memcmp(table->actions, table->others, (size_t)count * sizeof(Action)) == 0);
}

/* The seat's list is in table->actions. */
static void require_laws(Table *table, int seat, int count)
{
    const Game *game = table->game;
    Rng rng;

    for (int i = 1; i < count; i++)
        REQUIRE(table->actions[i - 1] < table->actions[i]);
    game->observe(&table->state, seat, &table->view);
    require_same_list(table, &table->view, seat, count);
    rng_seed(&rng, table->actions[0]);
    game->determinize(&table->view, seat, &rng, &table->guess);
    require_same_list(table, &table->guess, seat, count);
    game->observe(&table->guess, seat, &table->again);
    REQUIRE(memcmp(&table->view, &table->again, table->size) == 0);
    REQUIRE(game->unsound(&table->state) == NULL);
    REQUIRE(game->unsound(&table->guess) == NULL);
}

static void apply_rubbish(Table *table, int seat, Action action)
{
    const State before = table->state;
    Events events = { 0 };
    Status status = game_apply(table->game, &table->state, seat, action, &events);

    if (status != STATUS_OK)
        REQUIRE(memcmp(&before, &table->state, sizeof before) == 0 && events.count == 0);
}

static void step(Table *table, Input *input)
{
    int seat = seats_first(table->game->waiting(&table->state));
    int count = table->game->list(&table->state, seat, table->actions);
    int byte = next_byte(input);
    Events events = { 0 };

    REQUIRE(count > 0);
    if (byte % LAWS_EVERY == 0)
        require_laws(table, seat, count);
    if (byte >= RUBBISH) {
        int anyone = next_byte(input) - 8; /* below, at and above the table */
        apply_rubbish(table, anyone, next_action(input));
        return;
    }
    REQUIRE(
        game_apply(table->game, &table->state, seat, table->actions[byte % count], &events)
        == STATUS_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Table table;
    Input input = { data, data + size };
    Setup setup;

    memset(&table.state, 0, sizeof table.state);
    if (!next_setup(&input, &table.game, &setup))
        return 0;
    table.size = (size_t)table.game->state_size;
    table.game->setup(&table.state, &setup);
    for (int n = 0; n < STEPS_MAX && input.next < input.end; n++) {
        if (game_is_over(table.game, &table.state))
            break;
        step(&table, &input);
    }
    return 0;
}

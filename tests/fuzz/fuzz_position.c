/* fuzz_position.c: loads mutated positions of random games. A position is refused with
 * an error, or can be played: the laws hold at every step, no assertion fails, and the
 * game ends. Most mutations keep the text a position: numbers change a little, names
 * swap places, cards move between piles, keys vanish. */
#include "fuzz.h"

#include "wire/position.h"

#include <jansson.h>
#include <string.h>

enum {
    STEPS_MAX = 6000,
    LEAVES_MAX = 2048,
    LISTS_MAX = 256,
    CHANGES_MAX = 8,
    LAWS_OFTEN = 7, /* the laws are checked every 7 actions, … */
    LAWS_SELDOM = 97,
    OFTEN = 60, /* … and less often after 60 */
};

/* ------------------------------------------------------------------------- */
/* Mutations                                                                 */
/* ------------------------------------------------------------------------- */

/* A value in an object (by its key) or in a list (by its place). */
typedef struct Leaf {
    json_t *box;
    const char *key;
    size_t place;
} Leaf;

typedef struct Parts {
    Leaf leaves[LEAVES_MAX];
    json_t *lists[LISTS_MAX];
    int leaf_count, list_count;
} Parts;

static json_t *value_of(const Leaf *leaf)
{
    return leaf->key != NULL ? json_object_get(leaf->box, leaf->key)
                             : json_array_get(leaf->box, leaf->place);
}

/* Takes over the reference. */
static void set_value(const Leaf *leaf, json_t *value)
{
    if (leaf->key != NULL)
        json_object_set_new(leaf->box, leaf->key, value);
    else
        json_array_set_new(leaf->box, leaf->place, value);
}

static int is_box(const json_t *value)
{
    return json_is_object(value) || json_is_array(value);
}

static void collect(Parts *parts, json_t *box);

static void collect_value(Parts *parts, Leaf leaf)
{
    json_t *value = value_of(&leaf);

    if (parts->leaf_count < LEAVES_MAX)
        parts->leaves[parts->leaf_count++] = leaf;
    if (is_box(value))
        collect(parts, value);
}

static void collect(Parts *parts, json_t *box)
{
    const char *key;
    json_t *value;

    if (json_is_array(box) && parts->list_count < LISTS_MAX)
        parts->lists[parts->list_count++] = box;
    for (size_t i = 0; i < json_array_size(box); i++)
        collect_value(parts, (Leaf){ .box = box, .place = i });
    json_object_foreach(box, key, value)
        collect_value(parts, (Leaf){ .box = box, .key = key });
}

static const Leaf *next_leaf(const Parts *parts, Input *input)
{
    return &parts->leaves[next_number(input) % parts->leaf_count];
}

static json_t *next_list(const Parts *parts, Input *input)
{
    return parts->lists[next_number(input) % parts->list_count];
}

/* Another number, flag or name in its place. */
static void change_value(const Leaf *leaf, Input *input)
{
    static const char *const WORDS[] = {
        "turn",     "taking",   "placing",    "switching",    "rearranging", "over",
        "auction",  "coupling", "admitting",  "transferring", "naming",      "opening",
        "raising",  "sealed",   "discarding", "sealed-again", "choosing",    "picking",
        "keeping",  "turning",  "replacing",  "passed",       "blind",       "double-blind",
        "rotating", "open",     "pre-empted", "ore",          "food-50",     "S1",
    };
    static const int STEPS[] = { -50, -3, -2, -1, 1, 2, 3, 50, 500, -500 };
    json_t *value = value_of(leaf);
    int byte = next_byte(input);

    if (json_is_integer(value))
        set_value(leaf, json_integer(json_integer_value(value) + STEPS[byte % 10]));
    else if (json_is_boolean(value))
        set_value(leaf, json_boolean(!json_is_true(value)));
    else if (json_is_string(value))
        set_value(leaf, json_string(WORDS[(size_t)byte % (sizeof WORDS / sizeof *WORDS)]));
}

static void swap_values(const Leaf *one, const Leaf *other)
{
    json_t *first = json_deep_copy(value_of(one));

    if (is_box(first) || is_box(value_of(other))) {
        json_decref(first);
        return;
    }
    set_value(one, json_deep_copy(value_of(other)));
    set_value(other, first);
}

static void move_card(json_t *from, json_t *to, Input *input)
{
    size_t size = json_array_size(from);

    if (size == 0)
        return;
    size_t place = (size_t)next_number(input) % size;
    json_t *card = json_deep_copy(json_array_get(from, place));
    json_incref(to); /* it may be part of the removed value */
    json_array_remove(from, place);
    json_array_insert_new(to, (size_t)next_byte(input) % (json_array_size(to) + 1), card);
    json_decref(to);
}

static void toggle_seat(json_t *list, Input *input)
{
    int seat = next_byte(input) % SEATS_MAX;

    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *entry = json_array_get(list, i);
        if (json_is_integer(entry) && json_integer_value(entry) == seat) {
            json_array_remove(list, i);
            return;
        }
    }
    json_array_append_new(list, json_integer(seat));
}

static void change(json_t *state, Input *input)
{
    static Parts parts;
    const Leaf *leaf;

    parts.leaf_count = parts.list_count = 0;
    collect(&parts, state);
    leaf = next_leaf(&parts, input);
    switch (next_byte(input) % 8) {
    case 0:
    case 1:
        change_value(leaf, input);
        break;
    case 2:
        swap_values(leaf, next_leaf(&parts, input));
        break;
    case 3:
        toggle_seat(next_list(&parts, input), input);
        break;
    case 4:
        if (leaf->key != NULL)
            json_object_del(leaf->box, leaf->key);
        break;
    default:
        move_card(next_list(&parts, input), next_list(&parts, input), input);
        break;
    }
}

/* ------------------------------------------------------------------------- */
/* Loading                                                                   */
/* ------------------------------------------------------------------------- */

static void write_position(Text *text, const Game *game, const Setup *setup,
                           const State *state)
{
    JsonOut out = { .text = text };

    position_format(&out, game, setup, state, SEEN_WHOLE);
}

/* 0: refused, with an error. */
static int load(const char *text, size_t length, Position *position, Fault *fault)
{
    static const uint8_t seed[SEED_BYTES];
    Json *json = json_read(text, length, "This is not JSON", fault);
    int is_sound = json != NULL && position_read(json, seed, position, fault);

    json_free(json);
    REQUIRE(is_sound == (fault->sentence[0] == '\0'));
    return is_sound;
}

static int load_changed(const Text *text, Input *input, Position *position)
{
    json_t *json = json_loadb(text->bytes, text->length, 0, NULL);
    Fault fault = { 0 };

    for (int n = next_byte(input) % CHANGES_MAX; n >= 0; n--)
        change(json_object_get(json, "state"), input);
    char *changed = json_dumps(json, JSON_COMPACT);
    int is_sound = load(changed, strlen(changed), position, &fault);
    free(changed);
    json_decref(json);
    return is_sound;
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static void require_same_list(const Game *game, const void *state, int seat,
                              const Action *actions, int count)
{
    static Action others[ACTIONS_MAX];

    REQUIRE(game->list(state, seat, others) == count);
    REQUIRE(memcmp(actions, others, (size_t)count * sizeof(Action)) == 0);
}

static void require_laws(const Position *position, int seat, const Action *actions,
                         int count, Rng *rng)
{
    const Game *game = position->game;
    State view = { { 0 } }, guess = { { 0 } }, again = { { 0 } };

    REQUIRE(game->unsound(&position->state) == NULL);
    game->observe(&position->state, seat, &view);
    require_same_list(game, &view, seat, actions, count);
    game->determinize(&view, seat, rng, &guess);
    require_same_list(game, &guess, seat, actions, count);
    game->observe(&guess, seat, &again);
    REQUIRE(memcmp(&view, &again, (size_t)game->state_size) == 0);
    REQUIRE(game->unsound(&guess) == NULL);
}

static int same_position(const Game *game, const State *left, const State *right)
{
    State positions[2];
    int size = game_canonical(game, left, &positions[0]);

    return game_canonical(game, right, &positions[1]) == size
           && memcmp(&positions[0], &positions[1], (size_t)size) == 0;
}

/* Numbers may have grown beyond the bounds of a loaded position; nothing else may be
 * wrong. */
static void require_round_trip(const Position *position)
{
    Text text = { 0 };
    Position again;
    Fault fault = { 0 };

    write_position(&text, position->game, &position->setup, &position->state);
    if (load(text.bytes, text.length, &again, &fault))
        REQUIRE(same_position(position->game, &position->state, &again.state));
    else
        REQUIRE(strstr(fault.sentence, "must be a whole number") != NULL);
    text_free(&text);
}

/* Plays at random, this many actions or to the end; 0: the game is over. */
static int play(Position *position, int steps, Rng *rng, int with_laws)
{
    static Action actions[ACTIONS_MAX];
    const Game *game = position->game;
    Events events;

    for (int n = 0; n < steps; n++) {
        SeatSet waiting = game->waiting(&position->state);
        if (waiting == 0)
            return 0;
        int seat = seats_first(waiting);
        int count = game->list(&position->state, seat, actions);
        REQUIRE(count > 0);
        if (with_laws && n % (n < OFTEN ? LAWS_OFTEN : LAWS_SELDOM) == 0) {
            require_laws(position, seat, actions, count, rng);
            require_round_trip(position);
        }
        events.count = 0;
        Action action = actions[rng_below(rng, (uint32_t)count)];
        REQUIRE(game_apply(game, &position->state, seat, action, &events) == STATUS_OK);
    }
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = { data, data + size };
    Position position = { 0 };
    Text text = { 0 };
    Rng rng;

    if (!next_setup(&input, &position.game, &position.setup))
        return 0;
    position.game->setup(&position.state, &position.setup);
    rng_seed(&rng, (uint64_t)next_number(&input));
    play(&position, next_number(&input) % 500, &rng, 0);
    write_position(&text, position.game, &position.setup, &position.state);
    if (load_changed(&text, &input, &position)) {
        require_round_trip(&position);
        REQUIRE(play(&position, STEPS_MAX, &rng, 1) == 0);
        require_round_trip(&position);
    }
    text_free(&text);
    return 0;
}

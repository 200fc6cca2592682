/* games_to_ts.c: writes the facts and types of a game as TypeScript, for the page, at build
 * time.
 *
 *     games_to_ts                 the ids of all games
 *     games_to_ts freight-train   the module of one
 *
 * The type of the state is inferred: random games are played, and a codec records what
 * the game's own `shape` names in the view of every seat and of a spectator. A field that
 * is missing in some views is optional, a hidden number is null, a hidden name '?'. */
#include "games/catalogue.h"
#include "games/freight_train/ft.h"
#include "games/station_master/sm.h"
#include "games/take_a_train/tt.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_MAX = 128,
    DEPTH_MAX = 8,
    NAMES_MAX = 40,
    NAMED_MAX = 8,
    GAMES_PLAYED = 8, /* for each number of players */
};

/* ------------------------------------------------------------------------- */
/* Names                                                                     */
/* ------------------------------------------------------------------------- */

/* A list of names that gets a type of its own: Car, and CARS for its values. */
typedef struct Named {
    const Names *names;
    const char *type;
    const char *list;
} Named;

typedef struct Module {
    const Game *game;
    Named named[NAMED_MAX]; /* ends at the first without names */
    void (*facts)(void);
} Module;

static int names_are_equal(const Names *one, const Names *other)
{
    if (one->count != other->count)
        return 0;
    for (int i = 0; i < one->count; i++) {
        if (strcmp(one->items[i], other->items[i]) != 0)
            return 0;
    }
    return 1;
}

static void print_names(const Names *names, const char *separator)
{
    for (int i = 0; i < names->count; i++)
        printf("%s'%s'", i == 0 ? "" : separator, names->items[i]);
}

static void print_type_of_names(const Module *module, const Names *names)
{
    for (const Named *named = module->named; named->names != NULL; named++) {
        if (names_are_equal(named->names, names)) {
            printf("%s", named->type);
            return;
        }
    }
    print_names(names, " | ");
}

/* ------------------------------------------------------------------------- */
/* Recording what a shape names                                              */
/* ------------------------------------------------------------------------- */

enum {
    IS_NUMBER = 1,
    IS_FLAG = 2,
    IS_NAME = 4,
    IS_TEXT = 8,
    IS_OBJECT = 16,
    IS_LIST = 32,
    IS_NULL = 64,
    IS_HIDDEN = 128,
};

/* A field, or the entries of a list (key NULL). Nodes form a tree by `parent`. */
typedef struct Node {
    const char *key;
    int parent;
    int kinds; /* of IS_… */
    int times; /* seen; less often than its object: optional */
    int name_count;
    const char *names[NAMES_MAX];
} Node;

typedef struct Recorder {
    Codec codec; /* first: a Codec * is a Recorder * */
    int count, depth;
    int path[DEPTH_MAX]; /* the lists and objects that are open */
    Node nodes[NODES_MAX];
} Recorder;

static int is_same_key(const char *one, const char *other)
{
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

static Node *record(Codec *codec, const char *key, int kind)
{
    Recorder *recorder = (Recorder *)codec;
    int parent = recorder->path[recorder->depth];
    int i = 1;

    while (i < recorder->count
           && (recorder->nodes[i].parent != parent
               || !is_same_key(recorder->nodes[i].key, key)))
        i++;
    assert(i < NODES_MAX);
    if (i == recorder->count)
        recorder->nodes[recorder->count++] = (Node){ .key = key, .parent = parent };
    recorder->nodes[i].kinds |= kind;
    recorder->nodes[i].times++;
    return &recorder->nodes[i];
}

static void record_number(Codec *codec, const char *key, int *value, UNUSED int least,
                          UNUSED int most)
{
    record(codec, key, *value == UNKNOWN ? IS_NULL : IS_NUMBER);
}

static void record_flag(Codec *codec, const char *key, int *value)
{
    record(codec, key, *value == UNKNOWN ? IS_NULL : IS_FLAG);
}

static void record_name(Codec *codec, const char *key, const Names *names, int *value)
{
    Node *node = record(codec, key, *value == UNKNOWN ? IS_HIDDEN : IS_NAME);

    assert(names->count <= NAMES_MAX);
    node->name_count = names->count;
    for (int i = 0; i < names->count; i++)
        node->names[i] = names->items[i];
}

static void record_bytes(Codec *codec, const char *key, UNUSED uint8_t *bytes,
                         UNUSED int count)
{
    record(codec, key, IS_TEXT);
}

static void record_open(Codec *codec, const char *key, CodecBox box, UNUSED int *count,
                        UNUSED int least, UNUSED int most)
{
    Recorder *recorder = (Recorder *)codec;
    Node *node = record(codec, key, box == CODEC_LIST ? IS_LIST : IS_OBJECT);

    assert(recorder->depth < DEPTH_MAX - 1);
    recorder->path[++recorder->depth] = (int)(node - recorder->nodes);
}

static void record_close(Codec *codec)
{
    ((Recorder *)codec)->depth--;
}

static int record_has(UNUSED Codec *codec, UNUSED const char *key)
{
    return 1;
}

static const CodecVerbs RECORDING = {
    .number = record_number,
    .flag = record_flag,
    .name = record_name,
    .bytes = record_bytes,
    .open = record_open,
    .close = record_close,
    .has = record_has,
};

/* ------------------------------------------------------------------------- */
/* Random games                                                              */
/* ------------------------------------------------------------------------- */

/* What random games show of a game. */
typedef struct Study {
    Recorder recorder;
    int reported[EVENTS_MAX];  /* times, by kind of event … */
    int with_seat[EVENTS_MAX]; /* … and of these, with a seat */
} Study;

static void study_views(Study *study, const Game *game, const State *state, int seats)
{
    for (int seat = NOBODY; seat < seats; seat++) {
        State view;
        game->observe(state, seat, &view);
        study->recorder.nodes[0].times++;
        game->shape(&study->recorder.codec, &view);
    }
}

static void study_events(Study *study, const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->items[i];
        study->reported[event->kind]++;
        study->with_seat[event->kind] += event->seat != NOBODY;
    }
}

static void play_a_game(Study *study, const Game *game, const Setup *setup, Rng *rng)
{
    static Action actions[ACTIONS_MAX];
    static Events events;
    State state;

    game->setup(&state, setup);
    study_views(study, game, &state, setup->seats);
    while (!game_is_over(game, &state)) {
        int seat = seats_first(game->waiting(&state));
        int count = game->list(&state, seat, actions);
        events.count = 0;
        game->apply(&state, seat, actions[rng_below(rng, (uint32_t)count)], &events);
        study_events(study, &events);
        study_views(study, game, &state, setup->seats);
    }
}

static void study_game(Study *study, const Game *game)
{
    Rng rng;

    rng_seed(&rng, 1);
    *study = (Study){ .recorder = { .codec = { &RECORDING, 0 }, .count = 1 } };
    for (int i = 0; i < GAMES_PLAYED * (game->most_seats - game->least_seats + 1); i++) {
        Setup setup = { .seats = game->least_seats + i / GAMES_PLAYED };
        rng_fill(&rng, setup.seed, SEED_BYTES);
        for (int o = 0; o < game->option_count; o++)
            setup.options[o] =
                (uint8_t)rng_below(&rng, (uint32_t)game->options[o].values.count);
        if (game->refuse == NULL || game->refuse(&setup) == NULL)
            play_a_game(study, game, &setup, &rng);
    }
}

/* ------------------------------------------------------------------------- */
/* Types                                                                     */
/* ------------------------------------------------------------------------- */

static void print_type(const Module *module, const Recorder *recorder, int at, int indent);

static void print_fields(const Module *module, const Recorder *recorder, int parent,
                         int indent)
{
    for (int i = 1; i < recorder->count; i++) {
        const Node *node = &recorder->nodes[i];
        if (node->parent != parent)
            continue;
        printf("%*sreadonly %s%s: ", indent + 4, "", node->key,
               node->times < recorder->nodes[parent].times ? "?" : "");
        print_type(module, recorder, i, indent + 4);
        printf(";\n");
    }
}

static void print_list(const Module *module, const Recorder *recorder, int at, int indent)
{
    for (int i = 1; i < recorder->count; i++) {
        if (recorder->nodes[i].parent != at)
            continue;
        printf("ReadonlyArray<");
        print_type(module, recorder, i, indent);
        printf(">");
        return;
    }
    printf("ReadonlyArray<never>");
}

/* Prints the kinds that were seen, one after the other. */
static void print_type(const Module *module, const Recorder *recorder, int at, int indent)
{
    static const struct {
        int kind;
        const char *type;
    } SIMPLE[] = {
        { IS_NUMBER, "number" }, { IS_FLAG, "boolean" }, { IS_TEXT, "string" },
        { IS_HIDDEN, "'?'" },    { IS_NULL, "null" },
    };
    const Node *node = &recorder->nodes[at];
    const char *separator = "";

    if (node->kinds & IS_NAME) {
        print_type_of_names(module, &(Names){ NULL, node->names, node->name_count });
        separator = " | ";
    }
    for (size_t i = 0; i < sizeof SIMPLE / sizeof SIMPLE[0]; i++) {
        if (node->kinds & SIMPLE[i].kind) {
            printf("%s%s", separator, SIMPLE[i].type);
            separator = " | ";
        }
    }
    if (node->kinds & IS_LIST)
        print_list(module, recorder, at, indent);
    if (node->kinds & IS_OBJECT) {
        printf("{\n");
        print_fields(module, recorder, at, indent);
        printf("%*s}", indent, "");
    }
}

static void print_field(const Module *module, const Field *field)
{
    printf("; readonly %s: ", field->name);
    if (field->form == FIELD_NAME)
        print_type_of_names(module, field->names);
    else
        printf("number");
}

static void print_actions(const Module *module)
{
    printf("\n/* An action of a seat. `text` is its sentence. */\nexport type Action =");
    for (int kind = 0; kind < module->game->action_kind_count; kind++) {
        const ActionKind *action = &module->game->action_kinds[kind];
        printf("\n    | { readonly do: '%s'", action->word);
        for (int i = 0; i < ACTION_FIELDS && action->fields[i].name != NULL; i++)
            print_field(module, &action->fields[i]);
        printf("; readonly text?: string }");
    }
    printf(";\n");
}

static void print_events(const Module *module, const Study *study)
{
    printf("\n/* The result of an action. */\nexport type Event =");
    for (int kind = 0; kind < module->game->event_kind_count; kind++) {
        const EventKind *event = &module->game->event_kinds[kind];
        int times = study->reported[kind], with_seat = study->with_seat[kind];
        printf("\n    | { readonly event: '%s'", event->word);
        if (with_seat > 0 || times == 0)
            printf("; readonly seat%s: number", with_seat < times || times == 0 ? "?" : "");
        for (int i = 0; i < EVENT_FIELDS && event->fields[i].name != NULL; i++)
            print_field(module, &event->fields[i]);
        if (event->list.name != NULL) {
            printf("; readonly %s: ReadonlyArray<", event->list.name);
            print_type_of_names(module, event->list.names);
            printf(">");
        }
        printf("; readonly text?: string }");
    }
    printf(";\n");
}

static void print_terms(const Module *module)
{
    printf("\n/* A term of a score; `of` has its parts. */\nexport type Term =");
    for (int kind = 0; kind < module->game->term_kind_count; kind++) {
        const TermKind *term = &module->game->term_kinds[kind];
        printf("\n    | { readonly term: '%s'; readonly seat?: number", term->word);
        for (int i = 0; i < TERM_FIELDS && term->fields[i].name != NULL; i++)
            print_field(module, &term->fields[i]);
        printf("; readonly amount: number; readonly text: string");
        printf("; readonly of?: readonly Term[] }");
    }
    printf(";\n");
}

static void print_named(const Module *module)
{
    for (const Named *named = module->named; named->names != NULL; named++) {
        printf("\nexport const %s = [\n    ", named->list);
        print_names(named->names, ", ");
        printf(",\n] as const;\nexport type %s = (typeof %s)[number];\n", named->type,
               named->list);
    }
}

/* ------------------------------------------------------------------------- */
/* Facts                                                                     */
/* ------------------------------------------------------------------------- */

static void fact(const char *name, int value)
{
    printf("    %s: %d,\n", name, value);
}

static void ft_facts(void)
{
    fact("days", FT_DAYS);
    fact("mainRoom", FT_MAIN_ROOM);
    fact("yardRoom", FT_YARD_ROOM);
    fact("taken", FT_TAKEN);
    fact("cabooseFactor", FT_CABOOSE_FACTOR);
    /* By how many share the longest train; behind one alone comes a second. */
    printf("    longestPoints: [%d, %d, %d, %d],\n", FT_LONGEST_POINTS[0],
           FT_LONGEST_POINTS[1], FT_LONGEST_POINTS[2], FT_LONGEST_POINTS[3]);
    fact("secondPoints", FT_SECOND_POINTS);
}

static void sm_facts(void)
{
    static const char *const SERVICES[] = { "ordinary", "executive", "freight" };

    fact("values", SM_VALUES);
    printf("    tokens: [");
    for (int value = 0; value < SM_VALUES; value++)
        printf("%s%d", value == 0 ? "" : ", ", SM_TOKEN_TABLE[value]);
    printf("],\n    carriages: {\n");
    for (int card = 0; card < SM_CARRIAGE_KINDS; card++)
        printf("        '%s': %d,\n", SM_CARRIAGE_NAMES.items[card],
               SM_CARD_TABLE[card].value);
    printf("    },\n    locomotives: {\n");
    for (int i = 0; i < SM_LOCOMOTIVE_KINDS; i++)
        printf("        '%s': { service: '%s', number: %d },\n",
               SM_LOCOMOTIVE_NAMES.items[i], SERVICES[SM_LOCOMOTIVE_TABLE[i].service],
               SM_LOCOMOTIVE_TABLE[i].number);
    printf("    },\n");
}

static void print_objectives(void)
{
    const Names *printings = &TT_OPTION_TABLE[TT_OPTION_OBJECTIVES].values;

    printf("    objectives: {\n");
    for (int printing = 0; printing < printings->count; printing++) {
        printf("        '%s': {\n", printings->items[printing]);
        for (int i = 0; i < TT_OBJECTIVES; i++)
            printf("            '%s': %d,\n", TT_OBJECTIVE_NAMES.items[i],
                   TT_OBJECTIVE_TABLE[printing][i]);
        printf("        },\n");
    }
    printf("    },\n");
}

static void tt_facts(void)
{
    static const char *const PROPULSIONS[] = { "steam", "diesel", "electric" };

    fact("rounds", TT_ROUNDS);
    fact("own", TT_OWN);
    fact("bonus", TT_BONUS_MONEY);
    fact("step", TT_DOLLARS);
    printf("    locomotives: {\n");
    for (int i = 0; i < TT_LOCOMOTIVES; i++) {
        const TtLocomotiveCard *card = &TT_LOCOMOTIVE_TABLE[i];
        printf("        %s: { kind: '%s', multiplier: %d, power: %d, speed: %d },\n",
               TT_LOCOMOTIVE_NAMES.items[i], PROPULSIONS[card->propulsion],
               card->multiplier, card->power, card->speed);
    }
    printf("    },\n");
    print_objectives();
    printf("    replacing: { two: [%d, %d], more: [", TT_PRICE_TABLE[0][0],
           TT_PRICE_TABLE[0][1]);
    for (int place = 0; place < TT_SEATS; place++)
        printf("%s%d", place == 0 ? "" : ", ", TT_PRICE_TABLE[1][place]);
    printf("] },\n");
}

static const Module MODULES[] = {
    { &FREIGHT_TRAIN,
      { { &FT_CAR_NAMES, "Car", "CARS" }, { &FT_TRAIN_NAMES, "TrainType", "TRAIN_TYPES" } },
      ft_facts },
    { &STATION_MASTER,
      { { &SM_CARD_NAMES, "Card", "CARDS" },
        { &SM_HELD_NAMES, "HeldCard", "HELD_CARDS" },
        { &SM_CARRIAGE_NAMES, "CarriageCard", "CARRIAGES" },
        { &SM_LOCOMOTIVE_NAMES, "Locomotive", "LOCOMOTIVES" } },
      sm_facts },
    { &TAKE_A_TRAIN,
      { { &TT_LOCOMOTIVE_NAMES, "Locomotive", "LOCOMOTIVES" },
        { &TT_CARD_NAMES, "Card", "CARDS" },
        { &TT_AUCTION_NAMES, "Auction", "AUCTIONS" },
        { &TT_OBJECTIVE_NAMES, "Objective", "OBJECTIVES" } },
      tt_facts },
};

/* ------------------------------------------------------------------------- */
/* Writing                                                                   */
/* ------------------------------------------------------------------------- */

static void print_module(const Module *module)
{
    static Study study;

    printf("/* Made by tools/games_to_ts from src/games. */\n\nexport const FACTS = {\n");
    module->facts();
    printf("} as const;\n");
    print_named(module);
    study_game(&study, module->game);
    printf("\n/* As a seat or a spectator sees it (docs/formats.md). */\n"
           "export interface State {\n");
    print_fields(module, &study.recorder, 0, 0);
    printf("}\n");
    print_actions(module);
    print_terms(module);
    print_events(module, &study);
}

static void print_list_of_games(void)
{
    printf("/* Made by tools/games_to_ts from src/games. */\n\nexport const GAMES = [");
    for (int i = 0; i < CATALOGUE_COUNT; i++)
        printf("%s'%s'", i == 0 ? "" : ", ", CATALOGUE[i]->id);
    printf("] as const;\nexport type GameId = (typeof GAMES)[number];\n"
           "\nexport const SEATS = {\n");
    for (int i = 0; i < CATALOGUE_COUNT; i++)
        printf("    '%s': { least: %d, most: %d },\n", CATALOGUE[i]->id,
               CATALOGUE[i]->least_seats, CATALOGUE[i]->most_seats);
    printf("} as const;\n"
           "\n/* The versions of the rules, as saves name them. */\n"
           "export const RULES: Readonly<Record<GameId, number>> = {\n");
    for (int i = 0; i < CATALOGUE_COUNT; i++)
        printf("    '%s': %d,\n", CATALOGUE[i]->id, CATALOGUE[i]->rules_version);
    printf("};\n");
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        print_list_of_games();
        return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    for (size_t i = 0; i < sizeof MODULES / sizeof MODULES[0]; i++) {
        if (strcmp(argv[1], MODULES[i].game->id) == 0) {
            print_module(&MODULES[i]);
            return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
        }
    }
    fprintf(stderr, "games_to_ts: no game %s\n", argv[1]);
    return 2;
}

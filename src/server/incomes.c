/* incomes.c: what finished games have paid their players: each is replayed once, when it is
 * over, and its terms that name a thing (an objective, a kind of train, the locomotive of a
 * departure) are added to the sums of its players. A game by rules that this program lacks
 * is left out. */
#include "server/incomes.h"

#include "play/setup.h"
#include "store/incomes.h"
#include "store/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_AT_ONCE = 8, /* in one job */
    LOOK_AFTER = 2000, /* milliseconds, when there were none */
    THINGS_MAX = 1024, /* in a game; far more than there are */
    SHOWN_MAX = 120,   /* on a page */
};

/* What one thing has paid one seat. */
typedef struct Income {
    int seat;
    const Field *field;
    int value;
    int64_t times, total;
} Income;

typedef struct Sum {
    Income items[THINGS_MAX];
    int count;
} Sum;

/* ------------------------------------------------------------------------- */
/* One game                                                                  */
/* ------------------------------------------------------------------------- */

/* The first field that names something; NULL: none. */
static const Field *named_field(const TermKind *kind, const Term *term, int *value)
{
    for (int i = 0; i < TERM_FIELDS && kind->fields[i].name != NULL; i++) {
        const Field *field = &kind->fields[i];
        *value = term->fields[i];
        if (field->form == FIELD_NAME && *value >= 0 && *value < field->names->count)
            return field;
    }
    return NULL;
}

/* A kind of train is the same, whether its train is closed or not: kinds of terms may share
 * a field's name. */
static Income *income_of(Sum *sum, int seat, const Field *field, int value)
{
    for (int i = 0; i < sum->count; i++) {
        Income *income = &sum->items[i];
        if (income->seat == seat && income->value == value
            && strcmp(income->field->name, field->name) == 0)
            return income;
    }
    if (sum->count == THINGS_MAX)
        return NULL;
    sum->items[sum->count] = (Income){ .seat = seat, .field = field, .value = value };
    return &sum->items[sum->count++];
}

static void add_events(Sum *sum, const Game *game, const Events *events)
{
    Terms terms = { .count = 0 };

    game->terms(NULL, events, &terms);
    for (int i = 0; i < terms.count; i++) {
        const Term *term = &terms.items[i];
        int value;
        const Field *field = term->seat == NOBODY
                                 ? NULL
                                 : named_field(&game->term_kinds[term->kind], term, &value);
        Income *income = field == NULL ? NULL : income_of(sum, term->seat, field, value);
        if (income == NULL)
            continue;
        income->times += term->amount > 0;
        income->total += term->amount;
    }
}

/* The moves that were not taken back. */
static void add_game(Sum *sum, const Match *match)
{
    const Game *game = match_game(match);
    const Move *moves = match_moves(match);
    State state = *match_start(match);
    Events events;

    for (int i = 0; i < match_move_count(match) && game->terms != NULL; i++) {
        move_redo(game, &moves[i], &state, &events);
        add_events(sum, game, &events);
    }
}

static StoreStatus keep(const Sum *sum, Store *store, StoreId table, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < sum->count && status == STORE_OK; i++) {
        const Income *income = &sum->items[i];
        char what[STORE_WHAT_MAX + 1];
        snprintf(what, sizeof what, "%s/%s", income->field->name,
                 income->field->names->items[income->value]);
        status = store_income_add(store, table, income->seat, what, income->times,
                                  income->total, fault);
    }
    return status;
}

/* By what they are called: nodes that count games of the same people lock rows in one
 * order. */
static int compare(const void *one, const void *other)
{
    const Income *a = one, *b = other;
    int order = a->seat - b->seat;

    if (order == 0)
        order = strcmp(a->field->name, b->field->name);
    return order != 0 ? order : a->value - b->value;
}

static StoreStatus count_game(Sum *sum, Store *store, StoreId id, Fault *fault)
{
    StoreTable table;
    Match *match = NULL;
    Fault ignored = { 0 };
    StoreStatus status = store_counted(store, id, &ignored);

    if (status != STORE_OK)
        return status == STORE_NOT_FOUND ? STORE_OK : status;
    status = store_table_get(store, id, &table, fault);
    if (status != STORE_OK)
        return status;
    status = replay_table(store, &table, NULL, NULL, &match, NULL, &ignored);
    if (status == STORE_NOT_FOUND || status == STORE_BROKEN)
        return STORE_OK;
    if (status != STORE_OK)
        return status;
    sum->count = 0;
    add_game(sum, match);
    match_free(match);
    qsort(sum->items, (size_t)sum->count, sizeof *sum->items, compare);
    return keep(sum, store, id, fault);
}

/* ------------------------------------------------------------------------- */
/* The job                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Counting {
    Job job;
    Core *core;
    Sum sum;
    int count; /* games */
} Counting;

static StoreStatus count_run(Job *job, Store *store, Fault *fault)
{
    Counting *counting = (Counting *)job;
    StoreId tables[GAMES_AT_ONCE];
    StoreStatus status =
        store_uncounted(store, tables, GAMES_AT_ONCE, &counting->count, fault);

    for (int i = 0; i < counting->count && status == STORE_OK; i++)
        status = count_game(&counting->sum, store, tables[i], fault);
    return status;
}

static void count_done(Job *job)
{
    Counting *counting = (Counting *)job;
    Core *core = counting->core;

    core_replay_done(core);
    core->is_counting = 0;
    core->has_more_to_count = job->status == STORE_OK && counting->count == GAMES_AT_ONCE;
    free(counting);
}

void incomes_look(Core *core)
{
    if (core->is_counting || core->is_closing
        || (!core->has_more_to_count && core->steady - core->counted < LOOK_AFTER))
        return;
    Counting *counting = calloc(1, sizeof *counting);
    if (counting == NULL)
        return;
    counting->job = (Job){ .run = count_run, .done = count_done };
    counting->core = core;
    core->is_counting = 1;
    core->counted = core->steady;
    core_submit_replay(core, &counting->job);
}

/* ------------------------------------------------------------------------- */
/* The page                                                                  */
/* ------------------------------------------------------------------------- */

/* The words for it; NULL: this program does not know the thing. */
static const char *text_of(const Game *game, const char *kind, const char *name,
                           Language language)
{
    for (int i = 0; i < game->term_kind_count; i++) {
        for (int j = 0; j < TERM_FIELDS && game->term_kinds[i].fields[j].name != NULL;
             j++) {
            const Field *field = &game->term_kinds[i].fields[j];
            if (field->form != FIELD_NAME || strcmp(field->name, kind) != 0)
                continue;
            int value = names_find(field->names, name);
            if (value >= 0)
                return words_name(language, game, field->names, value);
        }
    }
    return NULL;
}

static void put_income(JsonOut *out, const StoreIncome *income, Language language)
{
    const Game *game = catalogue_find(income->game);
    const char *slash = strchr(income->what, '/');
    char kind[STORE_WHAT_MAX + 1];

    if (game == NULL || slash == NULL)
        return;
    snprintf(kind, sizeof kind, "%.*s", (int)(slash - income->what), income->what);
    const char *text = text_of(game, kind, slash + 1, language);
    if (text == NULL)
        return;
    json_open_object(out);
    json_put_name(out, "game", income->game);
    json_put_name(out, "kind", kind);
    json_put_name(out, "name", slash + 1);
    json_put_text(out, "text", text);
    json_put_number(out, "times", income->times);
    json_put_number(out, "total", income->total);
    json_close_object(out);
}

StoreStatus incomes_put(JsonOut *out, Store *store, const StoreWhose *whose,
                        Language language, Fault *fault)
{
    StoreIncome *incomes = malloc(SHOWN_MAX * sizeof *incomes);
    int count = 0;
    StoreStatus status =
        incomes == NULL ? STORE_NO_MEMORY
                        : store_incomes(store, whose, incomes, SHOWN_MAX, &count, fault);

    json_put_list(out, "paid");
    for (int i = 0; i < count && status == STORE_OK; i++)
        put_income(out, &incomes[i], language);
    json_close_list(out);
    free(incomes);
    return status;
}

/* bots.c: seats that a bot plays. A bot gets the view of its seat and nothing else, and
 * thinks in a worker thread (workers). Its answer is dropped if the position has changed
 * meanwhile. */
#include "server/internal.h"

#include "play/daily.h"
#include "server/nodes.h"

#include <stdlib.h>

typedef struct BotJob {
    Job job;
    Table *table;
    const Game *game;
    State view;
    Memory memory;
    int seat, n;
    Bot bot;
    int is_fixed; /* the same choice in the same view, however long it takes */
    uint64_t chance;
    Action action;
} BotJob;

static StoreStatus think_run(Job *job, Store *store, Fault *fault)
{
    BotJob *bot_job = (BotJob *)job;
    Rng rng;

    (void)store;
    (void)fault;
    rng_seed(&rng, bot_job->chance);
    if (!bot_job->is_fixed)
        bot_job->bot.budget.deadline = job->deadline;
    bot_job->action = bot_choose(&bot_job->bot, bot_job->game, &bot_job->view,
                                 &bot_job->memory, bot_job->seat, &rng);
    return STORE_OK;
}

/* Is it still the same position, and the turn of the bot? */
static int is_still_valid(const BotJob *bot_job)
{
    const Table *table = bot_job->table;

    return table_is_ready(table) && !table->core->is_closing && table->match != NULL
           && table->row.state == TABLE_PLAYING && table->row.turn.n == bot_job->n
           && seats_have(table->row.turn.waiting, bot_job->seat)
           && seat_is_bots(&table->row.seats[bot_job->seat]);
}

static void think_done(Job *job)
{
    BotJob *bot_job = (BotJob *)job;
    Table *table = bot_job->table;

    table->is_thinking = 0;
    if (job->status == STORE_OK && is_still_valid(bot_job))
        bot_act(table, bot_job->seat, bot_job->action);
    else
        table_run_bots(table);
    free(bot_job);
}

/* At the deal of the day: the bot as it is, with the chance that the view has. */
static void fix_choice(BotJob *bot_job, const Bot *bot)
{
    const Table *table = bot_job->table;
    const Budget budget = { .stop = worker_pool_stop(table->core->config.thinkers) };

    bot_job->is_fixed = 1;
    bot_job->bot = bot_with_budget(bot == NULL ? &BOT_GREEDY : bot, &budget);
    bot_job->chance = daily_chance(table->game, match_setup(table->match)->seed,
                                   &bot_job->view, bot_job->seat);
}

/* The budget shrinks with the number of waiting bots of the same host, and with the
 * number of hosts. */
static Bot bot_for_now(Core *core, const char *level, StoreId host)
{
    enum { PLENTY = 4 };
    const Bot *bot = bot_find(level);
    Budget budget = { .stop = worker_pool_stop(core->config.thinkers) };
    WorkerLoad load = worker_pool_load(core->config.thinkers, (uint64_t)host);
    int share = load.waiting_of_owner > load.owners ? load.waiting_of_owner : load.owners;

    if (bot == NULL)
        bot = &BOT_GREEDY;
    if (share > PLENTY && bot->budget.milliseconds > 0)
        budget.milliseconds = bot->budget.milliseconds * PLENTY / share + 1;
    if (share > PLENTY && bot->budget.iterations > 0)
        budget.iterations = bot->budget.iterations * PLENTY / share + 1;
    return bot_with_budget(bot, &budget);
}

static const char *seat_level(const StoreTable *row, int seat)
{
    return row->seats[seat].who == SEAT_BOT ? row->seats[seat].level : row->sit_in;
}

static int bots_turn(const StoreTable *row)
{
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (seats_have(row->turn.waiting, seat) && seat_is_bots(&row->seats[seat]))
            return seat;
    }
    return NOBODY;
}

static int has_person(const StoreTable *row)
{
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (seat_is_person(&row->seats[seat]))
            return 1;
    }
    return 0;
}

/* A table of bots only plays while somebody watches. A person who is away may come back,
 * and counts. */
static int is_paused(const Table *table)
{
    if (has_person(&table->row) || table->watches != NULL)
        return 0;
    Presence elsewhere = presence_elsewhere(table->core, table->row.code);
    return elsewhere.seats == 0 && elsewhere.watching == 0;
}

/* Among several nodes, the one that wrote the last entry or has claimed the table runs
 * its bots. Tables of bots only are not claimed: any node with a spectator runs them. */
static int runs_here(const Table *table)
{
    enum { STEP_IN_AFTER = 1000 };

    return !core_is_node(table->core) || table->runs_bots
           || (table->watches != NULL && !has_person(&table->row)
               && table->core->now - table->row.changed > STEP_IN_AFTER);
}

int table_has_bots_turn(const Table *table)
{
    return table->row.state == TABLE_PLAYING && bots_turn(&table->row) != NOBODY;
}

void table_run_bots(Table *table)
{
    Core *core = table->core;

    if (table_is_ready(table) && (table_remove_leaving(table) || table_tidy(table)))
        return;
    int seat = table_is_ready(table) && table->row.state == TABLE_PLAYING
                   ? bots_turn(&table->row)
                   : NOBODY;

    if (seat == NOBODY || table->match == NULL || table->is_thinking || core->is_closing
        || is_paused(table) || !runs_here(table))
        return;
    BotJob *bot_job = calloc(1, sizeof *bot_job);
    if (bot_job == NULL)
        return; /* retried when the table wakes up */
    bot_job->job = (Job){ .run = think_run, .done = think_done };
    bot_job->table = table;
    bot_job->game = table->game;
    bot_job->seat = seat;
    bot_job->n = table->row.turn.n;
    bot_job->bot = bot_for_now(core, seat_level(&table->row, seat), table->row.host);
    bot_job->chance = rng_next(&core->rng);
    table->game->observe(match_state(table->match), seat, &bot_job->view);
    match_recall(table->match, seat, &bot_job->memory);
    if (table->row.daily != 0)
        fix_choice(bot_job, bot_find(seat_level(&table->row, seat)));
    table->is_thinking = 1;
    table->thinks_since = core->steady;
    worker_pool_submit(core->config.thinkers, &bot_job->job, (uint64_t)table->row.host);
}

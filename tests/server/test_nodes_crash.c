/* test_nodes_crash.c: nodes and their database are killed repeatedly while people and
 * bots play at all nodes: every acknowledged move is in the log, once, and the other
 * nodes go on. ROUNDHOUSE_KILLS is the number of kills. */
#include "company.h"

#include "load/crowd.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>

enum { CHECK_EVERY = 10 /* kills */, MOVES_BETWEEN = 12, DATABASE = NODES };

static void open_all(void)
{
    nodes_open();
    company_open(9);
}

static void close_all(void)
{
    company_close();
    nodes_close();
}

static void play_for(uint32_t milliseconds)
{
    int64_t until = crowd_now() + (int64_t)milliseconds * 1000000;

    while (crowd_now() < until)
        company_play(5);
}

/* Mostly one node, or the database; sometimes several at once: one bit each. */
static unsigned choose_victims(void)
{
    uint32_t chance = company_chance(100);
    unsigned node = 1u << company_chance(NODES), database = 1u << DATABASE;
    unsigned all_nodes = database - 1;

    return chance < 66   ? node
           : chance < 84 ? database
           : chance < 90 ? node | database
           : chance < 95 ? all_nodes & ~node
           : chance < 98 ? all_nodes
                         : all_nodes | database;
}

/* Everything killed is started again when this returns, though it may not be ready yet.
 * */
static void kill_once(void)
{
    unsigned victims = choose_victims();

    play_for(company_chance(60));
    for (int node = 0; node < NODES; node++) {
        if (victims >> node & 1)
            house_end(nodes[node], SIGKILL);
    }
    if (victims >> DATABASE & 1)
        database_crash();
    for (int node = 0; node < NODES; node++) {
        if (victims >> node & 1) {
            company_lose_node(node);
            house_begin(nodes[node]);
        }
    }
}

static void print_figures(const LedgerCounts *counts, int kills, int64_t took,
                          int64_t longest)
{
    cr_log_info("%d kills in %lld s; all tables went on after %.1f s at most", kills,
                (long long)(took / 1000000000), (double)longest / 1e9);
    cr_log_info("%ld entries; %ld positions shown, %ld moves answered, %ld refused, of "
                "which %ld are there",
                counts->entries, counts->shown, counts->stored, counts->not_stored,
                counts->doubtful);
}

Test(nodes_crash, no_acknowledged_move_is_lost, .init = open_all, .fini = close_all)
{
    int kills = kills_wanted();
    int64_t began = crowd_now(), longest = 0;

    for (int i = 1; i <= kills; i++) {
        int64_t killed = crowd_now();
        kill_once();
        company_play_moves(MOVES_BETWEEN);
        if (i % CHECK_EVERY != 0 && i != kills)
            continue;
        company_play_everywhere();
        if (crowd_now() - killed > longest)
            longest = crowd_now() - killed;
        company_check();
    }
    LedgerCounts counts = company_counts();
    print_figures(&counts, kills, crowd_now() - began, longest);
    cr_expect_gt(counts.stored, 5L * kills, "it was not killed while people played");
}

/* faults.c: all faults, and how one is run. */
#include "faults.h"

#include "fleet.h"
#include "lines.h"
#include "load/crowd.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE_S = 60, SKEW_MS = 30000, DOWN_MS = 500 };

static const int64_t SECOND = 1000000000;

/* Goals are those of a quiet machine. A test allows several times more than a move takes on
 * this one without a fault, just before and just after: other work, and the thread
 * sanitizer, slow down both. */
enum { MOVES_ALLOWED = 4 };

static double baseline_ms; /* p99 of a move without a fault */

static double allowed(int goal)
{
    return goal + MOVES_ALLOWED * baseline_ms;
}

void faults_take_baseline(void)
{
    ClubFigures figures = club_measured();

    baseline_ms = samples_below(&figures.others, 0.99);
    club_figures_free(&figures);
}

/* ------------------------------------------------------------------------- */
/* The faults                                                                */
/* ------------------------------------------------------------------------- */

static void kill_node(int node)
{
    fleet_signal(node, SIGKILL);
}

static void stop_node(int node)
{
    fleet_signal(node, SIGSTOP);
}

static void continue_node(int node)
{
    fleet_signal(node, SIGCONT);
}

static void end_node(int node)
{
    fleet_signal(node, SIGTERM);
}

/* Starts the node again once it has exited. */
static void begin_node(int node)
{
    int64_t until = crowd_now() + PATIENCE_S * SECOND;

    while (!fleet_has_ended(node)) {
        cr_assert_lt(crowd_now(), until, "node %d does not end", node);
        club_play(5);
    }
    fleet_begin(node);
}

static void cut_all(int node)
{
    line_set(node, LINE_ALL, LINE_CUT);
}

static void refuse_all(int node)
{
    line_set(node, LINE_ALL, LINE_REFUSE);
}

static void stall_all(int node)
{
    line_set(node, LINE_ALL, LINE_STALL);
}

static void cut_listener(int node)
{
    line_set(node, LINE_LISTENER, LINE_CUT);
}

static void stall_listener(int node)
{
    line_set(node, LINE_LISTENER, LINE_STALL);
}

static void cut_others(int node)
{
    line_set(node, LINE_OTHERS, LINE_CUT);
}

static void stall_others(int node)
{
    line_set(node, LINE_OTHERS, LINE_STALL);
}

static void lose_request(int node)
{
    line_lose(node, LOSE_REQUEST);
}

static void lose_answer(int node)
{
    line_lose(node, LOSE_ANSWER);
}

static void lose_half(int node)
{
    line_lose(node, LOSE_HALF);
}

static void heal(int node)
{
    (void)node;
    lines_heal();
}

/* Everybody plays while the database is down. Durations count from its return. */
static void restart_database(int node)
{
    (void)node;
    fleet_restart_database(DOWN_MS);
    while (!fleet_database_is_back())
        club_play(5);
    club_measure_from_now();
}

static void nothing(int node)
{
    (void)node;
}

static void delay_100(int node)
{
    (void)node;
    for (int i = 0; i < FLEET; i++)
        line_delay(i, 100);
}

static void delay_200(int node)
{
    (void)node;
    for (int i = 0; i < FLEET; i++)
        line_delay(i, 200);
}

/* Every node misses notices, and has to catch up with all its tables over a long line. A
 * move then waits for the table's refresh, and may find a conflict after it: up to four
 * more round trips than with the delay alone. */
static void lose_notices_far(int node)
{
    delay_100(node);
    for (int i = 0; i < FLEET; i++)
        line_set(i, LINE_LISTENER, LINE_CUT);
    club_play(300);
    for (int i = 0; i < FLEET; i++)
        line_set(i, LINE_LISTENER, LINE_PASS);
}

static void skew_clocks(int node)
{
    fleet_skew(node, SKEW_MS);
    fleet_skew((node + 1) % FLEET, -SKEW_MS);
}

static void unskew_clocks(int node)
{
    fleet_skew(node, 0);
    fleet_skew((node + 1) % FLEET, 0);
}

const FaultCase FAULTS[] = {
    { "none", nothing, nothing, 2000, 1, 0, 0, 0, 0 },
    { "kill -9", kill_node, begin_node, 4000, 0, 500, 3000, 2000, 0 },
    { "SIGSTOP 10 s", stop_node, continue_node, 10000, 0, 500, 3000, 2000, 0 },
    { "SIGTERM", end_node, begin_node, 4000, 0, 300, 500, 2000, 0 },
    { "line cut", cut_all, heal, 5000, 0, 500, 3000, 2000, 0 },
    { "line refused", refuse_all, heal, 5000, 0, 500, 3000, 2000, 0 },
    { "line stalled", stall_all, heal, 6000, 0, 500, 3000, 2000, 0 },
    { "listener cut", cut_listener, heal, 4000, 0, 500, 0, 2000, 0 },
    { "listener stalled", stall_listener, heal, 5000, 0, 500, 0, 2000, 0 },
    { "all but the listener cut", cut_others, heal, 5000, 0, 500, 3000, 2000, 0 },
    { "all but the listener stalled", stall_others, heal, 6000, 0, 500, 3000, 2000, 0 },
    { "a request lost", lose_request, heal, 1500, 0, 500, 0, 2000, 0 },
    { "an answer lost", lose_answer, heal, 1500, 0, 500, 0, 2000, 0 },
    { "an end lost", lose_half, heal, 1500, 0, 500, 0, 2000, 0 },
    { "PostgreSQL restarts", restart_database, nothing, 3000, 1, 1000, 0, 2000, 0 },
    { "100 ms each way", delay_100, heal, 5000, 1, 700, 0, 0, 1 },
    { "100 ms each way, notices lost", lose_notices_far, heal, 5000, 1, 3000, 0, 0, 1 },
    { "200 ms each way", delay_200, heal, 5000, 1, 1400, 0, 0, 1 },
    { "clocks 30 s off", skew_clocks, unskew_clocks, 5000, 1, 500, 0, 2000, 0 },
};

const int FAULTS_COUNT = sizeof FAULTS / sizeof FAULTS[0];

const FaultCase *fault_named(const char *name)
{
    for (int i = 0; i < FAULTS_COUNT; i++) {
        if (strcmp(FAULTS[i].name, name) == 0)
            return &FAULTS[i];
    }
    cr_assert_fail("there is no fault '%s'", name);
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* Running one                                                               */
/* ------------------------------------------------------------------------- */

static void wait_for_answers(void)
{
    int64_t until = crowd_now() + PATIENCE_S * SECOND;

    club_stand_still(1);
    while (club_is_waiting()) {
        cr_assert_lt(crowd_now(), until, "somebody waits for the answer to a move");
        club_play(5);
    }
    club_stand_still(0);
}

/* All guests must have reached another node by now. */
static void wait_for_flight(const FaultCase *fault)
{
    int64_t until = crowd_now() + (int64_t)allowed(fault->goal_elsewhere) * (SECOND / 1000);

    while (club_stayed() > 0 && crowd_now() < until)
        club_play(5);
}

static void expect_below(const char *what, const char *name, Samples *samples, double share,
                         int goal)
{
    double measured = samples_below(samples, share);

    if (goal > 0)
        cr_expect_lt(measured, allowed(goal),
                     "%s: %s: %.0f ms, the goal is %d; a move takes %.0f", name, what,
                     measured, goal, baseline_ms);
}

static void expect_figures(const FaultCase *fault, ClubFigures *figures)
{
    expect_below("a move at another node", fault->name, &figures->others, 0.99,
                 fault->goal_others);
    expect_below("everybody at another node", fault->name, &figures->elsewhere, 1,
                 fault->goal_elsewhere);
    expect_below("a bot's move", fault->name, &figures->bots, 1, fault->goal_alive);
    expect_below("a bot for a person whose time is up", fault->name, &figures->clocks, 1,
                 fault->goal_alive);
    cr_expect_eq(figures->abandoned, 0, "%s: %ld moves were given up", fault->name,
                 figures->abandoned);
    if (fault->is_far)
        cr_expect_eq(figures->not_stored, 0, "%s: %ld moves were not stored", fault->name,
                     figures->not_stored);
    cr_expect_eq(figures->wrong_clocks, 0, "%s: somebody's time was wrong %ld times",
                 fault->name, figures->wrong_clocks);
    cr_expect_eq(figures->stayed, 0, "%s: %d stay at a node with a fault", fault->name,
                 figures->stayed);
}

void fault_run(const FaultCase *fault, int node)
{
    ClubFigures figures;
    double before = baseline_ms;

    club_measure(fault->is_everywhere ? 0 : 1u << node,
                 fault->goal_elsewhere > 0 ? CLUB_FLEES : CLUB_STAYS);
    fault->begin(node);
    club_play(fault->lasts_ms);
    wait_for_flight(fault);
    wait_for_answers();
    figures = club_measured();
    fault->end(node);
    faults_report(fault->name, &figures);
    club_measure(0, CLUB_STAYS);
    club_go_home();
    club_play_everywhere();
    club_check();
    faults_take_baseline();
    baseline_ms = before > baseline_ms ? before : baseline_ms;
    figures.wrong_clocks = club_totals().wrong_clocks;
    expect_figures(fault, &figures);
    club_figures_free(&figures);
}

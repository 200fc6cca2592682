/* test_faults.c: one of each fault, while people play at tables of all nodes. */
#include "faults.h"
#include "fleet.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { TABLES = 12, MANY_TABLES = 30 };

static void open_with(int tables)
{
    ClubPlan plan = { .people = tables, .bots = 3, .clocks = 3, .think_ms = 60, .seed = 1 };

    if (getenv("ROUNDHOUSE_PROOF") != NULL)
        plan.think_ms = 200;
    fleet_open();
    club_open(&plan);
    club_measure(0, CLUB_STAYS);
    club_play(1000);
    faults_take_baseline();
}

static void open_all(void)
{
    open_with(TABLES);
}

static void close_all(void)
{
    ClubTotals totals = club_totals();

    cr_log_info("%ld entries, %ld sent to readers, %ld moves acknowledged",
                totals.record.entries, totals.record.shown, totals.record.acknowledged);
    club_close();
    fleet_close();
}

TestSuite(faults, .init = open_all, .fini = close_all, .timeout = 180);

Test(faults, none)
{
    fault_run(fault_named("none"), 0);
}

Test(faults, a_node_is_killed)
{
    fault_run(fault_named("kill -9"), 0);
}

Test(faults, a_node_stops_for_ten_seconds)
{
    fault_run(fault_named("SIGSTOP 10 s"), 1);
}

Test(faults, a_node_ends)
{
    fault_run(fault_named("SIGTERM"), 2);
}

Test(faults, a_line_is_cut)
{
    fault_run(fault_named("line cut"), 0);
}

Test(faults, a_line_stalls)
{
    fault_run(fault_named("line stalled"), 1);
}

Test(faults, the_line_of_the_listener_is_cut)
{
    fault_run(fault_named("listener cut"), 2);
}

Test(faults, the_line_of_the_listener_stalls)
{
    fault_run(fault_named("listener stalled"), 0);
}

Test(faults, all_but_the_listener_is_cut)
{
    fault_run(fault_named("all but the listener cut"), 1);
}

Test(faults, all_but_the_listener_stalls)
{
    fault_run(fault_named("all but the listener stalled"), 2);
}

Test(faults, commits_in_doubt)
{
    fault_run(fault_named("a request lost"), 0);
    fault_run(fault_named("an answer lost"), 1);
    fault_run(fault_named("an end lost"), 2);
}

Test(faults, clocks_that_differ)
{
    fault_run(fault_named("clocks 30 s off"), 1);
}

static void open_many(void)
{
    open_with(MANY_TABLES);
}

TestSuite(faults_far, .init = open_many, .fini = close_all, .timeout = 180);

Test(faults_far, the_database_is_far_away)
{
    fault_run(fault_named("100 ms each way"), 0);
}

Test(faults_far, notices_are_lost_while_the_database_is_far_away)
{
    fault_run(fault_named("100 ms each way, notices lost"), 0);
}

/* Other tests must not share that database. */
TestSuite(faults_database, .init = open_all, .fini = close_all, .timeout = 180);

Test(faults_database, PostgreSQL_restarts)
{
    fault_run(fault_named("PostgreSQL restarts"), 0);
}

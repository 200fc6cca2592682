/* club_main.c: bench_club, which measures the pages of a club with many results. */
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "load/child.h"
#include "load/club.h"

#include <limits.h>
#include <signal.h>

static const Argument ARGUMENTS[] = {
    { "people", 'p', "N", "Fill in N people (10000)", 0,
      INT(ClubPlan, people, 20, 1000000) },
    { "results", 'n', "N", "And N results: a row for each seat of a game (1000000)", 0,
      INT(ClubPlan, results, 1000, 10000000) },
    { "logs", 'l', "N", "Of these, N of games with a log (a tenth)", 0,
      INT(ClubPlan, logs, 1, 10000000) },
    { "requests", 'r', "N", "Ask N times for each page (200)", 0,
      INT(ClubPlan, requests, 1, 100000) },
    { "program", 0, "PATH",
      "The roundhouse to start (default: the one in the folder of this program)", 0,
      TEXT(ClubPlan, program) },
    { "web", 0, "FOLDER", "The built page, for the addresses that are not of the API", 0,
      TEXT(ClubPlan, web) },
    { "store", 0, "WHERE", "Fill and keep this empty store: a new file, or postgres://…", 0,
      TEXT(ClubPlan, store) },
    { "json", 'j', NULL, "Print one JSON object per line", 0, FLAG(ClubPlan, is_json) },
    { 0 },
};

static const char DOC[] =
    "Measure the pages of a club: how large they are, and how long they take, with a "
    "hundredth, a tenth and all of the results."
    "\vIt fills a file of SQLite in a temporary folder ($TMPDIR decides on which disk), "
    "or the store of --store; starts a server on it; and asks for each page over HTTP, one "
    "request at a time, each for another person or "
    "game. People play unequally: of 10,000 the busiest has 1 % of all results, and has "
    "pages of their own here (…_busiest). A page is to take less than 50 ms and 100 kB. "
    "The server's processor time is the mean of all requests, and without that of "
    "PostgreSQL; it depends less on what else the machine does.";

int main(int argc, char **argv)
{
    char self[PATH_MAX], beside[PATH_MAX];
    ClubPlan plan = {
        .program = beside, .people = 10000, .results = 1000000, .requests = 200
    };
    Fault fault = { 0 };

    signal(SIGPIPE, SIG_IGN);
    arguments_parse(ARGUMENTS, "", DOC, argc, argv, &plan);
    if (plan.logs == 0)
        plan.logs = plan.results / 10;
    if (plan.logs > plan.results)
        return usage_error(argv[0], "there are more --logs than --results");
    if (!programs_find(argv[0], self, beside))
        return world_error(argv[0], "/proc does not say which program this is");
    return club_measure(&plan, &fault) ? EXIT_FINE
                                       : world_error(argv[0], "%s", fault.sentence);
}

/* test_nodes_races.c: several nodes write to one table at once: the database accepts
 * one, the others get an error or their change is stored as well. A table whose stored
 * data is inconsistent blocks no other. */
#include "nodes.h"

#include "leaving.h"
#include "office.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

TestSuite(nodes_races, .init = nodes_open, .fini = nodes_close, .timeout = 120);

enum { RACES = 12 };

/* Sends an act with this id, without waiting. */
static void send_act(Tab *tab, const Board *board, int id, const char *action)
{
    tab_send(tab, "{\"id\":%d,\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}", id,
             board->code, board->n, action);
}

/* The answer with that id: "done", or the code of the error. */
static const char *answer_of(Tab *tab, int id)
{
    const Json *message;

    do {
        message = tab_next(tab, PATIENCE_MS);
        cr_assert_not_null(message, "no answer came");
    } while (json_get(message, "id") == NULL || number_at(message, "id") != id);
    return strcmp(text_at(message, "type"), "error") == 0 ? text_at(message, "code")
                                                          : "done";
}

static void leave_all(Tab *tabs[NODES])
{
    for (int node = 0; node < NODES; node++)
        tab_close(tabs[node]);
}

/* All readers reconnect and receive position n. */
static void gather_anew(Board *board)
{
    char statement[128];

    snprintf(statement, sizeof statement,
             "SELECT max(n) FROM log WHERE table_id = (SELECT id FROM tables WHERE code = "
             "'%s')",
             board->code);
    board->n = (long)database_query(statement);
    board_spread(board);
}

/* A seat is settled at one node while the table is closed at another. */
Test(nodes_races, a_table_that_was_closed_is_no_such_table)
{
    Person host = person_new(nodes[0], "Ada");
    Tab *closes = tab_open(nodes[0], &host), *settles = tab_open(nodes[1], &host);

    for (int race = 0; race < RACES; race++) {
        char code[CODE_ROOM];

        table_new(nodes[0], &host, code,
                  "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
        tab_must(settles, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        tab_send(closes, "{\"id\":77,\"do\":\"close\",\"table\":\"%s\"}", code);
        tab_send(settles,
                 "{\"id\":77,\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"who\":\"easy\"}",
                 code);
        cr_expect_str_eq(answer_of(closes, 77), "done");
        const char *settled = answer_of(settles, 77);
        cr_expect(strcmp(settled, "done") == 0 || strcmp(settled, "no-such-table") == 0,
                  "%s", settled);
    }
    tab_close(closes);
    tab_close(settles);
}

/* One person, three tabs, three nodes: one of three acts for the same position is
 * stored. */
Test(nodes_races, one_of_three_moves_counts)
{
    Board *board = board_open_spread("freight-train", 2);

    for (int race = 0; race < RACES; race++) {
        Tab *tabs[NODES];
        int seat = board_pick_seat(board), done = 0;
        long before = board->n;
        come_to_all(board, seat, tabs);
        for (int node = 0; node < NODES; node++)
            send_act(tabs[node], board, 77, board->actions[seat]);
        for (int node = 0; node < NODES; node++) {
            const char *answer = answer_of(tabs[node], 77);
            cr_expect(strcmp(answer, "done") == 0 || strcmp(answer, "stale") == 0, "%s",
                      answer);
            done += strcmp(answer, "done") == 0;
        }
        cr_expect_eq(done, 1, "%d were done", done);
        leave_all(tabs);
        gather_anew(board);
        cr_expect_eq(board->n, before + 1);
    }
    board_play(board, -1);
    board_check(board);
    board_close(board);
    check_logs();
}

/* One tab sends undo, another the next act: the log has one of them first, and all
 * readers see the same. */
Test(nodes_races, undo_against_the_next_act)
{
    Board *board = board_open_spread("freight-train", 2);

    for (int race = 0; race < RACES; race++) {
        Tab *tabs[NODES];
        int seat = board_pick_seat(board);
        board_act(board, seat);
        if (board->actions[seat][0] == '\0')
            continue; /* another seat's turn: it cannot act next */
        come_to_all(board, seat, tabs);
        send_act(tabs[1], board, 77, board->actions[seat]);
        tab_send(tabs[2], "{\"id\":78,\"do\":\"undo\",\"table\":\"%s\",\"n\":%ld}",
                 board->code, board->n);
        const char *went_on = answer_of(tabs[1], 77);
        int has_gone_on = strcmp(went_on, "done") == 0;
        cr_expect(has_gone_on || strcmp(went_on, "stale") == 0, "%s", went_on);
        const char *undone = answer_of(tabs[2], 78);
        int was_undone = strcmp(undone, "done") == 0;
        cr_expect(was_undone || strcmp(undone, "stale") == 0
                      || strcmp(undone, "cannot-undo") == 0,
                  "%s", undone);
        cr_expect(!(has_gone_on && was_undone), "both are meant for the same position");
        leave_all(tabs);
        gather_anew(board);
    }
    board_play(board, -1);
    board_close(board);
    check_logs();
}

/* Plays until several seats must bid in secret. */
static int play_until_several_bid(Board *board)
{
    static const char bid[] = "{\"do\":\"bid\"";

    for (;;) {
        int bidding = 0;
        for (int seat = 0; seat < board->seats; seat++)
            bidding += strncmp(board->actions[seat], bid, sizeof bid - 1) == 0;
        if (bidding > 1 || board->is_over)
            return bidding;
        board_play(board, 1);
    }
}

/* Simultaneous secret bids, each at another node: all are stored. Returns how often it
 * happened. */
static int race_with_bids(void)
{
    Board *board = board_open_spread("take-a-train", 3);
    int races = 0;

    while (play_until_several_bid(board) > 1) {
        int said[SEATS_MAX] = { 0 }, count = 0;
        for (int seat = 0; seat < board->seats; seat++) {
            if (board->actions[seat][0] == '\0')
                continue;
            send_act(board->tabs[seat], board, 77, board->actions[seat]);
            said[seat] = 1;
            count++;
        }
        for (int seat = 0; seat < board->seats; seat++) {
            if (said[seat])
                cr_expect_str_eq(answer_of(board->tabs[seat], 77), "done");
        }
        long before = board->n;
        gather_anew(board);
        cr_expect_eq(board->n, before + count);
        races++;
    }
    board_close(board);
    return races;
}

static long long metric(int node, const char *name)
{
    Answer answer = ask_admin(nodes[node], "/metrics");
    const char *found = answer.reply.body.bytes;
    long long value = -1;

    while ((found = strstr(found, name)) != NULL) {
        if (found[-1] == '\n')
            sscanf(found + strlen(name), "%lld", &value);
        found += strlen(name);
    }
    answer_free(&answer);
    return value;
}

static long long metric_of_all(const char *name)
{
    long long sum = 0;

    for (int node = 0; node < NODES; node++)
        sum += metric(node, name);
    return sum;
}

/* Some games have no secret auctions. */
Test(nodes_races, secret_bids_at_once)
{
    while (race_with_bids() == 0)
        ;
    check_logs();
}

/* Until one of two bids came second, and was tried again. */
Test(nodes_races, conflicts_and_retries_are_counted)
{
    cr_expect_eq(metric_of_all("roundhouse_conflicts_total"), 0);
    while (metric_of_all("roundhouse_retries_total") == 0)
        race_with_bids();
    cr_expect_geq(metric_of_all("roundhouse_conflicts_total"),
                  metric_of_all("roundhouse_retries_total"));
}

/* Two people take the same seat at two nodes: one gets it. */
Test(nodes_races, one_seat_for_two)
{
    Person people[NODES] = { person_new(nodes[0], "Ada"), person_new(nodes[1], "Ben"),
                             person_new(nodes[2], "Cleo") };

    for (int race = 0; race < RACES; race++) {
        Tab *tabs[NODES];
        char code[CODE_ROOM];
        int done = 0;
        table_new(nodes[0], &people[0], code,
                  "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
        for (int node = 0; node < NODES; node++) {
            tabs[node] = tab_open(nodes[node], &people[node]);
            tab_must(tabs[node], "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        }
        for (int node = 1; node < NODES; node++)
            tab_send(tabs[node], "{\"id\":77,\"do\":\"sit\",\"table\":\"%s\",\"seat\":1}",
                     code);
        for (int node = 1; node < NODES; node++) {
            const char *outcome = answer_of(tabs[node], 77);
            done += strcmp(outcome, "done") == 0;
            cr_expect(strcmp(outcome, "done") == 0 || strcmp(outcome, "seat-taken") == 0,
                      "%s", outcome);
        }
        cr_expect_eq(done, 1);
        leave_all(tabs);
    }
}

/* ------------------------------------------------------------------------- */
/* Inconsistent data                                                         */
/* ------------------------------------------------------------------------- */

static void change_log(const Board *board, const char *set)
{
    char statement[256];

    snprintf(
        statement, sizeof statement,
        "UPDATE log SET %s WHERE n = 5 AND table_id = (SELECT id FROM tables WHERE code "
        "= '%s')",
        set, board->code);
    database_query(statement);
}

/* Node 2 has to read a table that others have in memory: it quarantines that table and
 * reports it; other tables go on, and so does this one once it is repaired. */
static void tamper(const char *set, const char *repair)
{
    Board *board = board_open(nodes[0], "freight-train", 2, "");
    Board *other = board_open(nodes[2], "freight-train", 2, "");

    board_play(board, 8);
    change_log(board, set);
    Tab *tab = tab_open(nodes[2], &board->people[0]);
    tab_must_not(tab, "quarantined", "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    tab_must_not(tab, "quarantined", "{\"do\":\"act\",\"table\":\"%s\",\"n\":8}",
                 board->code);
    cr_expect_eq(metric(2, "roundhouse_quarantines_total"), 1);
    cr_expect_eq(metric(0, "roundhouse_quarantines_total"), 0);
    board_play(board, 3);
    board_play(other, 8);
    change_log(board, repair);
    for (const Json *answer;;) {
        answer = tab_do(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
        if (strcmp(text_at(answer, "type"), "error") != 0)
            break;
        cr_expect_str_eq(text_at(answer, "code"), "quarantined");
        usleep(100000);
    }
    board_play(board, -1);
    board_check(board);
    tab_close(tab);
    board_close(board);
    board_close(other);
}

Test(nodes_races, a_wrong_hash_quarantines_one_table)
{
    tamper("hash = hash + 1", "hash = hash - 1");
}

Test(nodes_races, an_invalid_entry_quarantines_one_table)
{
    tamper("action = action + 1048576000", "action = action - 1048576000");
}

/* ------------------------------------------------------------------------- */
/* People who leave at one node while they act at another                    */
/* ------------------------------------------------------------------------- */

Test(nodes_races, who_log_out_keep_no_seat_by_requests_under_way)
{
    expect_open_seat(nodes[0], nodes[1], leave_by_logging_out);
    expect_bot_in_seat(nodes[0], nodes[1], leave_by_logging_out);
}

Test(nodes_races, who_delete_their_account_leave_nothing_by_requests_under_way)
{
    expect_open_seat(nodes[0], nodes[1], leave_by_deleting);
    expect_bot_in_seat(nodes[0], nodes[1], leave_by_deleting);
    expect_no_chat(nodes[0], nodes[1]);
}

Test(nodes_races, a_session_that_has_ended_changes_nothing_more)
{
    expect_no_change_after_the_end(nodes[0], nodes[1]);
}

/* ------------------------------------------------------------------------- */
/* A command beside the nodes                                                */
/* ------------------------------------------------------------------------- */

static void *ban(void *user)
{
    office(nodes[0], "ban %s", (const char *)user);
    return NULL;
}

/* The command has locked the user and waits for the session; whoever has the session then
 * waits for the user, and for so long that the database refuses the command. */
Test(nodes_races, a_command_that_meets_a_deadlock_is_tried_again)
{
    Person ada = person_new(nodes[0], "Ada");
    PGconn *other = PQconnectdb(database());
    pthread_t thread;

    PQclear(PQexec(other, "SET deadlock_timeout = '10min'"));
    PQclear(PQexec(other, "BEGIN"));
    PQclear(PQexec(other, "SELECT 1 FROM sessions FOR UPDATE"));
    cr_assert_eq(pthread_create(&thread, NULL, ban, ada.user), 0);
    while (database_query("SELECT count(*) FROM pg_locks WHERE NOT granted") == 0)
        usleep(1000);
    PGresult *locked = PQexec(other, "SELECT 1 FROM users FOR UPDATE");
    cr_expect_eq(PQresultStatus(locked), PGRES_TUPLES_OK, "%s", PQerrorMessage(other));
    PQclear(locked);
    PQclear(PQexec(other, "COMMIT"));
    pthread_join(thread, NULL);
    cr_expect_eq(database_query("SELECT count(*) FROM users WHERE banned > 0"), 1);
    cr_expect_eq(database_query("SELECT count(*) FROM acts"), 1);
    PQfinish(other);
}

/* Claims wait for a lock, and with them the chat and all requests by HTTP: the database is
 * slow, not away. People play on, and nobody is sent away. */
Test(nodes_races, a_slow_statement_is_no_database_that_is_away)
{
    static const char IS_SLOW[] =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND "
        "clock_timestamp() - query_start > interval '2400 milliseconds'";
    Board *board = board_open_spread("take-a-train", 3);
    PGconn *other = PQconnectdb(database());

    PQclear(PQexec(other, "BEGIN"));
    PQclear(PQexec(other, "LOCK TABLE claims"));
    while (database_query(IS_SLOW) == 0) {
        if (!board->is_over)
            board_act(board, board_pick_seat(board));
    }
    for (int seat = 0; seat < board->seats; seat++)
        tab_must(board->tabs[seat], "{\"do\":\"ping\"}");
    PQclear(PQexec(other, "COMMIT"));
    PQfinish(other);
    board_close(board);
}

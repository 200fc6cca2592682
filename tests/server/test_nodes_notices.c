/* test_nodes_notices.c: a notice is sent by one node, once, and not while somebody looks at
 * the table by way of another. */
#include "nodes.h"
#include "push/push_service.h"
#include "store/proxy.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

static PushService *service;

static void add_service(void)
{
    service = push_service_open(nodes[0]->folder);
    for (int i = 0; i < NODES; i++) {
        house_end(nodes[i], SIGTERM);
        nodes[i]->more[0] = "--push-loopback";
        nodes[i]->more[1] = push_service_ca(service);
        house_begin(nodes[i]);
    }
}

static void open_all(void)
{
    nodes_open();
    add_service();
}

static void open_one_far(void)
{
    nodes_open_one_far();
    add_service();
}

TestSuite(nodes_notices, .init = open_all, .fini = nodes_close);
TestSuite(nodes_notices_far, .init = open_one_far, .fini = nodes_close_one_far);

static void add_device(const Person *who, const char *endpoint)
{
    const SoftBrowser *browser = push_service_browser(service);

    must_ask(nodes[1], who, "/api/1/notices/device",
             "{\"endpoint\":\"%s%s\",\"key\":\"%s\",\"auth\":\"%s\"}",
             push_service_origin(service), endpoint, browser->key, browser->auth);
}

Test(nodes_notices, are_sent_once)
{
    Board *board = board_open(nodes[0], "freight-train", 2, "");
    int present = board_pick_seat(board), absent = 1 - present;
    Pushed pushed;
    int counts[2] = { 0, 0 };

    tab_close(board->tabs[absent]);
    board->tabs[absent] = NULL;
    add_device(&board->people[absent], "/ok/1");
    add_device(&board->people[absent], "/ok/2");
    while (board->actions[present][0] != '\0')
        board_act(board, present);
    for (int i = 0; i < 2; i++) {
        cr_assert(push_service_next(service, PATIENCE_MS, &pushed));
        cr_expect_eq(pushed.status, 201);
        counts[strcmp(pushed.path, "/ok/2") == 0]++;
    }
    cr_expect(counts[0] == 1 && counts[1] == 1);
    /* All nodes sign with one key. */
    for (int i = 0; i < NODES; i++) {
        Answer answer = ask(nodes[i], &board->people[absent], "/api/1/notices", NULL);
        cr_expect_str_eq(text_at(answer.json, "key"), pushed.claim.key);
        answer_free(&answer);
    }
    board_close(board);
}

Test(nodes_notices, know_who_looks_at_another_node)
{
    Board *board = board_open(nodes[0], "freight-train", 2, "");
    int present = board_pick_seat(board), absent = 1 - present;
    Pushed pushed;

    /* One who looks, at another node; the other comes back only after that. */
    tab_close(board->tabs[absent]);
    board->tabs[absent] = tab_open(nodes[2], &board->people[absent]);
    tab_send(board->tabs[absent], "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    board_receive_one(board, absent);
    add_device(&board->people[absent], "/ok/looks");
    add_device(&board->people[present], "/ok/away");
    while (board->actions[present][0] != '\0')
        board_act(board, present);
    tab_close(board->tabs[present]);
    board->tabs[present] = NULL;
    while (board->actions[absent][0] != '\0')
        board_act(board, absent);
    /* The later of the two notices comes, and the earlier never did. */
    cr_assert(push_service_next(service, PATIENCE_MS, &pushed));
    cr_expect_str_eq(pushed.path, "/ok/away");
    board_close(board);
}

/* The node learns that its entry is stored when it tries again. */
Test(nodes_notices_far, are_sent_for_a_move_whose_answer_never_came)
{
    Board *board = board_open(nodes[FAR_NODE], "freight-train", 2, "");
    int present = board_pick_seat(board), absent = 1 - present;
    Pushed pushed;

    tab_close(board->tabs[absent]);
    board->tabs[absent] = NULL;
    add_device(&board->people[absent], "/ok/1");
    proxy_watch_for(PROXY_APPEND);
    while (board->actions[present][0] != '\0') {
        proxy_cut(CUT_AFTER_COMMIT);
        board_act(board, present);
        cr_expect_eq(proxy_now(), CUT_NOTHING, "no answer was lost");
    }
    cr_expect(push_service_next(service, PATIENCE_MS, &pushed));
    board_close(board);
}

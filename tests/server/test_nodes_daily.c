/* test_nodes_daily.c: the deal of the day at several nodes: they make one deal, and a
 * person has one first attempt. */
#include "nodes.h"
#include "player.h"

#include "play/daily.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

TestSuite(nodes_daily, .init = nodes_open, .fini = nodes_close, .timeout = 240);

static const char GAME[] = "take-a-train";

/* The commitments of today's and tomorrow's deals, as a node shows them. */
static void read_commitments(const House *node, char *out, size_t room)
{
    static const char *const LISTS[] = { "deals", "next" };
    Answer answer = ask(node, NULL, "/api/1/daily", NULL);
    size_t length = 0;

    cr_assert_eq(answer.status, 200);
    for (int i = 0; i < 2; i++) {
        const Json *list = json_at(answer.json, LISTS[i]);
        cr_assert_eq(list->length, 3);
        for (int j = 0; j < 3; j++)
            length += (size_t)snprintf(out + length, room - length, "%s ",
                                       text_at(entry_at(list, j), "commitment"));
    }
    answer_free(&answer);
}

typedef struct Beginner {
    pthread_t thread;
    const House *node;
    const Person *person;
    int status, attempt;
    char code[CODE_ROOM];
} Beginner;

static void *begin_attempt(void *context)
{
    Beginner *beginner = context;
    Answer answer =
        ask(beginner->node, beginner->person, "/api/1/daily", "{\"game\":\"%s\"}", GAME);

    beginner->status = answer.status;
    if (answer.status == 200) {
        strncpy(beginner->code, text_at(answer.json, "table"), CODE_ROOM - 1);
        beginner->attempt = (int)number_at(answer.json, "attempt");
    }
    answer_free(&answer);
    return NULL;
}

/* The first requests at all, at all nodes at once. */
Test(nodes_daily, make_one_deal_and_one_first_attempt)
{
    Person ada = person_new(nodes[0], "Ada");
    Beginner beginners[2 * NODES];
    char shown[NODES][512];

    for (int i = 0; i < 2 * NODES; i++) {
        beginners[i] = (Beginner){ .node = nodes[i % NODES], .person = &ada };
        cr_assert_eq(
            pthread_create(&beginners[i].thread, NULL, begin_attempt, &beginners[i]), 0);
    }
    for (int i = 0; i < 2 * NODES; i++)
        pthread_join(beginners[i].thread, NULL);
    for (int i = 0; i < 2 * NODES; i++) {
        cr_expect_eq(beginners[i].status, 200);
        cr_expect_str_eq(beginners[i].code, beginners[0].code);
        cr_expect_eq(beginners[i].attempt, 1);
    }
    for (int i = 0; i < NODES; i++) {
        read_commitments(nodes[i], shown[i], sizeof shown[i]);
        cr_expect_str_eq(shown[i], shown[0]);
    }
}

/* One plays at the first node, the other at the second: the same decisions, the same
 * bots. */
Test(nodes_daily, have_the_same_bots)
{
    Person ada = person_new(nodes[0], "Ada"), ben = person_new(nodes[1], "Ben");
    Player one = player_start(nodes[0], &ada, GAME, HABIT_STRAIGHT);

    player_play(&one, -1);
    Player other = player_start(nodes[1], &ben, GAME, HABIT_UNDOES);
    player_play(&other, -1);
    cr_expect_str_eq(one.last, other.last);
    player_close(&one);
    player_close(&other);
    check_logs();
}

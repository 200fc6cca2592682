/* test_bots.c: seats that bots play: from the start, and for a person who left;
 * programs over the protocol. */
#include "board.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static Person ada;

HOUSE_SUITE(bots, HOUSE_OPEN, ada = person_new(house, "Ada"));

static Answer open_table(const char *seats)
{
    Answer answer = ask(house, &ada, "/api/1/tables",
                        "{\"game\":\"station-master\",\"seats\":[%s],\"public\":true,"
                        "\"sit_in\":\"greedy\"}",
                        seats);

    cr_assert_eq(answer.status, 200, "%d %s", answer.status, answer.reply.body.bytes);
    return answer;
}

static void wait_for_end(Tab *tab)
{
    while (strcmp(text_at(tab_wait_for(tab, "table"), "state"), "over") != 0)
        ;
}

/* Ada plays the first listed action whenever it is her turn. */
static void play_to_the_end(Tab *tab, const char *code)
{
    const Json *update;

    do {
        update = tab_wait_for(tab, "update");
        if (json_at(update, "actions")->length > 0) {
            char action[ACTION_ROOM];
            const char *list = strstr(tab->ws.message.bytes, "\"actions\":[") + 11;
            snprintf(action, sizeof action, "%.*s", (int)(strchr(list, '}') - list + 1),
                     list);
            tab_send(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%lld,\"action\":%s}",
                     code, number_at(update, "n"), action);
        }
    } while (!is_at(json_at(update, "position"), "over"));
}

Test(bots, play_whole_games_with_a_person)
{
    Answer answer = open_table("\"me\",\"easy\",\"greedy\",\"random\"");
    const char *code = text_at(answer.json, "table");
    Tab *tab = tab_open(house, &ada);

    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    play_to_the_end(tab, code);
    tab_close(tab);
    answer_free(&answer);
}

Test(bots, play_among_themselves_for_those_who_watch)
{
    Answer answer = open_table("\"greedy\",\"random\"");
    const char *code = text_at(answer.json, "table");
    Tab *host = tab_open(house, &ada), *stranger = tab_open(house, NULL);

    tab_must(stranger, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    wait_for_end(stranger);
    tab_close(host);
    tab_close(stranger);
    answer_free(&answer);
}

/* Ben leaves; everybody sees that the bot plays for him; he returns and plays on. */
Test(bots, sit_in_for_who_leaves)
{
    Board *board = board_open(house, "station-master", 2, ",\"sit_in\":\"greedy\"");
    Tab *host = board->tabs[0], *ben = board->tabs[1];
    const Json *table, *update;
    long long n;

    board_play(board, 6);
    tab_must(ben, "{\"do\":\"stand\",\"table\":\"%s\"}", board->code);
    do {
        table = tab_wait_for(host, "table");
    } while (!is_at(entry_at(json_at(table, "seats"), 1), "away"));
    cr_assert_str_eq(text_at(entry_at(json_at(table, "seats"), 1), "name"), "Ben");
    tab_send(host, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    do {
        update = tab_wait_for(host, "update");
        n = number_at(update, "n");
        if (json_at(update, "actions")->length > 0 && n < 20) {
            const char *list = strstr(host->ws.message.bytes, "\"actions\":[") + 11;
            tab_send(host, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%lld,\"action\":%.*s}",
                     board->code, n, (int)(strchr(list, '}') - list + 1), list);
        }
    } while (n < 20 || json_at(update, "actions")->length == 0);
    tab_must(ben, "{\"do\":\"return\",\"table\":\"%s\"}", board->code);
    board->n = (long)n;
    for (int i = 0; i < READERS; i++) {
        if (board->tabs[i] != NULL)
            board_reconnect(board, i);
    }
    board_play(board, -1);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(number_at(board->tabs[i]->json, "n"), board->n);
    board_close(board);
}

/* ------------------------------------------------------------------------- */
/* Programs                                                                  */
/* ------------------------------------------------------------------------- */

static pid_t start_example(const Person *program, const char *table)
{
    char url[SERVER_HOST_MAX + 32];
    pid_t pid = fork();

    if (pid != 0)
        return pid;
    snprintf(url, sizeof url, "http://%s:%d", house->child.address.host,
             house->child.address.port);
    execlp("python3", "python3", EXAMPLE_BOT, url, program->token, table, (char *)NULL);
    _exit(127);
}

Test(bots, of_others_play_by_the_protocol)
{
    Answer made = ask(house, &ada, "/api/1/programs", "{\"name\":\"Example\"}"), answer;
    Person program = person_of(house, &made);
    char seats[64];
    Tab *tab = tab_open(house, &ada);
    pid_t pid;
    int status;

    snprintf(seats, sizeof seats, "\"me\",\"program:%s\"", program.user);
    answer = open_table(seats);
    pid = start_example(&program, text_at(answer.json, "table"));
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", text_at(answer.json, "table"));
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", text_at(answer.json, "table"));
    play_to_the_end(tab, text_at(answer.json, "table"));
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    tab_close(tab);
    answer_free(&answer);
    answer_free(&made);
}

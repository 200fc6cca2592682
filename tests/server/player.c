/* player.c: somebody who plays the deal of the day. */
#include "player.h"

#include "load/scan.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Person person_keeping(House *house, const char *name)
{
    Person person = person_new(house, name);

    must_ask(house, &person, "/api/1/keep",
             "{\"name\":\"%s\",\"password\":\"all aboard!\"}", name);
    return person;
}

Player player_start(House *house, const Person *person, const char *game, Habit habit)
{
    Player player = { .person = *person, .habit = habit };
    Answer answer = ask(house, person, "/api/1/daily", "{\"game\":\"%s\"}", game);

    cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
    strncpy(player.code, text_at(answer.json, "table"), CODE_ROOM - 1);
    player.attempt = (int)number_at(answer.json, "attempt");
    player.is_ranked = is_at(answer.json, "ranked");
    answer_free(&answer);
    rng_seed(&player.rng, 7);
    player.tab = tab_open(house, person);
    tab_must(player.tab,
             "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[\"position\",\"actions\"]}",
             player.code);
    return player;
}

/* A bot that had to decide, too, may have come first: then the same again. */
static const Json *act(Player *player, long n, const char *action)
{
    const Json *reply =
        tab_do(player->tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
               player->code, n, action);

    while (strcmp(text_at(reply, "type"), "error") == 0) {
        cr_assert_str_eq(text_at(reply, "code"), "stale");
        n = number_at(tab_wait_for(player->tab, "update"), "n");
        reply =
            tab_do(player->tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
                   player->code, n, action);
    }
    return reply;
}

/* Some decisions are undone and made again, if nothing was revealed. */
static const Json *decide(Player *player, const Json *update)
{
    const Text *bytes = &player->tab->ws.message;
    int count = scan_action_count(bytes->bytes, bytes->length);
    Piece piece = scan_action(bytes->bytes, bytes->length,
                              (int)rng_below(&player->rng, (uint32_t)count));
    char *action = strndup(piece.bytes, piece.length);

    update = act(player, number_at(update, "n"), action);
    if (player->habit == HABIT_UNDOES && is_at(update, "undo")
        && json_at(update, "actions")->length > 0
        && json_at(update, "waiting")->length == 1) { /* no bot decides meanwhile */
        update = tab_do(player->tab, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%lld}",
                        player->code, number_at(update, "n"));
        cr_assert_str_eq(text_at(update, "type"), "update");
        update = act(player, number_at(update, "n"), action);
    }
    free(action);
    return update;
}

void player_play(Player *player, int decisions)
{
    const Json *update = tab_wait_for(player->tab, "update");

    while (!is_at(json_at(update, "position"), "over")) {
        if (json_at(update, "actions")->length == 0) {
            update = tab_wait_for(player->tab, "update");
            continue;
        }
        if (decisions-- == 0)
            break;
        update = decide(player, update);
    }
    const Text *bytes = &player->tab->ws.message;
    Piece position = scan_object(bytes->bytes, bytes->length, "position");
    free(player->last);
    player->last = strndup(position.bytes, position.length);
}

void player_close(Player *player)
{
    free(player->last);
    tab_close(player->tab);
}

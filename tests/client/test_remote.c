/* test_remote.c: messages of a server, valid and invalid. */
#include "client/remote.h"
#include "games/catalogue.h"
#include "wire/json_out.h"
#include "wire/position.h"
#include "wire/table_json.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Calls of the log's callbacks. */
typedef struct Counts {
    int moves, events, undone;
} Counts;

static void happened(void *context, const Event *events, int count)
{
    Counts *counts = context;

    (void)events;
    counts->moves++;
    counts->events += count;
}

static void undone(void *context)
{
    ((Counts *)context)->undone++;
}

typedef struct Scene {
    Connection *connection; /* to a closed port */
    Counts counts;
    RemoteTable table;
    const Game *game;
    Setup setup;
    State state;
} Scene;

static Scene *scene_new(const Game *game)
{
    Scene *scene = calloc(1, sizeof *scene);
    ServerAddress nowhere = { .host = "127.0.0.1", .port = 1 };
    const TableLog log = { &scene->counts, happened, undone };

    scene->game = game;
    game_default_setup(game, game->least_seats, &scene->setup);
    game->setup(&scene->state, &scene->setup);
    scene->connection = connection_open(&nowhere, NULL);
    cr_assert_not_null(scene->connection);
    remote_sit_down(&scene->table, scene->connection, "CODE", &log);
    return scene;
}

static void scene_free(Scene *scene)
{
    connection_close(scene->connection);
    free(scene);
}

static void receive(Scene *scene, const char *text, size_t length)
{
    News news = { NEWS_MESSAGE, { 0 } };

    text_append(&news.message, text, length);
    remote_take(&scene->table, &news, 0);
    text_free(&news.message);
}

static void write_table(const Scene *scene, Text *text)
{
    text_add(text, "{\"type\":\"table\",\"table\":\"CODE\",\"game\":\"");
    text_add(text, scene->game->id);
    text_add(text,
             "\",\"rules\":1,\"options\":{},\"state\":\"playing\",\"host\":true,"
             "\"you\":0,\"seats\":[{\"who\":\"person\",\"name\":\"Ada\",\"here\":true}");
    for (int seat = 1; seat < scene->setup.seats; seat++)
        text_add(text, ",{\"who\":\"bot\",\"level\":\"hard\"}");
    text_add(text, "]}");
}

/* The update that seat 0 gets after an action with these events. */
static void write_update(const Scene *scene, int n, const Events *events, Text *text)
{
    JsonOut out = { .text = text };
    State view = { { 0 } };

    scene->game->observe(&scene->state, 0, &view);
    json_open_object(&out);
    json_key(&out, "type");
    json_name(&out, "update");
    json_key(&out, "table");
    json_name(&out, "CODE");
    json_key(&out, "n");
    json_number(&out, n);
    json_key(&out, "seat");
    json_number(&out, 0);
    json_put_list(&out, "events");
    for (int i = 0; i < events->count; i++)
        event_format(&out, scene->game, &events->items[i], NULL);
    json_close_list(&out);
    json_key(&out, "position");
    position_format(&out, scene->game, &scene->setup, &view, SEEN_AS_VIEW);
    json_close_object(&out);
}

static void receive_table(Scene *scene)
{
    Text text = { 0 };

    write_table(scene, &text);
    receive(scene, text.bytes, text.length);
    text_free(&text);
}

static void receive_update(Scene *scene, int n, const Events *events)
{
    Text text = { 0 };

    write_update(scene, n, events, &text);
    receive(scene, text.bytes, text.length);
    text_free(&text);
}

Test(remote, shows_what_the_server_shows)
{
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Scene *scene = scene_new(CATALOGUE[g]);
        Events events = { 0 };
        Action actions[ACTIONS_MAX];
        State view = { { 0 } };

        receive_table(scene);
        cr_expect_eq(scene->table.game, scene->game);
        cr_expect_eq(scene->table.seat, 0);
        cr_expect_str_eq(scene->table.seats[0].name, "Ada");
        receive_update(scene, 0, &events);
        int seat = seats_first(scene->game->waiting(&scene->state));
        scene->game->list(&scene->state, seat, actions);
        scene->game->apply(&scene->state, seat, actions[0], &events);
        receive_update(scene, 1, &events);
        scene->game->observe(&scene->state, 0, &view);
        cr_expect_eq(memcmp(&view, &scene->table.view, (size_t)scene->game->state_size), 0);
        cr_expect_eq(scene->table.n, 1);
        cr_expect_eq(scene->counts.moves, 1);
        receive_update(scene, 5, &events);
        cr_expect_eq(scene->table.n, 1, "what came between is asked for first");
        scene_free(scene);
    }
}

/* A broken or hostile server: every message is handled or ignored, and what is shown
 * stays within bounds. */
Test(remote, survives_any_message)
{
    enum { ROUNDS = 3000 };
    Rng rng;

    rng_seed(&rng, 7);
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Scene *scene = scene_new(CATALOGUE[g]);
        Events events = { 0 };
        Action actions[ACTIONS_MAX];
        Text text = { 0 };

        receive_table(scene);
        for (int round = 0; round < ROUNDS; round++) {
            text_clear(&text);
            if (rng_below(&rng, 4) == 0)
                write_table(scene, &text);
            else
                write_update(scene, scene->table.n, &events, &text);
            for (uint32_t changes = rng_below(&rng, 4); changes > 0; changes--)
                text.bytes[rng_below(&rng, (uint32_t)text.length)] =
                    "{}[]\",:0123456789-?nulltruefalseabc"[rng_below(&rng, 36)];
            receive(scene, text.bytes, text.length);
            if (scene->table.has_view && scene->table.seat != NOBODY
                && seats_have(remote_waiting(&scene->table), scene->table.seat))
                scene->game->list(&scene->table.view, scene->table.seat, actions);
        }
        text_free(&text);
        scene_free(scene);
    }
}

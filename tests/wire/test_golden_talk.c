/* test_golden_talk.c: the golden games played through the engine protocol. The hash of
 * all replies (lists without their sentences, events, positions, every view) is in
 * golden_talk.hashes, so that every change of a key or a value is noticed. */
#include "play/save.h"
#include "wire/conversation.h"
#include "wire/json_out.h"
#include "wire/position.h"
#include "wire/table_json.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 2, /* actions */
    PATH_BYTES = 1024,
    NAME_BYTES = 128,
};

typedef struct Talk {
    Protocol *protocol;
    crypto_hash_sha256_state hash;
} Talk;

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

static void hash_text(Talk *talk, const char *text)
{
    crypto_hash_sha256_update(&talk->hash, (const unsigned char *)text, strlen(text));
}

static void ask_and_hash(Talk *talk, const char *line)
{
    Text answer = { 0 };

    protocol_answer(talk->protocol, line, strlen(line), &answer);
    cr_assert_eq(strncmp(answer.bytes, "{\"ok\":true", 10), 0, "%s: %s", line,
                 answer.bytes);
    hash_text(talk, answer.bytes);
    text_free(&answer);
}

/* The actions of a seat, without the sentences for people. */
static void ask_and_hash_list(Talk *talk, const char *line)
{
    json_t *answer = ask(talk->protocol, line);
    json_t *actions = json_object_get(answer, "actions");

    for (size_t i = 0; i < json_array_size(actions); i++)
        json_object_del(json_array_get(actions, i), "text");
    char *text = json_dumps(answer, JSON_COMPACT);
    hash_text(talk, text);
    free(text);
    json_decref(answer);
}

/* Views and actions of all seats. */
static void ask_all(Talk *talk, int seats)
{
    char line[64];

    ask_and_hash(talk, "{\"op\":\"position\"}");
    ask_and_hash(talk, "{\"op\":\"view\",\"seat\":null}");
    for (int seat = 0; seat < seats; seat++) {
        snprintf(line, sizeof line, "{\"op\":\"view\",\"seat\":%d}", seat);
        ask_and_hash(talk, line);
        snprintf(line, sizeof line, "{\"op\":\"list\",\"seat\":%d}", seat);
        ask_and_hash_list(talk, line);
    }
}

static void apply(Talk *talk, const Game *game, Move move)
{
    Text line = { 0 };
    JsonOut out = { .text = &line };

    json_open_object(&out);
    json_key(&out, "op");
    json_text(&out, "apply", strlen("apply"));
    json_key(&out, "seat");
    json_number(&out, move.seat);
    json_key(&out, "action");
    action_format(&out, game, move.action, NULL);
    json_close_object(&out);
    ask_and_hash(talk, line.bytes);
    text_free(&line);
}

/* ------------------------------------------------------------------------- */
/* Games                                                                     */
/* ------------------------------------------------------------------------- */

static size_t read_file(const char *folder, const char *name, char *out, size_t size)
{
    char path[PATH_BYTES];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    size_t length = fread(out, 1, size - 1, file);
    out[length] = '\0';
    fclose(file);
    return length;
}

/* Loads the save without its actions. */
static void replay_header(Talk *talk, char *save)
{
    Text file = { 0 };

    *strstr(save, "\n\n") = '\0';
    text_add(&file, save);
    text_add(&file, "\n\n\nunfinished\n");
    json_t *request = json_pack("{s:s,s:s}", "op", "replay", "file", file.bytes);
    char *line = json_dumps(request, JSON_COMPACT);
    ask_and_hash(talk, line);
    free(line);
    json_decref(request);
    text_free(&file);
}

static void play_through(const char *name, char digits[2 * crypto_hash_sha256_BYTES + 1])
{
    static char save[SAVE_MOST];
    unsigned char hash[crypto_hash_sha256_BYTES];
    Talk talk = { .protocol = conversation_new() };
    Fault fault = { 0 };
    size_t length = read_file(GOLDEN_FOLDER, name, save, sizeof save);
    Match *match = save_read(save, length, &SAVE_START_JSON, NULL, &fault);

    cr_assert_not_null(match, "%s: %s", name, fault.sentence);
    crypto_hash_sha256_init(&talk.hash);
    replay_header(&talk, save);
    for (int i = 0; i < match_move_count(match); i++) {
        if (i % LOOK_EVERY == 0)
            ask_all(&talk, match_setup(match)->seats);
        apply(&talk, match_game(match), match_moves(match)[i]);
    }
    ask_all(&talk, match_setup(match)->seats);
    ask_and_hash(&talk, "{\"op\":\"save\"}");
    crypto_hash_sha256_final(&talk.hash, hash);
    sodium_bin2hex(digits, sizeof hash * 2 + 1, hash, sizeof hash);
    match_free(match);
    protocol_free(talk.protocol);
}

Test(golden_talk, every_answer_on_the_way_is_what_it_was)
{
    static char hashes[1 << 14];
    char wanted[2 * crypto_hash_sha256_BYTES + 1], got[sizeof wanted], name[NAME_BYTES];
    int games = 0, used;

    read_file(WIRE_FOLDER, "golden_talk.hashes", hashes, sizeof hashes);
    for (const char *at = hashes; sscanf(at, "%64s %127s%n", wanted, name, &used) == 2;
         at += used) {
        play_through(name, got);
        cr_expect_str_eq(got, wanted, "%s is answered otherwise: %s", name, got);
        games++;
    }
    cr_expect_gt(games, 0);
}

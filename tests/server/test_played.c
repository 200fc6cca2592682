/* test_played.c: a data file with running games of every rule set: people act and undo,
 * the server restarts, bots finish the games, saves are read. */
#include "played.h"

#include "engine/random.h"
#include "load/scan.h"
#include "play/match.h"
#include "play/save.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { PEOPLE = 4, TABLES = 12, ACTS = 12 };

static const char *const NAMES[PEOPLE] = { "Ada", "Ben", "Cleo", "Yard" };
static const char *const RUNNING[TABLES] = {
    "mayfair",      "white-wind",  "cabooses",       "plain",
    "mixed-none",   "mixed-score", "station-master", "station-master-6",
    "take-a-train", "sum",         "printed",        "open-money",
};

typedef struct Club {
    House *house;
    Person people[PEOPLE];
    Tab *tabs[PEOPLE];
    Rng rng;
} Club;

static void connect_all(Club *club)
{
    for (int i = 0; i < PEOPLE; i++)
        club->tabs[i] = tab_open(club->house, &club->people[i]);
}

static void disconnect_all(Club *club)
{
    for (int i = 0; i < PEOPLE; i++)
        tab_close(club->tabs[i]);
}

static Club open_club(void)
{
    Club club = { .house = played_open(HOUSE_OPEN) };

    rng_seed(&club.rng, 16);
    for (int i = 0; i < PEOPLE; i++)
        club.people[i] = played_person(club.house, NAMES[i]);
    connect_all(&club);
    return club;
}

/* The row of a table, as anybody sees it. */
static Answer get_table(const Club *club, const char *code)
{
    char path[64];

    snprintf(path, sizeof path, "/api/1/tables/%.10s", code);
    return ask(club->house, &club->people[0], path, NULL);
}

/* Which of the people sits on this seat; -1: none of them. */
static int person_on(const Club *club, const Json *seats, int seat)
{
    const Json *user = json_get(entry_at(seats, seat), "user");

    for (int i = 0; user != NULL && i < PEOPLE; i++) {
        if (strcmp(club->people[i].user, user->text) == 0)
            return i;
    }
    return -1;
}

/* Every person at the table does this. */
static void all_do(Club *club, const char *code, void (*act)(Tab *, const char *))
{
    Answer table = get_table(club, code);
    const Json *seats = json_at(table.json, "seats");

    for (int seat = 0; seat < (int)seats->length; seat++) {
        int person = person_on(club, seats, seat);
        if (person >= 0)
            act(club->tabs[person], code);
    }
    answer_free(&table);
}

static long length_of(const Club *club, const char *code)
{
    Answer table = get_table(club, code);
    long n = (long)number_at(table.json, "n");

    answer_free(&table);
    return n;
}

/* Which of the people must act; -1: only bots must. */
static int find_actor(const Club *club, const char *code)
{
    Answer table = get_table(club, code);
    const Json *waiting = json_at(table.json, "waiting");
    int person = -1;

    for (int i = 0; i < (int)waiting->length && person < 0; i++)
        person = person_on(club, json_at(table.json, "seats"),
                           (int)entry_at(waiting, i)->number);
    answer_free(&table);
    return person;
}

/* Answers this update with a random action, or an undo. */
static void answer_update(Club *club, Tab *tab, const char *code)
{
    long n = (long)number_at(tab->json, "n");
    const Text *update = &tab->ws.message;
    int count = scan_action_count(update->bytes, update->length);
    char action[512] = "";

    if (count > 0) {
        int number = (int)rng_below(&club->rng, (uint32_t)count);
        Piece piece = scan_action(update->bytes, update->length, number);
        snprintf(action, sizeof action, "%.*s", (int)piece.length, piece.bytes);
    }
    if (is_at(tab->json, "undo") && rng_below(&club->rng, 4) == 0)
        tab_must(tab, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%ld}", code, n);
    else if (count > 0)
        tab_must(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}", code, n,
                 action);
}

/* People act until a bot must. */
static void play(Club *club, const char *code)
{
    for (int i = 0, person; i < ACTS && (person = find_actor(club, code)) >= 0; i++) {
        Tab *tab = club->tabs[person];
        tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[\"actions\"]}", code);
        tab_wait_for(tab, "update");
        answer_update(club, tab, code);
        tab_must(tab, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    }
}

/* The server restarts: every log is at least as long as before, since bots may have
 * moved. */
static void restart(Club *club, char codes[TABLES][CODE_ROOM])
{
    long before[TABLES];

    for (int i = 0; i < TABLES; i++)
        before[i] = length_of(club, codes[i]);
    disconnect_all(club);
    house_end(club->house, SIGTERM);
    house_begin(club->house);
    connect_all(club);
    for (int i = 0; i < TABLES; i++)
        cr_expect_geq(length_of(club, codes[i]), before[i], "%s", RUNNING[i]);
}

static void wait_for_end(Club *club, const char *code)
{
    Tab *tab = club->tabs[0];
    const Json *table =
        tab_do(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}", code);

    while (strcmp(text_at(table, "state"), "over") != 0
           || strcmp(text_at(table, "table"), code) != 0)
        table = tab_wait_for(tab, "table");
    tab_must(tab, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
}

/* The save replays to the scores of the table. */
static void check_save(Club *club, const char *code)
{
    char path[64];
    int scores[SEATS_MAX];
    Fault fault = { 0 };
    Answer table = get_table(club, code);
    snprintf(path, sizeof path, "/api/1/tables/%.10s/save", code);
    Answer save = ask(club->house, &club->people[0], path, NULL);
    Match *match =
        save_read(save.reply.body.bytes, save.reply.body.length, NULL, NULL, &fault);

    cr_assert_not_null(match, "%s", fault.sentence);
    match_game(match)->scores(match_state(match), scores);
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        cr_expect_eq(entry_at(json_at(table.json, "scores"), seat)->number, scores[seat]);
    match_free(match);
    answer_free(&save);
    answer_free(&table);
}

Test(played, running_games_of_every_rule_set_are_played_to_their_end)
{
    char codes[TABLES][CODE_ROOM];
    Club club = open_club();

    for (int i = 0; i < TABLES; i++) {
        played_table(RUNNING[i], codes[i]);
        all_do(&club, codes[i], tab_return);
        play(&club, codes[i]);
    }
    restart(&club, codes);
    for (int i = 0; i < TABLES; i++)
        all_do(&club, codes[i], tab_stand);
    for (int i = 0; i < TABLES; i++) {
        wait_for_end(&club, codes[i]);
        check_save(&club, codes[i]);
    }
    disconnect_all(&club);
    house_close(club.house);
}

/* Starts the file's open tables, and opens rematches of its finished ones. */
Test(played, tables_that_were_open_or_over_go_on)
{
    char code[CODE_ROOM];
    Club club = open_club();

    played_table("rematch", code);
    tab_must(club.tabs[0], "{\"do\":\"start\",\"table\":\"%s\"}", code);
    play(&club, code);
    played_table("open", code);
    tab_must(club.tabs[2], "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must(club.tabs[0], "{\"do\":\"start\",\"table\":\"%s\"}", code);
    play(&club, code);
    played_table("over-tt", code);
    tab_must(club.tabs[1], "{\"do\":\"rematch\",\"table\":\"%s\"}", code);
    disconnect_all(&club);
    house_close(club.house);
}

/* Ada's stored password still works. */
Test(played, a_stored_password_still_works)
{
    House *house = played_open(HOUSE_LIMITED);

    must_ask(house, NULL, "/api/1/login",
             "{\"name\":\"ADA\",\"password\":\"all aboard!\"}");
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login",
                 "{\"name\":\"Ada\",\"password\":\"all aboard?\"}");
    house_close(house);
}

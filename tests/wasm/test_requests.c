/* test_requests.c: the requests that the page sends to the WebAssembly module. */
#include "wasm/requests.h"

#include "ai/ai.h"
#include "games/catalogue.h"
#include "play/setup.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SEED "2769fc20451b51737baa457ef96532b84370d3664150af08b3f310f30448921f"

static Table *table;
static Text answer;

static void set_up(void)
{
    table = table_new();
}

static void tear_down(void)
{
    table_free(table);
    text_free(&answer);
}

TestSuite(requests, .init = set_up, .fini = tear_down);

/* The reply to a request, in which ' stands for "; the caller releases it. */
static json_t *ask(const char *format, ...)
{
    static char request[1 << 16];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(request, sizeof request, format, arguments);
    va_end(arguments);
    for (char *at = request; (at = strchr(at, '\'')) != NULL;)
        *at = '"';
    text_clear(&answer);
    request_answer(table, request, strlen(request), &answer);
    cr_assert_not(answer.has_failed);
    json_t *json = json_loads(answer.bytes, 0, NULL);
    cr_assert_not_null(json, "%s", answer.bytes);
    return json;
}

static int is_good(json_t *json)
{
    return json_is_true(json_object_get(json, "ok"));
}

#define ask_well(...)                                                                      \
    do {                                                                                   \
        json_t *json_ = ask(__VA_ARGS__);                                                  \
        cr_assert(is_good(json_), "%s", answer.bytes);                                     \
        json_decref(json_);                                                                \
    } while (0)

static void expect_refused(const char *request, const char *code, const char *sentence)
{
    json_t *json = ask("%s", request);

    cr_expect_not(is_good(json), "%s", request);
    cr_expect_str_eq(json_string_value(json_object_get(json, "code")), code);
    cr_expect_str_eq(json_string_value(json_object_get(json, "error")), sentence);
    json_decref(json);
}

static void begin(void)
{
    ask_well("{'op':'new','game':'freight-train','seats':2,'options':{'first':'0'},"
             "'seed':'" SEED "','players':['Ada',''],'bots':[1]}");
}

/* A value of an update, by a path of keys; borrowed, valid until the next request. */
static json_t *update_for(const char *seat)
{
    static json_t *kept;

    json_decref(kept);
    kept = ask("{'op':'update','seat':%s}", seat);
    return json_object_get(kept, "update");
}

static int number_of(const json_t *update, const char *key)
{
    return (int)json_integer_value(json_object_get(update, key));
}

/* ------------------------------------------------------------------------- */
/* Strictness                                                                */
/* ------------------------------------------------------------------------- */

Test(requests, are_read_strictly)
{
    expect_refused("{", "bad-request",
                   "This is not JSON: it ends where a key in quotation marks should come.");
    expect_refused("[]", "bad-request", "A request must be an object.");
    expect_refused("{'op':'fly'}", "bad-request", "There is no op \"fly\".");
    expect_refused("{'op':'save'}", "bad-request",
                   "There is no game yet: begin with new or load.");
    expect_refused("{'op':'games','lang':'de'}", "bad-request",
                   "There are no words in \"de\".");
    expect_refused("{'op':'new','game':'freight-train','seats':2,'seed':'tonight'}",
                   "bad-request", "seed must be 64 hexadecimal digits.");
    expect_refused("{'op':'new','game':'freight-train','seats':2,'seed':'" SEED
                   "','players':['Ada']}",
                   "bad-request", "players must be a list of 2 names.");
    expect_refused("{'op':'new','game':'freight-train','seats':2,'seed':'" SEED
                   "','players':['Ada',' Ben']}",
                   "bad-request", "players[1] cannot be a name.");
    expect_refused("{'op':'new','game':'freight-train','seats':2,'seed':'" SEED
                   "','bots':[2]}",
                   "bad-request", "bots must be seats from 0 to 1.");
    begin();
    expect_refused("{'op':'update'}", "bad-request", "seat is missing.");
    expect_refused("{'op':'update','seat':2}", "bad-request",
                   "seat must be a whole number from 0 to 1.");
    expect_refused("{'op':'at','n':1,'seat':0}", "bad-request",
                   "n must be a whole number from 0 to 0.");
    expect_refused("{'op':'decide'}", "bad-request", "Nobody thinks: begin with think.");
    expect_refused("{'op':'think','seat':0,'level':'god','search_seed':1}", "bad-request",
                   "There is no level \"god\".");
}

Test(requests, games_and_levels_are_listed)
{
    json_t *json = ask("{'op':'games','lang':'fr'}");

    cr_expect_eq(json_array_size(json_object_get(json, "games")), (size_t)CATALOGUE_COUNT);
    cr_expect_eq(json_array_size(json_object_get(json, "levels")), (size_t)BOT_COUNT);
    json_decref(json);
}

Test(requests, a_refused_setup_has_an_error_in_the_readers_language)
{
    json_t *json = ask("{'op':'check','game':'freight-train','seats':3,'options':"
                       "{'edition':'white-wind','cabooses':'on'},'lang':'fr'}");
    const char *refusal = json_string_value(json_object_get(json, "refusal"));

    cr_assert_not_null(refusal);
    cr_expect_not_null(strstr(refusal, "Mayfair"));
    cr_expect_null(strstr(refusal, "choose"));
    json_decref(json);
    json = ask("{'op':'check','game':'freight-train','seats':3}");
    cr_expect(json_is_null(json_object_get(json, "refusal")));
    json_decref(json);
    expect_refused("{'op':'check','game':'freight-train','seats':9}", "bad-request",
                   "seats must be a whole number from 2 to 5.");
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

Test(requests, the_acting_seat_is_checked)
{
    begin();
    expect_refused("{'op':'act','seat':1,'action':{'do':'call'}}", "not-your-turn",
                   "It is not the turn of this seat.");
    expect_refused("{'op':'act','seat':0,'action':{'do':'done'}}", "illegal",
                   "The seat may not do that now.");
    expect_refused("{'op':'undo','seat':0}", "cannot-undo",
                   "There is nothing that the seat can take back.");
    cr_expect_eq(number_of(update_for("0"), "n"), 0);
}

Test(requests, actions_and_undos_make_the_log_longer)
{
    begin();
    ask_well("{'op':'act','seat':0,'action':{'do':'take','siding':3}}");
    json_t *update = update_for("0");
    cr_expect_eq(number_of(update, "n"), 1);
    cr_expect(json_is_true(json_object_get(update, "undo")));
    cr_expect_eq(json_array_size(json_object_get(update, "events")), 1);
    ask_well("{'op':'undo','seat':0}");
    update = update_for("null");
    cr_expect_eq(number_of(update, "n"), 2);
    cr_expect(json_is_true(json_object_get(update, "back")));
    cr_expect_eq(json_array_size(json_object_get(update, "events")), 0);

    json_t *json = ask("{'op':'log','seat':1,'lang':'en'}");
    json_t *entries = json_object_get(json, "entries");
    cr_expect_eq(json_array_size(entries), 2);
    json_t *event =
        json_array_get(json_object_get(json_array_get(entries, 0), "events"), 0);
    cr_expect_not_null(strstr(json_string_value(json_object_get(event, "text")), "Ada"));
    cr_expect(json_is_true(json_object_get(json_array_get(entries, 1), "back")));
    json_decref(json);
    json = ask("{'op':'log','seat':1,'from':1}");
    cr_expect_eq(json_array_size(json_object_get(json, "entries")), 1);
    json_decref(json);
}

/* Bots on every seat, by the requests of the page. */
static void play(int moves)
{
    for (int i = 0; i < moves; i++) {
        json_t *waiting =
            json_object_get(json_object_get(update_for("null"), "position"), "waiting");
        if (json_array_size(waiting) == 0)
            return;
        int seat = (int)json_integer_value(json_array_get(waiting, 0));
        ask_well("{'op':'think','seat':%d,'level':'greedy','search_seed':%d}", seat, i);
        json_t *decided = ask("{'op':'decide'}");
        char *action = json_dumps(json_object_get(decided, "action"), 0);
        json_t *json = ask("{'op':'act','seat':%d,'action':%s}", seat, action);
        cr_assert(is_good(json), "%s: %s", action, answer.bytes);
        json_decref(json);
        json_decref(decided);
        free(action);
    }
}

Test(requests, past_positions_are_the_same_as_then)
{
    char *seen[21];

    begin();
    for (int n = 0; n <= 20; n++) {
        seen[n] = json_dumps(update_for("0"), JSON_SORT_KEYS);
        play(1);
    }
    for (int n = 0; n <= 20; n++) {
        json_t *json = ask("{'op':'at','n':%d,'seat':0}", n);
        char *again = json_dumps(json_object_get(json, "update"), JSON_SORT_KEYS);
        cr_expect_str_eq(again, seen[n]);
        free(again);
        free(seen[n]);
        json_decref(json);
    }
}

Test(requests, a_saved_game_goes_on_where_it_was)
{
    begin();
    play(40);
    char *before = json_dumps(update_for("0"), JSON_SORT_KEYS);
    json_t *saved = ask("{'op':'save'}");
    char *file = json_dumps(json_object_get(saved, "file"), JSON_ENCODE_ANY);
    ask_well("{'op':'new','game':'station-master','seats':3,'seed':'" SEED "'}");
    json_t *loaded = ask("{'op':'load','file':%s,'bots':[1]}", file);
    cr_expect_str_eq(json_string_value(json_object_get(loaded, "game")), "freight-train");
    cr_expect_str_eq(
        json_string_value(json_array_get(json_object_get(loaded, "players"), 0)), "Ada");
    char *after = json_dumps(update_for("0"), JSON_SORT_KEYS);
    cr_expect_str_eq(after, before);
    free(before);
    free(after);
    free(file);
    json_decref(saved);
    json_decref(loaded);
}

static void expect_seats(const char *lines)
{
    json_t *saved = ask("{'op':'save'}");
    const char *file = json_string_value(json_object_get(saved, "file"));

    cr_expect_not_null(strstr(file, lines), "%s", file);
    json_decref(saved);
}

Test(requests, a_save_has_the_levels_of_the_bots)
{
    ask_well("{'op':'new','game':'freight-train','seats':3,'seed':'" SEED "',"
             "'bots':[{'seat':1,'level':'hard'},{'seat':2,'level':'greedy'}]}");
    expect_seats("\nseat 0 person\nseat 1 bot hard\nseat 2 bot greedy\n\n");
    json_t *saved = ask("{'op':'save'}");
    char *file = json_dumps(json_object_get(saved, "file"), JSON_ENCODE_ANY);
    ask_well("{'op':'load','file':%s,'bots':[{'seat':2,'level':'expert'}]}", file);
    expect_seats("\nseat 0 person\nseat 1 person\nseat 2 bot expert\n\n");
    ask_well("{'op':'load','file':%s}", file);
    expect_seats("\nseat 0 person\nseat 1 bot hard\nseat 2 bot greedy\n\n");
    free(file);
    json_decref(saved);
}

Test(requests, a_bot_has_a_seat_and_a_level)
{
    expect_refused("{'op':'new','game':'freight-train','seats':2,'seed':'" SEED
                   "','bots':[{'seat':1}]}",
                   "bad-request", "A bot has a seat and a level.");
}

Test(requests, whole_games_of_everything_are_played_to_their_end)
{
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        for (int seats = CATALOGUE[i]->least_seats; seats <= CATALOGUE[i]->most_seats;
             seats += 2) {
            ask_well("{'op':'new','game':'%s','seats':%d,'seed':'" SEED "'}",
                     CATALOGUE[i]->id, seats);
            play(5000);
            json_t *position = json_object_get(update_for("null"), "position");
            cr_expect(json_is_true(json_object_get(position, "over")), "%s",
                      CATALOGUE[i]->id);
            cr_expect_eq(json_array_size(json_object_get(position, "ranking")),
                         (size_t)seats);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Thinking                                                                  */
/* ------------------------------------------------------------------------- */

/* Searching in slices of any size gives the same decision as in one go. */
Test(requests, slices_decide_as_the_whole_search)
{
    const Bot *easy = bot_find("easy");
    Setup setup;
    State state = { { 0 } }, view = { { 0 } };
    Rng rng;
    Thoughts thoughts;

    begin();
    game_default_setup(CATALOGUE[0], 2, &setup);
    setup_set_option(CATALOGUE[0], &setup, "first", "0");
    setup_seed_from_text(&setup, SEED, strlen(SEED));
    CATALOGUE[0]->setup(&state, &setup);
    CATALOGUE[0]->observe(&state, 0, &view);
    rng_seed(&rng, 77);
    bot_think(easy, CATALOGUE[0], &view, NULL, 0, &rng, &thoughts);

    json_t *json = ask("{'op':'think','seat':0,'level':'easy','search_seed':77}");
    long left = (long)json_integer_value(json_object_get(json, "iterations"));
    cr_expect_eq(left, easy->budget.iterations);
    json_decref(json);
    for (long slice = 1; left > 0;
         left -= slice, slice = slice * 2 < left ? slice * 2 : left)
        ask_well("{'op':'iterate','iterations':%ld}", slice);
    json = ask("{'op':'decide'}");
    json_t *considered = json_object_get(json, "considered");
    cr_expect_eq(number_of(json, "iterations"), thoughts.iterations);
    cr_assert_eq(json_array_size(considered), (size_t)thoughts.count);
    for (int i = 0; i < thoughts.count; i++)
        cr_expect_eq(number_of(json_array_get(considered, (size_t)i), "visits"),
                     thoughts.considered[i].visits);
    cr_expect_eq(json_array_size(json_object_get(json, "win")), 2);
    json_decref(json);
}

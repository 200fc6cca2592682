/* fuzz_server.c: any lines as what people send to a server, without its sockets.
 *
 *     A{"do":"act",…}         Ada, who opened the table, over her WebSocket
 *     B…  C…                  Ben, who sits there too; Cleo, whom nobody knows
 *     G/api/1/tables          a request of Ada's; P for POST, the body after a space
 *     +90                     seconds pass
 *
 * TTTTTTTTTT is the table. Whatever comes, every answer is a JSON object, and no
 * seed is told before the end. */
#include "fuzz.h"

#include "ai/ai.h"
#include "server/core.h"
#include "server/log.h"
#include "store/store.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

enum { LINES_MAX = 60, PEOPLE = 3, ROUNDS_MAX = 12 };

static const char PLACEHOLDER[] = "TTTTTTTTTT";

typedef struct House {
    Store *store;
    Inbox inbox;
    Keeper *keeper;
    Crew *thinkers, *passwords;
    Core *core;
    Conn *conns[PEOPLE];
    int wants_hang_up[PEOPLE];
    char tokens[2][TOKEN_MAX];
    char code[16];
    int64_t now;
} House;

/* ------------------------------------------------------------------------- */
/* The border                                                                */
/* ------------------------------------------------------------------------- */

static void wants_write(void *link)
{
    (void)link;
}

static void hang_up(void *link)
{
    *(int *)link = 1;
}

static void answered(void *link)
{
    *(int *)link = 1;
}

static const Border BORDER = { wants_write, hang_up, answered };

static int64_t clock_of(void *context)
{
    return ((House *)context)->now;
}

/* ------------------------------------------------------------------------- */
/* What goes out                                                             */
/* ------------------------------------------------------------------------- */

static void require_object(const char *text, size_t length)
{
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);

    REQUIRE(json_is_object(json));
    json_t *state = json_object_get(json, "state");
    REQUIRE(json_object_get(json, "seed") == NULL
            || strcmp(json_string_value(state), "over") == 0);
    json_decref(json);
}

static void read_posts(House *house)
{
    for (int i = 0; i < PEOPLE; i++) {
        for (Post *post;
             house->conns[i] != NULL && (post = core_next_post(house->conns[i])) != NULL;) {
            require_object(post_text(post), post->length);
            post_release(post);
        }
        if (house->conns[i] != NULL && house->wants_hang_up[i]) {
            core_close(house->conns[i]);
            house->conns[i] = NULL;
        }
    }
}

/* Errands go and come back; bots play a few moves. */
static void settle(House *house)
{
    int rounds = 0;

    do {
        core_settle(house->core);
        keeper_run(house->keeper);
        crew_run(house->thinkers);
        core_settle(house->core);
    } while (rounds++ < ROUNDS_MAX
             && (core_is_busy(house->core) || crew_waiting(house->thinkers) > 0));
    read_posts(house);
}

/* ------------------------------------------------------------------------- */
/* What comes in                                                             */
/* ------------------------------------------------------------------------- */

/* The answer stays in the request. */
static void ask(House *house, Request *request, int person)
{
    int is_answered = 0;

    request->link = &is_answered;
    memcpy(request->address, "192.0.2.1", sizeof "192.0.2.1");
    if (person >= 0)
        memcpy(request->token, house->tokens[person], TOKEN_MAX);
    core_request(house->core, request);
    for (int i = 0; i < ROUNDS_MAX && !is_answered; i++)
        settle(house);
    REQUIRE(is_answered);
    REQUIRE(request->status >= 200 && request->status < 600);
    if (strcmp(request->mime, "application/json") == 0)
        require_object(request->answer.bytes, request->answer.length);
}

static void request_free(Request *request)
{
    text_free(&request->body);
    text_free(&request->answer);
}

/* "path body" */
static void take_request(House *house, Method method, const char *line)
{
    Request request = { .method = method };
    size_t path = strcspn(line, " ?"), length = path;

    memcpy(request.path, line, path < sizeof request.path ? path : sizeof request.path - 1);
    if (line[length] == '?') {
        size_t query = strcspn(line + length + 1, " ");
        memcpy(request.query, line + length + 1,
               query < sizeof request.query ? query : sizeof request.query - 1);
        length += 1 + query;
    }
    if (line[length] == ' ')
        text_add(&request.body, line + length + 1);
    ask(house, &request, 0);
    request_free(&request);
}

/* Searches and passwords take long, and have tests of their own. */
static int takes_long(const char *line)
{
    return strstr(line, "password") != NULL || strstr(line, "hard") != NULL
           || strstr(line, "expert") != NULL || strstr(line, "medium") != NULL;
}

static void take_line(House *house, char *line)
{
    int person = line[0] - 'A';

    for (char *at; (at = strstr(line, PLACEHOLDER)) != NULL;)
        memcpy(at, house->code, sizeof PLACEHOLDER - 1);
    if (takes_long(line))
        return;
    if (person >= 0 && person < PEOPLE && house->conns[person] != NULL)
        core_receive(house->conns[person], line + 1, strlen(line + 1));
    else if (line[0] == 'G' || line[0] == 'P')
        take_request(house, line[0] == 'G' ? METHOD_GET : METHOD_POST, line + 1);
    else if (line[0] == '+')
        house->now += atoi(line + 1) % 1000000 * 1000LL;
    core_tick(house->core);
    settle(house);
}

/* ------------------------------------------------------------------------- */
/* A house                                                                   */
/* ------------------------------------------------------------------------- */

/* The value of a key whose value is a string. */
static void find_value(const Request *request, const char *key, char *value, size_t size)
{
    json_t *json = json_loadb(request->answer.bytes, request->answer.length, 0, NULL);
    const char *found = json_string_value(json_object_get(json, key));

    REQUIRE(found != NULL && strlen(found) < size);
    memcpy(value, found, strlen(found) + 1);
    json_decref(json);
}

static void come_in(House *house, int person, const char *body)
{
    Request request = { .method = METHOD_POST, .path = "/api/1/guest" };

    text_add(&request.body, body);
    ask(house, &request, -1);
    find_value(&request, "token", house->tokens[person], TOKEN_MAX);
    request_free(&request);
}

static void open_table(House *house)
{
    Request request = { .method = METHOD_POST, .path = "/api/1/tables" };

    text_add(&request.body,
             "{\"game\":\"take-a-train\",\"seats\":[\"me\",\"open\",\"random\"],"
             "\"public\":true,\"clock\":{\"kind\":\"bank\",\"seconds\":60,\"extra\":5},"
             "\"sit_in\":\"random\"}");
    ask(house, &request, 0);
    find_value(&request, "table", house->code, sizeof house->code);
    request_free(&request);
}

/* Best kept in memory, where a sync costs nothing: tools/fuzz sees to that. */
static void store_path(char *path, size_t size, const char *suffix)
{
    const char *folder = getenv("TMPDIR");

    snprintf(path, size, "%s/roundhouse-fuzz-%d%s", folder == NULL ? "/tmp" : folder,
             (int)getpid(), suffix);
}

static void remove_store(void)
{
    static const char *const suffixes[] = { "", "-wal", "-shm" };
    char path[256];

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        store_path(path, sizeof path, suffixes[i]);
        unlink(path);
    }
}

static Store *new_store(void)
{
    Store *store;
    char path[256];

    REQUIRE(sodium_init() >= 0);
    log_from(LOG_NOTHING);
    remove_store();
    store_path(path, sizeof path, "");
    REQUIRE(store_open(path, &store, NULL) == STORE_OK);
    return store;
}

static void house_open(House *house)
{
    house->store = new_store();
    house->now = 1700000000000;
    inbox_init(&house->inbox, NULL, NULL);
    house->keeper = keeper_new(house->store, &house->inbox);
    house->thinkers = crew_new(&house->inbox);
    house->passwords = crew_new(&house->inbox);
    const CoreConfig config = { .version = "fuzz",
                                .base_url = "http://house",
                                .limits = { .queued_bytes = 1 << 20 },
                                .clock = clock_of,
                                .clock_context = house,
                                .border = &BORDER,
                                .inbox = &house->inbox,
                                .keeper = house->keeper,
                                .thinkers = house->thinkers,
                                .passwords = house->passwords };
    house->core = core_new(&config);
    REQUIRE(house->core != NULL);
    come_in(house, 0, "{\"name\":\"Ada\"}");
    come_in(house, 1, "{\"name\":\"Ben\"}");
    open_table(house);
    for (int i = 0; i < PEOPLE; i++)
        house->conns[i] =
            core_open(house->core, &house->wants_hang_up[i], "192.0.2.1",
                      i < 2 ? house->tokens[i] : "", i == 2 ? LANGUAGE_FR : LANGUAGE_EN);
    settle(house);
}

static void house_close(House *house)
{
    core_say_bye(house->core);
    crew_end(house->thinkers);
    crew_end(house->passwords);
    do {
        core_settle(house->core);
        keeper_run(house->keeper);
    } while (core_is_busy(house->core));
    core_settle(house->core);
    read_posts(house);
    core_free(house->core);
    crew_free(house->thinkers);
    crew_free(house->passwords);
    keeper_free(house->keeper);
    store_free(house->store);
    remove_store();
    inbox_destroy(&house->inbox);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    House house = { 0 };
    char *text = malloc(size + 1), *rest = NULL;
    int lines = 0;

    REQUIRE(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    house_open(&house);
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && lines++ < LINES_MAX;
         line = strtok_r(NULL, "\n", &rest))
        take_line(&house, line);
    house_close(&house);
    free(text);
    return 0;
}

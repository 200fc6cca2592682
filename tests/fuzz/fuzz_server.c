/* fuzz_server.c: arbitrary lines as messages and requests to a server without sockets.
 *
 *     A{"do":"act",…}         Ada, who opened the table, over her WebSocket
 *     B…  C…                  Ben, who may sit there too; Cleo, without a session
 *     G/api/1/tables          a request of Ada's; P for POST, the body after a space
 *     +90                     seconds pass
 *
 * TTTTTTTTTT is the table. Every reply must be a JSON object, and no seed may be
 * visible before the end. */
#include "fuzz.h"

#include "server_core/room.h"

#include <jansson.h>
#include <string.h>

enum { LINES_MAX = 60 };

static const char PLACEHOLDER[] = "TTTTTTTTTT";

static void require_object(const char *text, size_t length)
{
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);

    REQUIRE(json_is_object(json));
    json_t *state = json_object_get(json, "state");
    REQUIRE(json_object_get(json, "seed") == NULL
            || strcmp(json_string_value(state), "over") == 0);
    json_decref(json);
}

static void see(void *context, int person, const char *text, size_t length)
{
    (void)context;
    (void)person;
    require_object(text, length);
}

/* "path?query body" */
static void take_request(Room *room, Method method, const char *line)
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
    room_request(room, &request, ADA);
    REQUIRE(request.status >= 200 && request.status < 600);
    if (strcmp(request.mime, "application/json") == 0)
        require_object(request.answer.bytes, request.answer.length);
    request_free(&request);
}

/* Searches and password hashes are slow, and have tests of their own. */
static int takes_long(const char *line)
{
    return strstr(line, "password") != NULL || strstr(line, "hard") != NULL
           || strstr(line, "expert") != NULL || strstr(line, "medium") != NULL;
}

static void take_line(Room *room, char *line)
{
    int person = line[0] - 'A';

    for (char *at; (at = strstr(line, PLACEHOLDER)) != NULL;)
        memcpy(at, room->code, sizeof PLACEHOLDER - 1);
    if (takes_long(line))
        return;
    if (person >= 0 && person < ROOM_PEOPLE)
        room_send(room, person, line + 1);
    else if (line[0] == 'G' || line[0] == 'P')
        take_request(room, line[0] == 'G' ? METHOD_GET : METHOD_POST, line + 1);
    else if (line[0] == '+')
        room->now += atoi(line + 1) % 1000000 * 1000LL;
    core_tick(room->core);
    room_poll(room);
    room_read(room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Limits limits = { .queued_bytes = 1 << 20 };
    Room room = { .see = see };
    char *text = malloc(size + 1), *rest = NULL;
    int lines = 0;

    REQUIRE(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    room_open(&room, &limits);
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && lines++ < LINES_MAX;
         line = strtok_r(NULL, "\n", &rest))
        take_line(&room, line);
    room_close(&room);
    free(text);
    return 0;
}

/* test_transcript.c: server.transcript is what a server says, byte for byte.
 *
 *     Ada> GET /api/1/hello                     a request
 *     Ada< 200 {"protocol":1,…}                 its answer
 *     Ada> connect                              a WebSocket
 *     Ada> {"do":"ping","id":1}                 a message; then all that anybody receives
 *     Ada> 40 times {"do":"ping"}               the same until there are too many
 *     Ben? "state":"closed"                     wait for a message that contains this
 *     Ben? "table":"X" & "away":true            wait for one that contains both
 *
 * The server runs on the file of played.h, so games, codes and times are fixed. What
 * the server makes up is replaced: <table 1>, <user 1>, <token>, <time>, <ms>; the key
 * `deal` of a table is left out. In
 * requests, <600 x> is 600 times x. Messages that report who is connected come at
 * any moment, lines of chat when they are read: those without `id` (table, mine, chat)
 * are shown only where a line waits for them. ROUNDHOUSE_RECORD names a file that the
 * transcript is written to. */
#define _GNU_SOURCE
#include "played.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPEAKERS_MAX = 8, CODES_MAX = 32, PING_ID = 1000000 };

static const char PING[] = "{\"do\":\"ping\",\"id\":1000000}";
static const char PONG[] = "{\"type\":\"ok\",\"id\":1000000}";

typedef struct Speaker {
    char name[16];
    char token[128]; /* empty: a stranger */
    Ws ws;           /* fd -1: not connected */
    Text held;       /* lines since the last request that were not waited for */
} Speaker;

typedef struct Transcript {
    House *house;
    Speaker speakers[SPEAKERS_MAX];
    int speaker_count;
    char codes[2][CODES_MAX][16]; /* of new tables, of new users */
    int code_counts[2];
    char origin[SERVER_HOST_MAX + 32], base_url[64]; /* in requests; in links */
    Text out;
} Transcript;

/* ------------------------------------------------------------------------- */
/* What the server makes up                                                  */
/* ------------------------------------------------------------------------- */

/* The length of a code that begins here, of a table or of a user; 0: none. */
static size_t code_length(const char *at)
{
    static const char letters[] = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
    size_t is_user = at[0] == 'u', length = is_user + strspn(at + is_user, letters);

    return length == (is_user ? 13u : 10u) && !isalnum((unsigned char)at[length]) ? length
                                                                                  : 0;
}

/* Codes that the file has stay as they are. */
static size_t replace_code(Transcript *transcript, const char *at)
{
    char code[16] = "", name[32];
    size_t length = code_length(at);
    int kind = at[0] == 'u', number = 0;

    memcpy(code, at, length);
    if (length == 0 || strstr(played_sql(), code) != NULL)
        return 0;
    while (number < transcript->code_counts[kind]
           && strcmp(transcript->codes[kind][number], code) != 0)
        number++;
    if (number == transcript->code_counts[kind]) {
        cr_assert_lt(number, CODES_MAX);
        memcpy(transcript->codes[kind][number], code, sizeof code);
        transcript->code_counts[kind]++;
    }
    snprintf(name, sizeof name, kind ? "<user %d>" : "<table %d>", number + 1);
    text_add(&transcript->out, name);
    return length;
}

static size_t replace_time(Transcript *transcript, const char *at)
{
    char *end;

    if (!isdigit((unsigned char)*at) || strtoll(at, &end, 10) < PLAYED_UNTIL
        || end - at != 13)
        return 0;
    text_add(&transcript->out, "<time>");
    return 13;
}

/* A value that stands between this and the next of `ends`. */
static size_t replace_after(Text *out, const char *at, const char *before, const char *ends,
                            const char *name)
{
    size_t length = strlen(before);

    if (strncmp(at, before, length) != 0)
        return 0;
    text_add(out, before);
    text_add(out, name);
    return length + strcspn(at + length, ends);
}

/* The milliseconds left of each seat. */
static size_t replace_clocks(Text *out, const char *at)
{
    static const char before[] = "\"clocks\":[";
    const char *end = at + sizeof before - 1;

    if (strncmp(at, before, sizeof before - 1) != 0)
        return 0;
    text_add(out, before);
    while (*end != ']') {
        size_t digits = strspn(end, "0123456789");
        if (digits > 0)
            text_add(out, "<ms>");
        else
            text_append(out, end++, 1);
        end += digits;
    }
    return (size_t)(end - at);
}

/* The key "deal" of a table came later: a client of that time ignores it. */
static size_t skip_deal(const char *at)
{
    static const char before[] = ",\"deal\":{";
    const char *end = at + sizeof before - 1;

    if (strncmp(at, before, sizeof before - 1) != 0)
        return 0;
    for (int depth = 1; depth > 0; end++)
        depth += (*end == '{') - (*end == '}');
    return (size_t)(end - at);
}

static size_t replace(Transcript *transcript, const char *at)
{
    Text *out = &transcript->out;
    size_t length = replace_clocks(out, at);

    if (length == 0)
        length = skip_deal(at);
    if (length == 0)
        length = replace_after(out, at, "\"token\":\"", "\"", "<token>");
    if (length == 0)
        length = replace_after(out, at, "rh_session=", ";", "<token>");
    if (length == 0)
        length = replace_after(out, at, "\"server\":\"", "\"", "<version>");
    if (length == 0
        && strncmp(at, transcript->base_url, strlen(transcript->base_url)) == 0) {
        text_add(out, "<origin>");
        length = strlen(transcript->base_url);
    }
    return length;
}

/* One line of the transcript. */
static void write_line(Transcript *transcript, const char *name, const char *line)
{
    Text *out = &transcript->out;

    text_add(out, name);
    text_add(out, "< ");
    for (size_t i = 0, length; line[i] != '\0'; i += length) {
        int is_inside = i > 0 && isalnum((unsigned char)line[i - 1]);
        length = replace(transcript, line + i);
        if (length == 0 && !is_inside)
            length = replace_code(transcript, line + i);
        if (length == 0 && !is_inside)
            length = replace_time(transcript, line + i);
        if (length > 0)
            continue;
        length = 1;
        if (line[i] == '\n')
            text_add(out, "\\n");
        else
            text_append(out, line + i, 1);
    }
    text_add(out, "\n");
}

/* A request with its placeholders filled in; the caller frees it. */
static char *fill(const Transcript *transcript, const char *line)
{
    Text out = { 0 };
    char letter, end;
    int number;

    text_add(&out, "");
    for (const char *at = line; *at != '\0';) {
        const char *name = NULL;
        if (sscanf(at, "<table %d%c", &number, &end) == 2 && end == '>')
            name = transcript->codes[0][number - 1];
        else if (sscanf(at, "<user %d%c", &number, &end) == 2 && end == '>')
            name = transcript->codes[1][number - 1];
        if (name != NULL)
            text_add(&out, name);
        else if (sscanf(at, "<%d %c%c", &number, &letter, &end) == 3 && end == '>')
            for (int i = 0; i < number; i++)
                text_append(&out, &letter, 1);
        else {
            text_append(&out, at++, 1);
            continue;
        }
        at = strchr(at, '>') + 1;
    }
    return out.bytes;
}

/* ------------------------------------------------------------------------- */
/* Messages                                                                  */
/* ------------------------------------------------------------------------- */

static Speaker *speaker_named(Transcript *transcript, const char *line, size_t length)
{
    for (int i = 0; i < transcript->speaker_count; i++) {
        if (strlen(transcript->speakers[i].name) == length
            && strncmp(transcript->speakers[i].name, line, length) == 0)
            return &transcript->speakers[i];
    }
    cr_assert_lt(transcript->speaker_count, SPEAKERS_MAX);
    Speaker *speaker = &transcript->speakers[transcript->speaker_count++];
    memcpy(speaker->name, line, length);
    speaker->ws = WS_CLOSED;
    if (strstr("Ada Ben Cleo Yard", speaker->name) != NULL)
        memcpy(speaker->token, played_person(transcript->house, speaker->name).token,
               sizeof speaker->token);
    return speaker;
}

static int is_held(const char *message)
{
    return (strstr(message, "{\"type\":\"table\"") == message
            || strstr(message, "{\"type\":\"mine\"") == message
            || strstr(message, "{\"type\":\"chat\"") == message)
           && strstr(message, ",\"id\":") == NULL;
}

/* `wanted` may have several parts, joined by " & ". */
static int contains(const char *message, const char *wanted)
{
    const char *joint = strstr(wanted, " & ");

    if (joint == NULL)
        return strstr(message, wanted) != NULL;
    return memmem(message, strlen(message), wanted, (size_t)(joint - wanted)) != NULL
           && contains(message, joint + 3);
}

/* Reads and records messages up to one that contains `wanted`, which is returned; NULL:
 * the connection has ended. */
static const char *receive(Transcript *transcript, Speaker *speaker, const char *wanted)
{
    const char *message;

    while ((message = ws_receive(&speaker->ws, PATIENCE_MS)) != NULL) {
        if (contains(message, wanted))
            return message;
        if (is_held(message)) {
            text_add(&speaker->held, message);
            text_add(&speaker->held, "\n");
        } else {
            write_line(transcript, speaker->name, message);
        }
    }
    cr_assert_eq(speaker->ws.fd, -1, "%s receives no %s after\n%s", speaker->name, wanted,
                 transcript->out.bytes
                     + (transcript->out.length > 2000 ? transcript->out.length - 2000 : 0));
    return NULL;
}

/* All messages caused by the last request: the server answers the messages of a
 * connection in order. */
static void receive_all(Transcript *transcript)
{
    for (int i = 0; i < transcript->speaker_count; i++) {
        Speaker *speaker = &transcript->speakers[i];
        if (speaker->ws.fd >= 0 && ws_send_text(&speaker->ws, PING))
            receive(transcript, speaker, PONG);
    }
}

/* "NAME? text" */
static void await(Transcript *transcript, Speaker *speaker, const char *wanted)
{
    char *rest = NULL;

    text_add(&speaker->held, "");
    if (strcmp(wanted, "closed") == 0) {
        char line[32];
        while (speaker->ws.fd >= 0)
            receive(transcript, speaker, "no message contains this");
        snprintf(line, sizeof line, "closed %d", speaker->ws.close_code);
        write_line(transcript, speaker->name, line);
        return;
    }
    for (char *line = strtok_r(speaker->held.bytes, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (!contains(line, wanted))
            continue;
        write_line(transcript, speaker->name, line);
        text_clear(&speaker->held);
        return;
    }
    text_clear(&speaker->held);
    const char *message = receive(transcript, speaker, wanted);
    cr_assert_not_null(message, "%s receives no %s", speaker->name, wanted);
    write_line(transcript, speaker->name, message);
}

static void connect_speaker(Transcript *transcript, Speaker *speaker)
{
    HttpRequest request = { .path = "/ws/1", .origin = transcript->origin };
    Fault fault = { 0 };

    if (speaker->token[0] != '\0')
        request.token = speaker->token;
    ws_close(&speaker->ws);
    cr_assert(
        ws_open(&speaker->ws, &transcript->house->child.address, &request, NULL, &fault),
        "%s", fault.sentence);
}

/* "N times MESSAGE": only the first refusal is shown. */
static void send_repeatedly(Transcript *transcript, Speaker *speaker, const char *line)
{
    int times = (int)strtol(line, NULL, 10), is_refused = 0;
    const char *message = strstr(line, " times ") + strlen(" times ");

    for (int i = 0; i < times && ws_send_text(&speaker->ws, message);)
        i++;
    for (int answers = 0;
         answers < times && (message = ws_receive(&speaker->ws, PATIENCE_MS)) != NULL;) {
        answers += strstr(message, "\"chat\"") == NULL;
        if (!is_refused && strstr(message, "\"too-many\"") != NULL) {
            write_line(transcript, speaker->name, message);
            is_refused = 1;
        }
    }
}

/* Sends a message; if it has an id, waits for its answer, and after a `watch` of a
 * running game also for the position. */
static void send_line(Transcript *transcript, Speaker *speaker, const char *line)
{
    char wanted[32];
    const char *id = strstr(line, "\"id\":"), *answer;

    cr_assert(ws_send_text(&speaker->ws, line), "%s", line);
    long number =
        id == NULL || !isdigit((unsigned char)id[5]) ? PING_ID : strtol(id + 5, NULL, 10);
    if (number >= PING_ID)
        return;
    snprintf(wanted, sizeof wanted, "\"id\":%ld", number);
    answer = receive(transcript, speaker, wanted);
    cr_assert_not_null(answer, "%s", line);
    write_line(transcript, speaker->name, answer);
    if (strstr(line, "\"do\":\"watch\"") == NULL
        || (strstr(answer, "\"state\":\"playing\"") == NULL
            && strstr(answer, "\"state\":\"over\"") == NULL))
        return;
    answer = receive(transcript, speaker, "{\"type\":\"update\"");
    cr_assert_not_null(answer, "%s", line);
    write_line(transcript, speaker->name, answer);
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

/* A reply with a token replaces the speaker's token. */
static void take_token(Speaker *speaker, const char *path, const char *body)
{
    static const char key[] = "\"token\":\"";
    const char *token = strstr(body, key);

    if (token == NULL || strcmp(path, "/api/1/programs") == 0)
        return;
    token += strlen(key);
    snprintf(speaker->token, sizeof speaker->token, "%.*s", (int)strcspn(token, "\""),
             token);
}

static void add_header(Text *line, const HttpReply *reply, const char *name,
                       const char *without)
{
    const char *value = http_reply_header(reply, name);

    if (value == NULL || strncmp(value, without, strlen(without)) == 0)
        return;
    text_add(line, "[");
    text_add(line, name);
    text_add(line, ": ");
    text_append(line, value, strcspn(value, "\r\n"));
    text_add(line, "] ");
}

static void write_reply(Transcript *transcript, Speaker *speaker, const HttpReply *reply)
{
    Text line = { 0 };

    text_add_number(&line, reply->status);
    text_add(&line, " ");
    add_header(&line, reply, "content-type", "application/json");
    add_header(&line, reply, "set-cookie", "none");
    add_header(&line, reply, "allow", "none");
    if (http_reply_header(reply, "retry-after") != NULL)
        text_add(&line, "[retry-after] ");
    text_append(&line, reply->body.bytes == NULL ? "" : reply->body.bytes,
                reply->body.length);
    write_line(transcript, speaker->name, line.bytes);
    text_free(&line);
}

/* "[from ORIGIN ]METHOD PATH[ BODY]" */
static void request(Transcript *transcript, Speaker *speaker, char *line)
{
    HttpRequest request = { .origin = transcript->origin };
    HttpReply reply = { 0 };
    Fault fault = { 0 };
    Http http;
    char *rest = line;

    if (strncmp(line, "from ", 5) == 0) {
        rest = line + 5;
        request.origin = strsep(&rest, " ");
    }
    request.method = strsep(&rest, " ");
    request.path = strsep(&rest, " ");
    request.body = rest;
    if (strcmp(request.method, "POST") == 0 && rest == NULL)
        request.body = "";
    if (speaker->token[0] != '\0')
        request.token = speaker->token;
    http_open(&http, &transcript->house->child.address);
    cr_assert(http_ask(&http, &request, &reply, &fault), "%s", fault.sentence);
    http_close(&http);
    text_add(&reply.body, "");
    write_reply(transcript, speaker, &reply);
    take_token(speaker, request.path, reply.body.bytes);
    http_reply_free(&reply);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void run(Transcript *transcript, Speaker *speaker, const char *line)
{
    char *filled = fill(transcript, line);

    for (int i = 0; i < transcript->speaker_count; i++)
        text_clear(&transcript->speakers[i].held);
    if (strcmp(filled, "connect") == 0)
        connect_speaker(transcript, speaker);
    else if (isdigit((unsigned char)filled[0]))
        send_repeatedly(transcript, speaker, filled);
    else if (isupper((unsigned char)filled[0]) || strncmp(filled, "from ", 5) == 0)
        request(transcript, speaker, filled);
    else
        send_line(transcript, speaker, filled);
    receive_all(transcript);
    free(filled);
}

static void run_line(Transcript *transcript, const char *line)
{
    size_t length = strcspn(line, "<>?");
    const char *rest = line + length + 2;

    if (line[0] != '#' && line[length] == '<')
        return;
    text_add(&transcript->out, line);
    text_add(&transcript->out, "\n");
    if (line[0] == '#' || line[0] == '\0')
        return;
    cr_assert(line[length] != '\0' && line[length + 1] == ' ', "What is this: %s", line);
    Speaker *speaker = speaker_named(transcript, line, length);
    if (line[length] == '>')
        run(transcript, speaker, rest);
    else
        await(transcript, speaker, rest);
}

static char *read_file(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file, "%s", path);
    cr_assert_gt(getdelim(&text, &room, '\0', file), 0);
    fclose(file);
    return text;
}

/* Reports the first line that differs. */
static void compare(const char *wanted, const char *got)
{
    const char *record = getenv("ROUNDHOUSE_RECORD");
    size_t same = 0, line = 0;

    if (record != NULL) {
        FILE *file = fopen(record, "w");
        cr_assert(file != NULL && fputs(got, file) >= 0 && fclose(file) == 0);
        return;
    }
    while (wanted[same] == got[same] && wanted[same] != '\0')
        same++;
    for (line = same; line > 0 && wanted[line - 1] != '\n';)
        line--;
    cr_expect(wanted[same] == got[same], "The transcript has\n%.*s\nand the server\n%.*s",
              (int)strcspn(wanted + same, "\n") + (int)(same - line), wanted + line,
              (int)strcspn(got + same, "\n") + (int)(same - line), got + line);
}

static void check(const char *path, HouseLimits limits)
{
    char *wanted = read_file(path), *lines = strdup(wanted), *rest = lines;
    Transcript transcript = { .house = played_open(limits) };
    const ServerAddress *address = &transcript.house->child.address;

    snprintf(transcript.origin, sizeof transcript.origin, "http://%s:%d", address->host,
             address->port);
    snprintf(transcript.base_url, sizeof transcript.base_url, "http://localhost:%d",
             address->port);
    for (char *line; (line = strsep(&rest, "\n")) != NULL && rest != NULL;)
        run_line(&transcript, line);
    compare(wanted, transcript.out.bytes);
    for (int i = 0; i < transcript.speaker_count; i++) {
        ws_close(&transcript.speakers[i].ws);
        text_free(&transcript.speakers[i].held);
    }
    text_free(&transcript.out);
    house_close(transcript.house);
    free(lines);
    free(wanted);
}

Test(transcript, is_what_a_server_says)
{
    check(TRANSCRIPTS "/server.transcript", HOUSE_OPEN);
}

Test(transcript, is_what_a_server_with_limits_says)
{
    check(TRANSCRIPTS "/limits.transcript", HOUSE_LIMITED);
}

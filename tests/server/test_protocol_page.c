/* test_protocol_page.c: the story that docs/protocol.md tells is true.
 *
 *     ```talk
 *     Ada> POST /api/1/guest {"name":"Ada"}      a request
 *     Ada< 200 {"you":{…},"token":"…"}           its status and body
 *     Ada> connects                              a WebSocket
 *     Ada> {"do":"ping","id":1}                  a message
 *     Ada< {"type":"ok","id":1}                  one that comes, after others perhaps
 *     ```
 *
 * Codes of tables and users stand for those that the server makes up: the first
 * answer that has one tells which. */
#define _GNU_SOURCE
#include "talk.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE_MAX = 4, CODES_MAX = 8, CODE_MOST = 16 };

static const char ELLIPSIS[] = "\xE2\x80\xA6";

typedef struct Speaker {
    char name[16];
    Person person; /* the token is empty: a stranger */
    int is_connected;
    Ws ws;
    HttpReply reply; /* of the last request */
} Speaker;

/* A code of the page, and the server's. */
typedef struct Code {
    char written[CODE_MOST], real[CODE_MOST];
} Code;

typedef struct Story {
    House *house;
    Speaker speakers[PEOPLE_MAX];
    int speaker_count;
    Code codes[CODES_MAX];
    int code_count;
    int answers;
} Story;

/* ------------------------------------------------------------------------- */
/* Patterns                                                                  */
/* ------------------------------------------------------------------------- */

/* "…" matches anything; the text between two of them may be anywhere. */
static int matches(const char *text, const char *pattern)
{
    const char *gap = strstr(pattern, ELLIPSIS);

    if (gap == NULL)
        return strcmp(text, pattern) == 0;
    if (strncmp(text, pattern, (size_t)(gap - pattern)) != 0)
        return 0;
    text += gap - pattern;
    pattern = gap + strlen(ELLIPSIS);
    for (;; text++) {
        if (matches(text, pattern))
            return 1;
        if (*text == '\0')
            return 0;
    }
}

/* Codes on the page have digits and capitals only: ten, or u and twelve. */
static size_t code_length(const char *at)
{
    size_t length = at[0] == 'u';

    length += strspn(at + length, "23456789ABCDEFGHJKMNPQRSTVWXYZ");
    return length == 10 + 3u * (at[0] == 'u') ? length : 0;
}

/* Replaces the page's known codes by the server's. */
static void put_real_codes(const Story *story, char *line)
{
    for (int i = 0; i < story->code_count; i++) {
        const Code *code = &story->codes[i];
        for (char *at = line; (at = strstr(at, code->written)) != NULL; at++)
            memcpy(at, code->real, strlen(code->real));
    }
}

/* Learns the server's code for the page's code after this key. */
static void learn_code(Story *story, const char *key, const char *pattern, const char *text)
{
    const char *written = strstr(pattern, key), *real = strstr(text, key);

    if (written == NULL || real == NULL)
        return;
    written += strlen(key);
    real += strlen(key);
    size_t length = code_length(written);
    for (int i = 0; i < story->code_count; i++) {
        if (strncmp(story->codes[i].real, written, length) == 0)
            return;
    }
    if (length == 0 || code_length(real) != length || strncmp(written, "AAAA", 4) == 0)
        return;
    cr_assert_lt(story->code_count, CODES_MAX);
    Code *code = &story->codes[story->code_count++];
    memcpy(code->written, written, length);
    memcpy(code->real, real, length);
}

/* Does the answer match, with codes that appear in it for the first time? */
static int fits(Story *story, const char *text, const char *line)
{
    static const char *const keys[] = { "\"table\":\"", "\"user\":\"", "\"next\":\"" };
    char *pattern = strdup(line);
    int before = story->code_count;

    put_real_codes(story, pattern);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        learn_code(story, keys[i], pattern, text);
    put_real_codes(story, pattern);
    int is_fitting = matches(text, pattern);
    if (!is_fitting)
        story->code_count = before;
    free(pattern);
    return is_fitting;
}

/* ------------------------------------------------------------------------- */
/* Sending                                                                   */
/* ------------------------------------------------------------------------- */

static Speaker *speaker_named(Story *story, const char *line, size_t length)
{
    for (int i = 0; i < story->speaker_count; i++) {
        if (strncmp(story->speakers[i].name, line, length) == 0)
            return &story->speakers[i];
    }
    cr_assert_lt(story->speaker_count, PEOPLE_MAX);
    Speaker *speaker = &story->speakers[story->speaker_count++];
    memcpy(speaker->name, line, length);
    speaker->ws.fd = -1;
    return speaker;
}

static void own_origin(const Story *story, char *origin, size_t size)
{
    const ServerAddress *address = &story->house->child.address;

    snprintf(origin, size, "http://%s:%d", address->host, address->port);
}

/* A reply with a token replaces the speaker's token, unless it is that of a program. */
static void take_token(Speaker *speaker, const char *path)
{
    static const char key[] = "\"token\":\"";
    const char *token = strstr(speaker->reply.body.bytes, key);

    if (token == NULL || strncmp(path, "/api/1/programs", 15) == 0)
        return;
    token += strlen(key);
    snprintf(speaker->person.token, sizeof speaker->person.token, "%.*s",
             (int)strcspn(token, "\""), token);
}

static void send_request(Story *story, Speaker *speaker, char *line)
{
    char origin[SERVER_HOST_MAX + 32], *body = strchr(line, '{');
    char *path = strchr(line, ' ') + 1;
    int is_post = strncmp(line, "POST ", 5) == 0;
    HttpRequest request = { .path = path, .origin = origin };
    Fault fault = { 0 };
    Http http;

    own_origin(story, origin, sizeof origin);
    if (body != NULL)
        body[-1] = '\0';
    if (speaker->person.token[0] != '\0')
        request.token = speaker->person.token;
    if (is_post)
        request.body = body == NULL ? "" : body;
    http_reply_free(&speaker->reply);
    speaker->reply = (HttpReply){ 0 };
    http_open(&http, &story->house->child.address);
    cr_assert(http_ask(&http, &request, &speaker->reply, &fault), "%s", fault.sentence);
    http_close(&http);
    text_add(&speaker->reply.body, "");
    take_token(speaker, path);
}

static void connect_speaker(Story *story, Speaker *speaker)
{
    char origin[SERVER_HOST_MAX + 32];
    HttpRequest request = { .path = "/ws/1", .origin = origin };
    Fault fault = { 0 };

    own_origin(story, origin, sizeof origin);
    if (speaker->person.token[0] != '\0')
        request.token = speaker->person.token;
    cr_assert(ws_open(&speaker->ws, &story->house->child.address, &request, NULL, &fault),
              "%s", fault.sentence);
    speaker->is_connected = 1;
}

static void send_line(Story *story, Speaker *speaker, const char *line)
{
    char *text = strdup(line);

    put_real_codes(story, text);
    if (strcmp(text, "connects") == 0)
        connect_speaker(story, speaker);
    else if (text[0] == '{')
        cr_assert(ws_send_text(&speaker->ws, text), "%s", text);
    else
        send_request(story, speaker, text);
    free(text);
}

/* ------------------------------------------------------------------------- */
/* Receiving                                                                 */
/* ------------------------------------------------------------------------- */

static void check_reply(Story *story, Speaker *speaker, const char *line)
{
    char *answer;

    cr_assert_geq(
        asprintf(&answer, "%d %s", speaker->reply.status,
                 speaker->reply.body.length == 0 ? "" : speaker->reply.body.bytes),
        0);
    cr_assert(fits(story, answer, line), "The page says\n%s\nand the server\n%s", line,
              answer);
    free(answer);
}

static void check_message(Story *story, Speaker *speaker, const char *line)
{
    Text received = { 0 };

    for (;;) {
        const char *message = ws_receive(&speaker->ws, PATIENCE_MS);
        cr_assert_not_null(message, "The page says\n%s\nand %s receives only\n%s", line,
                           speaker->name, received.bytes == NULL ? "" : received.bytes);
        if (fits(story, message, line))
            break;
        text_add(&received, message);
        text_add(&received, "\n");
    }
    text_free(&received);
}

static void play_line(Story *story, const char *line)
{
    size_t length = strcspn(line, "><");
    Speaker *speaker = speaker_named(story, line, length);
    const char *rest = line + length + 2;

    cr_assert(line[length] != '\0' && line[length + 1] == ' ', "What is this: %s", line);
    if (line[length] == '>') {
        send_line(story, speaker, rest);
        return;
    }
    story->answers++;
    if (rest[0] == '{')
        check_message(story, speaker, rest);
    else
        check_reply(story, speaker, rest);
}

static char *read_page(void)
{
    Text page = { 0 };
    char piece[4096];
    FILE *file = fopen(PROTOCOL_PAGE, "rb");

    cr_assert_not_null(file, "%s", PROTOCOL_PAGE);
    for (size_t length; (length = fread(piece, 1, sizeof piece, file)) > 0;)
        text_append(&page, piece, length);
    fclose(file);
    cr_assert_not(page.has_failed);
    return page.bytes;
}

Test(protocol_page, is_true_from_beginning_to_end)
{
    static const char fence[] = "```talk\n";
    char *page = read_page();
    Story story = { .house = house_open(HOUSE_LIMITED) };

    for (char *at = page, *block; (block = strstr(at, fence)) != NULL;) {
        char *rest = NULL, *end = strstr(block + 3, "```");
        cr_assert_not_null(end);
        *end = '\0';
        at = end + 1;
        for (char *line = strtok_r(block + strlen(fence), "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest))
            play_line(&story, line);
    }
    cr_expect_gt(story.answers, 80, "the page has lost its examples");
    for (int i = 0; i < story.speaker_count; i++) {
        http_reply_free(&story.speakers[i].reply);
        if (story.speakers[i].is_connected)
            ws_close(&story.speakers[i].ws);
    }
    house_close(story.house);
    free(page);
}

/* Each verb in the page's table has an example, too. */
Test(protocol_page, has_an_example_of_everything_that_can_be_done)
{
    char *page = read_page();
    int verbs = 0;

    for (char *row = strstr(page, "| `do` |"); (row = strstr(row, "\n| `")) != NULL;) {
        char word[32] = "", example[64];
        row += strlen("\n| `");
        snprintf(word, sizeof word, "%.*s", (int)strcspn(row, "`"), row);
        snprintf(example, sizeof example, "> {\"do\":\"%s\"", word);
        cr_expect_not_null(strstr(page, example), "no example of %s", word);
        verbs++;
    }
    cr_expect_geq(verbs, 15);
    free(page);
}

Test(protocol_page, examples_that_are_not_true_are_noticed)
{
    cr_expect(matches("{\"a\":1,\"b\":2}", "{\"a\":\xE2\x80\xA6,\"b\":2}"));
    cr_expect_not(matches("{\"a\":1,\"b\":2}", "{\"a\":\xE2\x80\xA6,\"b\":3}"));
    cr_expect_not(matches("{\"a\":1}", "{\"a\":1"));
}

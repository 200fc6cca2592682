/* raw.c: plain sockets without a client library, and strict parsing of replies. */
#define _GNU_SOURCE
#include "raw.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_AT_ONCE = 65536 };

static const char PLAIN[] = "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n";

/* ------------------------------------------------------------------------- */
/* Sockets                                                                   */
/* ------------------------------------------------------------------------- */

Raw raw_try(const House *house, const char *from)
{
    const ServerAddress *server = &house->child.address;
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)server->port) };
    struct sockaddr_in source = { .sin_family = AF_INET };
    Raw raw = { .house = house, .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) };
    int on = 1;

    cr_assert_geq(raw.fd, 0, "%s", strerror(errno));
    cr_assert_eq(inet_pton(AF_INET, server->host, &to.sin_addr), 1);
    setsockopt(raw.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(raw.fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (from != NULL) {
        cr_assert_eq(inet_pton(AF_INET, from, &source.sin_addr), 1);
        cr_assert_eq(bind(raw.fd, (struct sockaddr *)&source, sizeof source), 0);
    }
    if (connect(raw.fd, (struct sockaddr *)&to, sizeof to) != 0)
        raw_close(&raw);
    else
        fcntl(raw.fd, F_SETFL, fcntl(raw.fd, F_GETFL) | O_NONBLOCK);
    return raw;
}

Raw raw_open(const House *house, const char *from)
{
    Raw raw = raw_try(house, from);

    cr_assert_geq(raw.fd, 0, "The server does not accept: %s", strerror(errno));
    return raw;
}

static void hang_up(Raw *raw)
{
    if (raw->fd >= 0)
        close(raw->fd);
    raw->fd = -1;
}

void raw_close(Raw *raw)
{
    hang_up(raw);
    text_free(&raw->in);
    raw->in = (Text){ 0 };
}

/* Reads what has arrived. */
static void receive(Raw *raw)
{
    ssize_t got;

    cr_assert(text_reserve(&raw->in, READ_AT_ONCE));
    got = recv(raw->fd, raw->in.bytes + raw->in.length, READ_AT_ONCE, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    raw->was_reset = got < 0;
    if (got <= 0) {
        hang_up(raw);
        return;
    }
    raw->in.length += (size_t)got;
    raw->in.bytes[raw->in.length] = '\0';
}

int raw_read(Raw *raw, int milliseconds)
{
    struct pollfd ready = { .fd = raw->fd, .events = POLLIN };
    size_t before = raw->in.length;

    if (raw->fd >= 0 && poll(&ready, 1, milliseconds) == 1)
        receive(raw);
    return raw->in.length > before;
}

int raw_is_closed(Raw *raw, int milliseconds)
{
    while (raw->fd >= 0 && raw_read(raw, milliseconds))
        ;
    return raw->fd < 0;
}

void raw_send(Raw *raw, const char *bytes, size_t length, RawPace pace)
{
    while (length > 0 && raw->fd >= 0) {
        struct pollfd ready = { .fd = raw->fd, .events = POLLIN | POLLOUT };
        cr_assert_eq(poll(&ready, 1, PATIENCE_MS), 1, "The server takes no more bytes");
        if (ready.revents & POLLIN)
            receive(raw);
        if (raw->fd < 0 || !(ready.revents & (POLLOUT | POLLERR | POLLHUP)))
            continue;
        ssize_t sent = send(raw->fd, bytes, pace == RAW_BYTES ? 1 : length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN) {
            raw_is_closed(raw, 0);
            return;
        }
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
}

Text raw_fill(const House *house, const char *bytes, size_t length)
{
    Text filled = { 0 };

    for (size_t i = 0; i < length; i++) {
        int is_double = bytes[i] == '@' && i + 1 < length && bytes[i + 1] == '@';
        if (bytes[i] != '@' || is_double) {
            text_append(&filled, &bytes[i], 1);
            i += (size_t)is_double;
            continue;
        }
        text_add(&filled, house->child.address.host);
        text_add(&filled, ":");
        text_add_number(&filled, house->child.address.port);
    }
    return filled;
}

void raw_send_text(Raw *raw, const char *text)
{
    Text bytes = raw_fill(raw->house, text, strlen(text));

    raw_send(raw, bytes.bytes, bytes.length, RAW_AT_ONCE);
    text_free(&bytes);
}

/* ------------------------------------------------------------------------- */
/* Replies                                                                   */
/* ------------------------------------------------------------------------- */

/* Moves this many bytes once they have arrived; 0: they do not arrive. */
static int take(Raw *raw, size_t count, Text *to)
{
    while (raw->in.length < count) {
        if (!raw_read(raw, PATIENCE_MS))
            return 0;
    }
    if (to != NULL)
        text_append(to, raw->in.bytes, count);
    raw->in.length -= count;
    if (count > 0)
        memmove(raw->in.bytes, raw->in.bytes + count, raw->in.length + 1);
    return 1;
}

static int take_head(Raw *raw, Text *head)
{
    const char *end;

    while (raw->in.length == 0
           || (end = memmem(raw->in.bytes, raw->in.length, "\r\n\r\n", 4)) == NULL) {
        if (!raw_read(raw, PATIENCE_MS))
            return 0;
    }
    return take(raw, (size_t)(end - raw->in.bytes) + 4, head);
}

int raw_reply(Raw *raw, int has_body, HttpReply *reply)
{
    const char *length;

    if (!take_head(raw, &reply->head))
        return 0;
    if (strncmp(reply->head.bytes, "HTTP/1.1 ", 9) != 0
        && strncmp(reply->head.bytes, "HTTP/1.0 ", 9) != 0)
        return 0;
    reply->status = atoi(reply->head.bytes + 9);
    if (!has_body || reply->status < 200 || reply->status == 204 || reply->status == 304)
        return 1;
    length = http_reply_header(reply, "content-length");
    if (length != NULL)
        return take(raw, strtoul(length, NULL, 10), &reply->body);
    /* Reads until the server closes. */
    return raw_is_closed(raw, PATIENCE_MS) && take(raw, raw->in.length, &reply->body);
}

int raw_status(Raw *raw)
{
    HttpReply reply = { 0 };
    int status = raw_reply(raw, 1, &reply) ? reply.status : 0;

    http_reply_free(&reply);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Cases                                                                     */
/* ------------------------------------------------------------------------- */

static int is_status(const char *word, int status)
{
    char digits[16];

    if (word[0] == 'x' && status < 200)
        return 0;
    snprintf(digits, sizeof digits, "%03d", status);
    for (int i = 0; i < 3; i++) {
        if (word[i] != 'x' && word[i] != digits[i])
            return 0;
    }
    return 1;
}

/* Takes the reply that a word of `expect` describes; 0: another reply, or none. */
static int meets(Raw *raw, const char *word, const char *name)
{
    HttpReply reply = { 0 };
    int has_body = strchr(word, '-') == NULL, may_miss = strchr(word, '?') != NULL;
    int has_come = raw_reply(raw, has_body, &reply);
    int is_met = has_come ? is_status(word, reply.status) : may_miss;

    cr_expect(is_met, "%s: expected %s, but %s %d comes%s", name, word,
              has_come ? "status" : "no reply", reply.status,
              raw->was_reset ? ", and a reset" : "");
    http_reply_free(&reply);
    return is_met;
}

static void check_open(const House *house, Raw *raw, const char *name)
{
    Text plain = raw_fill(house, PLAIN, sizeof PLAIN - 1);

    raw_send(raw, plain.bytes, plain.length, RAW_AT_ONCE);
    cr_expect_eq(raw_status(raw), 200, "%s: the connection does not go on", name);
    text_free(&plain);
}

static void check_words(const House *house, Raw *raw, const RawCase *one)
{
    char words[256], *rest = words, *word;
    int is_fine = 1, may_be_open = 1, is_frames = 0;

    snprintf(words, sizeof words, "%s", one->expect);
    while (is_fine && (word = strsep(&rest, " ")) != NULL) {
        if (strcmp(word, "close") == 0) {
            is_fine = raw_is_closed(raw, PATIENCE_MS);
            cr_expect(is_fine, "%s: the connection stays open", one->name);
            may_be_open = 0;
        } else if (strcmp(word, "open") == 0) {
            check_open(house, raw, one->name);
        } else {
            is_fine = meets(raw, word, one->name);
            is_frames |= strcmp(word, "101") == 0;
        }
    }
    if (is_fine && may_be_open)
        raw_read(raw, 0);
    if (is_fine && !is_frames)
        cr_expect_eq(raw->in.length, 0, "%s: more comes: %.100s", one->name, raw->in.bytes);
}

void raw_check_alive(const House *house, const char *after)
{
    Text plain = raw_fill(house, PLAIN, sizeof PLAIN - 1);
    Raw raw = raw_open(house, NULL);

    raw_send(&raw, plain.bytes, plain.length, RAW_AT_ONCE);
    cr_assert_eq(raw_status(&raw), 200, "The server does not answer after: %s", after);
    raw_close(&raw);
    text_free(&plain);
}

void raw_check_only(const House *house, const RawCase *one, RawPace pace)
{
    Text bytes = raw_fill(house, one->bytes, one->length);
    Raw raw = raw_open(house, NULL);

    raw_send(&raw, bytes.bytes, bytes.length, pace);
    check_words(house, &raw, one);
    raw_close(&raw);
    text_free(&bytes);
}

void raw_check(const House *house, const RawCase *one, RawPace pace)
{
    raw_check_only(house, one, pace);
    raw_check_alive(house, one->name);
}

void raw_check_all(const House *house, const RawCase *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        raw_check(house, &cases[i], RAW_AT_ONCE);
        raw_check(house, &cases[i], RAW_BYTES);
    }
}

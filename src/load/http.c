/* http.c: a plain, blocking HTTP/1.1 client. It understands what our server sends:
 * replies with a Content-Length, in chunks, or to the end of the connection. */
#include "load/http.h"

#include <errno.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PATIENCE = 30, READ_AT_ONCE = 16384 };

/* ------------------------------------------------------------------------- */
/* Addresses                                                                 */
/* ------------------------------------------------------------------------- */

int address_read(const char *url, Address *address, Fault *fault)
{
    static const char SCHEME[] = "http://";
    const char *host = url + strlen(SCHEME);
    const char *end, *colon;

    if (strncmp(url, SCHEME, strlen(SCHEME)) != 0)
        return fault_tell(fault, "'%s' does not begin with http://.",
                          quote(url, strlen(url)).text);
    end = host + strcspn(host, "/ \r\n");
    colon = memchr(host, ':', (size_t)(end - host));
    if (colon == NULL)
        colon = end;
    if (colon == host || (size_t)(colon - host) >= sizeof address->host
        || end - colon > (long)sizeof address->port)
        return fault_tell(fault, "'%s' names no host.", quote(url, strlen(url)).text);
    snprintf(address->host, sizeof address->host, "%.*s", (int)(colon - host), host);
    snprintf(address->port, sizeof address->port, "%.*s",
             colon < end ? (int)(end - colon - 1) : 2, colon < end ? colon + 1 : "80");
    return 1;
}

static int bind_to(int fd, const char *from)
{
    struct sockaddr_in own = { .sin_family = AF_INET };

    return from[0] == '\0'
           || (inet_pton(AF_INET, from, &own.sin_addr) == 1
               && bind(fd, (const struct sockaddr *)&own, sizeof own) == 0);
}

static int connect_to(const struct addrinfo *found, const char *from, int seconds)
{
    struct timeval patience = { .tv_sec = seconds };
    int on = 1, fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0
        && setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0
        && setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0
        && bind_to(fd, from) && connect(fd, found->ai_addr, found->ai_addrlen) == 0)
        return fd;
    close(fd);
    return -1;
}

int address_connect(const Address *address, int seconds, Fault *fault)
{
    struct addrinfo wanted = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
    struct addrinfo *found;
    int fd, trouble = getaddrinfo(address->host, address->port, &wanted, &found);

    if (trouble != 0) {
        fault_tell(fault, "%s:%s: %s.", address->host, address->port,
                   gai_strerror(trouble));
        return -1;
    }
    fd = connect_to(found, address->from, seconds);
    if (fd < 0)
        fault_tell(fault, "%s:%s: %s.", address->host, address->port, strerror(errno));
    freeaddrinfo(found);
    return fd;
}

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

int send_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return 0;
        bytes += sent;
        length -= (size_t)sent;
    }
    return 1;
}

/* Reads what comes next; 0: nothing does any more. */
static int receive(Http *http)
{
    ssize_t got;

    if (!text_reserve(&http->in, READ_AT_ONCE))
        return 0;
    do {
        got = recv(http->fd, http->in.bytes + http->in.length, READ_AT_ONCE, 0);
    } while (got < 0 && errno == EINTR);
    if (got <= 0)
        return 0;
    http->in.length += (size_t)got;
    http->in.bytes[http->in.length] = '\0';
    return 1;
}

/* Moves the first bytes of what came behind `to`; 0: so many do not come. */
static int take_bytes(Http *http, size_t count, Text *to)
{
    while (http->in.length < count) {
        if (!receive(http))
            return 0;
    }
    if (to != NULL)
        text_append(to, http->in.bytes, count);
    if (http->in.length > 0) {
        http->in.length -= count;
        memmove(http->in.bytes, http->in.bytes + count, http->in.length + 1);
    }
    return 1;
}

/* Up to and with a mark. */
static int take_to(Http *http, const char *mark, Text *to)
{
    for (;;) {
        const char *found = http->in.length == 0 ? NULL
                                                 : memmem(http->in.bytes, http->in.length,
                                                          mark, strlen(mark));
        if (found != NULL)
            return take_bytes(http, (size_t)(found - http->in.bytes) + strlen(mark), to);
        if (!receive(http))
            return 0;
    }
}

/* ------------------------------------------------------------------------- */
/* Replies                                                                   */
/* ------------------------------------------------------------------------- */

void http_reply_free(HttpReply *reply)
{
    text_free(&reply->head);
    text_free(&reply->body);
    *reply = (HttpReply){ 0 };
}

const char *http_reply_header(const HttpReply *reply, const char *name)
{
    const char *line = reply->head.bytes;

    while (line != NULL && (line = strstr(line, "\r\n")) != NULL) {
        line += 2;
        if (strncasecmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':')
            return line + strlen(name) + 1 + strspn(line + strlen(name) + 1, " ");
    }
    return NULL;
}

static int take_chunks(Http *http, Text *body)
{
    for (;;) {
        Text size = { 0 };
        unsigned long bytes;
        int is_there = take_to(http, "\r\n", &size);
        bytes = is_there ? strtoul(size.bytes, NULL, 16) : 0;
        text_free(&size);
        if (!is_there || !take_bytes(http, bytes, body) || !take_bytes(http, 2, NULL))
            return 0;
        if (bytes == 0)
            return 1;
    }
}

static int take_rest(Http *http, Text *body)
{
    while (receive(http))
        ;
    return take_bytes(http, http->in.length, body);
}

static int take_body(Http *http, HttpReply *reply)
{
    const char *length = http_reply_header(reply, "content-length");
    const char *coding = http_reply_header(reply, "transfer-encoding");

    if (reply->status < 200 || reply->status == 204 || reply->status == 304)
        return 1;
    if (coding != NULL && strncasecmp(coding, "chunked", 7) == 0)
        return take_chunks(http, &reply->body);
    if (length != NULL)
        return take_bytes(http, strtoul(length, NULL, 10), &reply->body);
    return take_rest(http, &reply->body);
}

static int take_reply(Http *http, HttpReply *reply)
{
    if (!take_to(http, "\r\n\r\n", &reply->head)
        || strncmp(reply->head.bytes, "HTTP/1.", 7) != 0)
        return 0;
    reply->status = atoi(reply->head.bytes + 9);
    return take_body(http, reply);
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

void http_open(Http *http, const Address *address)
{
    *http = (Http){ .address = *address, .fd = -1 };
}

void http_close(Http *http)
{
    if (http->fd >= 0)
        close(http->fd);
    http->fd = -1;
    text_free(&http->in);
    http->in = (Text){ 0 };
}

static void add_line(Text *out, const char *name, const char *value)
{
    if (value == NULL)
        return;
    text_add(out, name);
    text_add(out, value);
    text_add(out, "\r\n");
}

static void write_request(Text *out, const Http *http, const HttpRequest *request)
{
    const char *method = request->method;

    if (method == NULL)
        method = request->body != NULL ? "POST" : "GET";
    text_add(out, method);
    text_add(out, " ");
    text_add(out, request->path);
    text_add(out, " HTTP/1.1\r\nHost: ");
    text_add(out, http->address.host);
    text_add(out, ":");
    add_line(out, http->address.port, "");
    add_line(out, "Authorization: Bearer ", request->token);
    add_line(out, "Origin: ", request->origin);
    if (request->more != NULL)
        text_add(out, request->more);
    if (request->body != NULL) {
        text_add(out, "Content-Type: application/json\r\nContent-Length: ");
        text_add_number(out, (long long)strlen(request->body));
        text_add(out, "\r\n");
    }
    text_add(out, "\r\n");
    if (request->body != NULL)
        text_add(out, request->body);
}

static int exchange(Http *http, const Text *request, HttpReply *reply)
{
    if (send_all(http->fd, request->bytes, request->length) && take_reply(http, reply))
        return 1;
    http_close(http);
    return 0;
}

static int connect_anew(Http *http, Fault *fault)
{
    http_close(http);
    http->fd = address_connect(&http->address, PATIENCE, fault);
    return http->fd >= 0;
}

int http_ask(Http *http, const HttpRequest *request, HttpReply *reply, Fault *fault)
{
    Text out = { 0 };
    int was_kept = http->fd >= 0, is_fine = 0;

    write_request(&out, http, request);
    if (was_kept || connect_anew(http, fault))
        is_fine = exchange(http, &out, reply);
    /* A server may close a connection that it kept for a while, and only then is
     * asking again the same as asking once. */
    if (!is_fine && was_kept && reply->head.length == 0 && connect_anew(http, fault))
        is_fine = exchange(http, &out, reply);
    text_free(&out);
    if (!is_fine)
        return fault_tell(fault, "%s:%s does not answer %s.", http->address.host,
                          http->address.port, request->path);
    if (http_reply_header(reply, "connection") != NULL
        && strncasecmp(http_reply_header(reply, "connection"), "close", 5) == 0)
        http_close(http);
    return 1;
}

int http_upgrade(Http *http, const HttpRequest *request, HttpReply *reply, Text *in,
                 Fault *fault)
{
    /* The key is there to keep caches from answering; any sixteen bytes serve. */
    static const char UPGRADE[] = "Upgrade: websocket\r\n"
                                  "Connection: Upgrade\r\n"
                                  "Sec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: cm91bmRob3VzZSBsb2FkIQ==\r\n";
    HttpRequest upgrade = *request;
    Text more = { 0 };
    int fd = -1;

    text_add(&more, UPGRADE);
    if (request->more != NULL)
        text_add(&more, request->more);
    upgrade.more = more.bytes;
    if (http_ask(http, &upgrade, reply, fault) && reply->status != 101)
        fault_tell(fault, "%s:%s answers %d instead of opening a WebSocket.",
                   http->address.host, http->address.port, reply->status);
    if (reply->status == 101) {
        fd = http->fd;
        *in = http->in;
        http->fd = -1;
        http->in = (Text){ 0 };
    }
    text_free(&more);
    return fd;
}

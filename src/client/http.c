/* http.c: an HTTP/1.1 client. It understands what our server sends: replies with a
 * Content-Length, in chunks, or to the end of the connection. */
#include "client/http.h"

#include "edge/ws_frame.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    PATIENCE_MS = 30000, /* without a byte */
    REPLY_MAX = 16 << 20,
    NAME_MAX_BYTES = 300,
};

/* ------------------------------------------------------------------------- */
/* Bytes                                                                     */
/* ------------------------------------------------------------------------- */

/* Reads more; 0: the end, a timeout, or too much. */
static int receive(Http *http)
{
    return http->in.length < REPLY_MAX
           && channel_read(&http->channel, &http->in, channel_now() + PATIENCE_MS)
                  == CHANNEL_GOT;
}

/* Moves bytes from the input to the end of `to`; 0: the connection ended before. */
static int take_bytes(Http *http, size_t count, Text *to)
{
    if (count > REPLY_MAX || (to != NULL && to->length > REPLY_MAX))
        return 0;
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

void http_open(Http *http, const ServerAddress *address)
{
    *http = (Http){ .address = *address, .channel = { .fd = -1 } };
}

void http_close(Http *http)
{
    channel_close(&http->channel);
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
    char host[NAME_MAX_BYTES];

    server_address_name(&http->address, host, sizeof host);
    if (method == NULL)
        method = request->body != NULL ? "POST" : "GET";
    text_add(out, method);
    text_add(out, " ");
    text_add(out, request->path);
    add_line(out, " HTTP/1.1\r\nHost: ", host);
    add_line(out, "Authorization: Bearer ", request->token);
    add_line(out, "Origin: ", request->origin);
    add_line(out, "Accept-Language: ",
             http->address.language[0] == '\0' ? NULL : http->address.language);
    if (request->more != NULL)
        text_add(out, request->more);
    if (request->body != NULL) {
        text_add(out, "Content-Type: application/json\r\nContent-Length: ");
        text_add_number(out, (long long)strlen(request->body));
        text_add(out, "\r\n");
    }
    text_add(out, "\r\n");
    if (request->body != NULL)
        text_add(out, request->body); /* last, so that it is copied once */
}

static int exchange(Http *http, const Text *request, HttpReply *reply)
{
    if (!request->has_failed
        && channel_write(&http->channel, request->bytes, request->length,
                         channel_now() + PATIENCE_MS)
        && take_reply(http, reply))
        return 1;
    http_close(http);
    return 0;
}

static int connect_anew(Http *http, const HttpRequest *request, Fault *fault)
{
    http_close(http);
    return channel_open(&http->channel, &http->address,
                        request->cancel == NULL ? -1 : *request->cancel,
                        channel_now() + PATIENCE_MS, fault);
}

int http_ask(Http *http, const HttpRequest *request, HttpReply *reply, Fault *fault)
{
    Text out = { 0 };

    write_request(&out, http, request);
    int is_fine = (http->channel.fd >= 0 || connect_anew(http, request, fault))
                  && exchange(http, &out, reply);
    if (out.bytes != NULL) /* it may have a password */
        explicit_bzero(out.bytes, out.length);
    text_free(&out);
    if (!is_fine)
        return fault_set(fault, "cannot reach %s: it does not answer", http->address.host);
    const char *connection = http_reply_header(reply, "connection");
    if (connection != NULL && strncasecmp(connection, "close", 5) == 0)
        http_close(http);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The way to a WebSocket                                                    */
/* ------------------------------------------------------------------------- */

static int accepts(const HttpReply *reply, const char *key)
{
    const char *accept = http_reply_header(reply, "sec-websocket-accept");
    char wanted[WS_ACCEPT_SIZE];

    return accept != NULL && ws_accept(key, strlen(key), wanted)
           && strncmp(accept, wanted, strlen(wanted)) == 0;
}

int http_upgrade(Http *http, const HttpRequest *request, HttpReply *reply, Fault *fault)
{
    HttpRequest upgrade = *request;
    unsigned char random[16] = { 0 };
    char key[32];
    Text more = { 0 };

    RAND_bytes(random, sizeof random);
    EVP_EncodeBlock((unsigned char *)key, random, sizeof random);
    text_add(&more, "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\n");
    add_line(&more, "Sec-WebSocket-Key: ", key);
    if (request->more != NULL)
        text_add(&more, request->more);
    upgrade.more = more.bytes;
    int is_fine = !more.has_failed && http_ask(http, &upgrade, reply, fault);
    text_free(&more);
    if (!is_fine)
        return 0;
    return (reply->status == 101 && accepts(reply, key))
           || fault_set(fault, "%s answers %d instead of opening a WebSocket",
                        http->address.host, reply->status);
}

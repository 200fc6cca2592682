/* http.c: HTTP requests: from bytes to the handler that answers them. One at a time: what
 * follows a request stays in the buffer until its answer is out. */
#include "server/exchange.h"

#include "edge/query.h"
#include "server/preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_AT_ONCE = 4096, FIELD_ROOM = 512, SWITCHING_PROTOCOLS = 101 };

static const char WEBSOCKET[] = "/ws/1"; /* the path */

/* ------------------------------------------------------------------------- */
/* Exchanges                                                                 */
/* ------------------------------------------------------------------------- */

static Exchange *exchange_new(Link *link)
{
    Exchange *exchange = calloc(1, sizeof *exchange);

    if (exchange == NULL)
        return NULL;
    exchange->net = link->net;
    exchange->link = link;
    exchange->request.link = exchange;
    memcpy(exchange->request.address, link->who, sizeof link->who);
    link->net->exchanges++;
    link->exchange = exchange;
    return exchange;
}

void exchange_free(Exchange *exchange)
{
    exchange->net->exchanges--;
    if (exchange->link != NULL)
        exchange->link->exchange = NULL;
    text_free(&exchange->request.body);
    text_free(&exchange->request.answer);
    text_free(&exchange->head);
    free(exchange);
}

void http_gone(Link *link)
{
    Exchange *exchange = link->exchange;

    if (exchange == NULL)
        return;
    link->exchange = NULL;
    exchange->link = NULL;
    exchange->request.is_gone = 1;
    if (!exchange->is_with_core)
        exchange_free(exchange);
}

/* ------------------------------------------------------------------------- */
/* Session and language of a request                                         */
/* ------------------------------------------------------------------------- */

static Span find_cookie(Span cookies, const char *name)
{
    size_t length = strlen(name);

    while (cookies.length > 0) {
        const char *end = memchr(cookies.at, ';', cookies.length);
        size_t span = end == NULL ? cookies.length : (size_t)(end - cookies.at);
        if (span > length && memcmp(cookies.at, name, length) == 0
            && cookies.at[length] == '=')
            return (Span){ cookies.at + length + 1, span - length - 1 };
        span += end != NULL;
        cookies.at += span;
        cookies.length -= span;
        while (cookies.length > 0 && *cookies.at == ' ') {
            cookies.at++;
            cookies.length--;
        }
    }
    return (Span){ NULL, 0 };
}

/* The session's token, and whether it came in Authorization. */
static int read_token(const HttpHead *head, char token[TOKEN_MAX])
{
    static const char BEARER[] = "Bearer ";
    const size_t length = sizeof BEARER - 1;
    Span header = head->fields[FIELD_AUTHORIZATION];

    if (header.length > length && memcmp(header.at, BEARER, length) == 0) {
        span_copy((Span){ header.at + length, header.length - length }, token, TOKEN_MAX);
        return 1;
    }
    span_copy(find_cookie(head->fields[FIELD_COOKIE], "rh_session"), token, TOKEN_MAX);
    return 0;
}

static Language read_language(const HttpHead *head, const char *query)
{
    char word[3] = "";
    Span accepted = head->fields[FIELD_ACCEPT_LANGUAGE];

    if (!query_value(query, "lang", word, sizeof word) && accepted.length >= 2)
        memcpy(word, accepted.at, 2);
    int found = word[0] == '\0' ? -1 : language_find(word);
    return found < 0 ? LANGUAGE_EN : (Language)found;
}

static Method read_method(const HttpHead *head, int *is_head)
{
    *is_head = span_is(head->method, "HEAD");
    if (*is_head || span_is(head->method, "GET"))
        return METHOD_GET;
    return span_is(head->method, "POST") ? METHOD_POST : METHOD_OTHER;
}

/* A page of another site must not use a session: browsers always say the Origin of
 * what changes something, and of WebSockets. A cookie that comes without one does
 * not count there. */
static void read_session(Exchange *exchange, const HttpHead *head)
{
    Request *request = &exchange->request;
    OriginKind origin = site_origin(&exchange->link->endpoint->site,
                                    head->fields[FIELD_ORIGIN], head->fields[FIELD_HOST]);
    int is_bearer = read_token(head, request->token);
    int is_reading =
        request->method == METHOD_GET && head->fields[FIELD_UPGRADE].at == NULL;

    request->has_cookie = !is_bearer;
    span_copy(head->fields[FIELD_USER_AGENT], request->agent, sizeof request->agent);
    request->is_from_elsewhere = origin == ORIGIN_OTHER;
    if (!is_reading && !is_bearer && origin != ORIGIN_OURS)
        request->token[0] = '\0';
}

/* ------------------------------------------------------------------------- */
/* Checks of a request                                                       */
/* ------------------------------------------------------------------------- */

/* Behind a proxy, the address that it has seen counts. */
static int count_forwarded(Exchange *exchange, const HttpHead *head)
{
    Link *link = exchange->link;
    char *address = exchange->request.address;

    if (!link->is_of_proxy)
        return HTTP_DONE;
    who_from_forwarded(head->fields[FIELD_FORWARDED_FOR], address);
    if (sockets_join(link, address))
        return HTTP_DONE;
    core_note_refusal(link->net->core, "connections", address);
    return 429;
}

static int read_target(Request *request, const HttpHead *head)
{
    if (!http_decode(head->path, request->path, sizeof request->path))
        return head->path.length >= sizeof request->path ? 414 : 400;
    /* Only checked here: edge/query.h decodes each value by itself. */
    if (http_decode(head->query, request->query, sizeof request->query)
        && head->query.length < sizeof request->query) {
        memcpy(request->query, head->query.at, head->query.length);
        request->query[head->query.length] = '\0';
        return HTTP_DONE;
    }
    request->query[0] = '\0';
    /* Queries of files and pages are ignored. */
    if (strncmp(request->path, "/api/", 5) != 0 && strcmp(request->path, WEBSOCKET) != 0)
        return HTTP_DONE;
    return head->query.length >= sizeof request->query ? 414 : 400;
}

static int check_body(const Exchange *exchange, const HttpHead *head)
{
    int has_body = head->is_chunked || head->body_length > 0;

    if (exchange->request.method == METHOD_OTHER)
        return 405;
    if (has_body && exchange->request.method != METHOD_POST)
        return 400;
    return head->body_length > REQUEST_MAX ? 413 : HTTP_DONE;
}

/* An upgrade to anything but our WebSocket ends the connection: a proxy may already
 * pass on raw bytes behind it. */
static int upgrade(Exchange *exchange, const HttpHead *head)
{
    const Request *request = &exchange->request;
    Visitor visitor = { .language = request->language };
    Fault fault = { 0 };

    exchange->must_close = 1;
    if (exchange->link->endpoint->is_admin)
        return 400;
    if (strcmp(request->path, WEBSOCKET) == 0
        && !query_has_only(request->query, "lang", &fault))
        return 400;
    if (request->is_from_elsewhere)
        return 403;
    memcpy(visitor.address, request->address, sizeof visitor.address);
    memcpy(visitor.token, request->token, sizeof visitor.token);
    return ws_upgrade(exchange->link, head, &visitor);
}

/* HTTP_DONE: it is to be answered. 101: it has become a WebSocket. Else the status
 * of the refusal. */
static int judge(Exchange *exchange, const HttpHead *head)
{
    Request *request = &exchange->request;
    int status = read_target(request, head);

    exchange->must_close = head->must_close;
    request->method = read_method(head, &exchange->is_head);
    request->language = read_language(head, request->query);
    /* The address first: refusals are logged under it. */
    if (status == HTTP_DONE)
        status = count_forwarded(exchange, head);
    if (status == HTTP_DONE)
        status = site_check_host(&exchange->link->endpoint->site, head->fields[FIELD_HOST]);
    if (status == HTTP_DONE)
        status = check_body(exchange, head);
    if (status != HTTP_DONE)
        return status;
    read_session(exchange, head);
    return head->fields[FIELD_UPGRADE].at != NULL ? upgrade(exchange, head) : HTTP_DONE;
}

/* ------------------------------------------------------------------------- */
/* Routes                                                                    */
/* ------------------------------------------------------------------------- */

/* `accepted`: which codings; `known`: the etags that the client has. Kept from the
 * head, which is gone by now. */
typedef struct FileWish {
    char accepted[FIELD_ROOM];
    char known[FIELD_ROOM];
} FileWish;

static void ask_core(Exchange *exchange, const FileWish *wish)
{
    (void)wish;
    exchange->is_with_core = 1;
    link_enter(exchange->link, LINK_CORE);
    core_request(exchange->net->core, &exchange->request);
}

/* The core has answered; the client may have gone. */
void http_answered(void *link)
{
    Exchange *exchange = link;

    exchange->is_with_core = 0;
    text_free(&exchange->request.body);
    if (exchange->link == NULL)
        exchange_free(exchange);
    else if (exchange->page != NULL)
        answer_send_page(exchange);
    else
        answer_send(exchange);
}

static void send_nothing(Exchange *exchange, const FileWish *wish)
{
    (void)wish;
    answer_send_text(exchange, 404, "There is no such thing here.\n");
}

/* The path of the WebSocket, without an upgrade. */
static void require_upgrade(Exchange *exchange, const FileWish *wish)
{
    (void)wish;
    answer_refuse(exchange, 426);
}

static void send_metrics(Exchange *exchange, const FileWish *wish)
{
    const Net *net = exchange->net;
    Text *out = &exchange->request.answer;

    (void)wish;
    core_write_metrics(net->core, out);
    metrics_add(out, "sockets", "gauge", "Connections that are no WebSockets",
                net->socket_count);
    metrics_add(out, "held_bytes", "gauge",
                "Memory of half-received requests and half-sent answers",
                (long long)net->held);
    metrics_add(out, "evictions_total", "counter",
                "Unfinished connections closed to make room", net->evictions);
    metrics_add(out, "timeouts_total", "counter", "Connections that were too slow",
                net->timeouts);
    answer_send_text(exchange, 200, "");
}

/* Health is a request of the API for the admin listener alone. */
static void ask_health(Exchange *exchange, const FileWish *wish)
{
    memcpy(exchange->request.path, "/api/1/healthz", sizeof "/api/1/healthz");
    ask_core(exchange, wish);
}

static void send_file(Exchange *exchange, const FileWish *wish);

/* The page asks before it ends digests; a POST to the same address, of a mail program, ends
 * them (RFC 8058). */
static void unsubscribe(Exchange *exchange, const FileWish *wish)
{
    static const char BEFORE[] = "/api/1/mail";
    Request *request = &exchange->request;
    size_t length = strlen(request->path);

    if (request->method != METHOD_POST) {
        send_file(exchange, wish);
    } else if (length + sizeof BEFORE > sizeof request->path) {
        answer_refuse(exchange, 414);
    } else {
        memmove(request->path + sizeof BEFORE - 1, request->path, length + 1);
        memcpy(request->path, BEFORE, sizeof BEFORE - 1);
        request->query[0] = '\0';
        ask_core(exchange, wish);
    }
}

static Span span_of(const char *text)
{
    return (Span){ text, strlen(text) };
}

static FileCoding best_coding(const FileWish *wish, const File *file)
{
    Span accepted = span_of(wish->accepted);

    if (file->codings[CODING_BROTLI].bytes != NULL && span_accepts(accepted, "br"))
        return CODING_BROTLI;
    if (file->codings[CODING_GZIP].bytes != NULL && span_accepts(accepted, "gzip"))
        return CODING_GZIP;
    return CODING_NONE;
}

/* The page of a table says what it shows, to everybody the same: without the session. 0:
 * it is none. */
static int ask_tags(Exchange *exchange, const File *page, const FileWish *wish)
{
    Request *request = &exchange->request;
    char code[STORE_CODE_MAX + 1];

    if (!preview_address(request->path, code))
        return 0;
    exchange->page = page;
    exchange->coding = best_coding(wish, page);
    exchange->is_unchanged = span_has_etag(span_of(wish->known), page->etag);
    snprintf(request->path, sizeof request->path, "/api/1/preview/%s", code);
    request->query[0] = request->token[0] = '\0';
    ask_core(exchange, wish);
    return 1;
}

/* Paths of the page's own have no file behind them, and no dot in the last part, unless
 * that is somebody's name. */
static void send_file(Exchange *exchange, const FileWish *wish)
{
    const Files *files = exchange->net->config.files;
    const char *path = exchange->request.path, *name = strrchr(path, '/');
    const File *file = files_find(files, path);

    if (file == NULL && name != NULL
        && (strchr(name, '.') == NULL || strncmp(path, "/u/", 3) == 0))
        file = files_page(files);
    if (file == NULL)
        send_nothing(exchange, wish);
    else if (file == files_page(files) && ask_tags(exchange, file, wish))
        return;
    else
        answer_send_file(exchange, file, best_coding(wish, file),
                         span_has_etag(span_of(wish->known), file->etag));
}

/* The first row that fits. A path that ends with a slash fits all paths below it. The
 * routes of the API are listed in api.h. */
static const struct {
    const char *path;
    void (*handle)(Exchange *exchange, const FileWish *wish);
    int is_admin;      /* which listener */
    int is_any_method; /* otherwise GET and HEAD */
} ROUTES[] = {
    { "/metrics", send_metrics, 1, 0 },
    { "/healthz", ask_health, 1, 0 },
    { "/metrics", send_nothing, 0, 1 },
    { "/healthz", send_nothing, 0, 1 },
    { "/api/1/healthz", send_nothing, 0, 1 },
    { "/api/1/preview/", send_nothing, 0, 1 },
    { "/api/", ask_core, 0, 1 },
    { WEBSOCKET, require_upgrade, 0, 0 },
    { "/unsubscribe/", unsubscribe, 0, 1 },
    { "/", send_file, 0, 0 },
};

static int path_fits(const char *path, const char *route)
{
    size_t length = strlen(route);

    return route[length - 1] == '/' ? strncmp(path, route, length) == 0
                                    : strcmp(path, route) == 0;
}

static void route(Exchange *exchange, const FileWish *wish)
{
    const Request *request = &exchange->request;

    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        if (ROUTES[i].is_admin == exchange->link->endpoint->is_admin
            && (ROUTES[i].is_any_method || request->method == METHOD_GET)
            && path_fits(request->path, ROUTES[i].path)) {
            ROUTES[i].handle(exchange, wish);
            return;
        }
    }
    send_nothing(exchange, wish);
}

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

static int take_plain(Exchange *exchange, Text *in, size_t *used)
{
    uint64_t left = exchange->body_left;

    *used = left < in->length ? (size_t)left : in->length;
    text_append(&exchange->request.body, in->bytes, *used);
    exchange->body_left -= *used;
    return exchange->body_left == 0 ? HTTP_DONE : HTTP_MORE;
}

static int take_chunked(Exchange *exchange, Text *in, size_t *used)
{
    size_t data;
    int status = http_take_chunks(&exchange->chunks, in->bytes, in->length, used, &data);

    if (exchange->request.body.length + data + exchange->chunks.left > REQUEST_MAX)
        return 413;
    text_append(&exchange->request.body, in->bytes, data);
    return status;
}

/* 1: the state has changed, so that more can be parsed. */
static int read_body(Link *link)
{
    Exchange *exchange = link->exchange;
    size_t used = 0;
    int status = HTTP_MORE;

    if (link->in.length > 0)
        status = exchange->is_chunked ? take_chunked(exchange, &link->in, &used)
                                      : take_plain(exchange, &link->in, &used);
    if (used > 0)
        link_consume(link, used);
    if (exchange->request.body.has_failed)
        status = 503;
    if (status == HTTP_MORE)
        return 0;
    if (status == HTTP_DONE)
        route(exchange, NULL);
    else
        answer_refuse(exchange, status);
    return 1;
}

/* Answers Expect: 100-continue; -1: the connection has ended. */
static int send_continue(Link *link)
{
    static char LINE[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const struct iovec part = { LINE, sizeof LINE - 1 };

    return link_write(link, &part, 1) == (ssize_t)part.iov_len ? 0 : -1;
}

static void begin_body(Exchange *exchange, const HttpHead *head)
{
    Link *link = exchange->link;

    exchange->is_chunked = head->is_chunked;
    exchange->body_left = head->body_length;
    if (!head->is_chunked && head->body_length == 0) {
        route(exchange, NULL);
        return;
    }
    link_enter(link, LINK_BODY);
    if (head->expects_continue && link->in.length == 0 && send_continue(link) < 0)
        link_close(link);
}

static void read_wish(const HttpHead *head, FileWish *wish)
{
    span_copy(head->fields[FIELD_ACCEPT_ENCODING], wish->accepted, FIELD_ROOM);
    span_copy(head->fields[FIELD_IF_NONE_MATCH], wish->known, FIELD_ROOM);
}

/* With a whole head, which lies at the front of link->in. */
static void begin(Exchange *exchange, const HttpHead *head, size_t size)
{
    Link *link = exchange->link;
    FileWish wish;
    int status = judge(exchange, head);

    read_wish(head, &wish);
    link_consume(link, size);
    if (status == SWITCHING_PROTOCOLS) {
        exchange_free(exchange);
        ws_proceed(link);
    } else if (status != HTTP_DONE) {
        answer_refuse(exchange, status);
    } else if (exchange->request.method == METHOD_POST) {
        begin_body(exchange, head);
    } else {
        route(exchange, &wish);
    }
}

static int read_head(Link *link)
{
    HttpHead head;
    size_t size = 0;
    int status = link->in.length == 0 ? HTTP_MORE
                                      : http_scan_head(link->in.bytes, link->in.length,
                                                       &link->scanned, &size);

    if (status == HTTP_MORE)
        return 0;
    Exchange *exchange = exchange_new(link);
    if (exchange == NULL) {
        link_close(link);
        return 0;
    }
    if (status == HTTP_DONE)
        status = http_parse_head(link->in.bytes, size, &head);
    link->scanned = 0;
    if (status == HTTP_DONE)
        begin(exchange, &head, size);
    else
        answer_refuse(exchange, status);
    return 1;
}

static void proceed(Link *link)
{
    int goes_on = 1;

    while (goes_on) {
        switch (link->state) {
        case LINK_IDLE:
            goes_on = link->in.length > 0;
            if (goes_on)
                link_enter(link, LINK_HEAD);
            break;
        case LINK_HEAD:
            goes_on = read_head(link);
            break;
        case LINK_BODY:
            goes_on = read_body(link);
            break;
        default:
            goes_on = 0;
        }
    }
}

static int is_reading(const Link *link)
{
    return link->state == LINK_IDLE || link->state == LINK_HEAD || link->state == LINK_BODY;
}

/* Bytes that came with the previous request are parsed first: the peer may have sent all
 * its requests, and ended. */
void http_readable(Link *link)
{
    ssize_t got = 0;

    if (link->state == LINK_IDLE && link->in.length > 0) {
        proceed(link);
        return;
    }
    do {
        got = link_read_in(link, READ_AT_ONCE);
        proceed(link);
    } while (got > 0 && is_reading(link) && link->ssl != NULL
             && SSL_pending(link->ssl) > 0);
    if (got < 0 && is_reading(link))
        link_close(link);
}

/* A client that has shut down its sending side may still read. But the slow check of a
 * password is skipped: the client has probably gone. */
void http_readable_early(Link *link)
{
    ssize_t got = link_read_in(link, READ_AT_ONCE);

    if (got < 0)
        link->exchange->request.is_gone = 1;
    if (got < 0 || link->in.length >= HTTP_HEAD_MAX)
        link_stop_reading(link);
}

void http_expired(Link *link)
{
    Exchange *exchange = link->exchange;

    if (exchange == NULL && link->in.length > 0)
        exchange = exchange_new(link);
    if (exchange == NULL)
        link_close(link);
    else
        answer_refuse(exchange, 408);
}

/* http.c: plain HTTP: requests to the core, the page's files, health and figures. */
#include "server/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS_ROOM = 4096, CHUNK = 8192 };

/* One request and its answer. It outlives the connection if that closes before the
 * core has answered. */
struct Exchange {
    Request request; /* first: the core's link is the exchange */
    Net *net;
    Link *link; /* NULL: closed */
    const File *file;
    FileCoding coding;
    int is_head;       /* the headers are all that is wanted */
    int is_unchanged;  /* the client has the file already */
    int has_headers;   /* sent */
    int is_with_core;  /* which will answer */
    const char *bytes; /* of the body */
    size_t length, sent;
};

/* Scripts of ours alone, the module compiled by the browser, no frames; sockets to
 * the same site only. */
static const char POLICY[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/* ------------------------------------------------------------------------- */
/* Exchanges                                                                 */
/* ------------------------------------------------------------------------- */

static void exchange_free(Exchange *exchange)
{
    exchange->net->exchanges--;
    if (exchange->link != NULL)
        exchange->link->exchange = NULL;
    text_free(&exchange->request.body);
    text_free(&exchange->request.answer);
    free(exchange);
}

static Method read_path(struct lws *wsi, Request *request, int *is_head)
{
    static const struct {
        enum lws_token_indexes token;
        Method method;
        int is_head;
    } WAYS[] = { { WSI_TOKEN_GET_URI, METHOD_GET, 0 },
                 { WSI_TOKEN_POST_URI, METHOD_POST, 0 },
                 { WSI_TOKEN_HEAD_URI, METHOD_GET, 1 } };

    for (size_t i = 0; i < sizeof WAYS / sizeof WAYS[0]; i++) {
        if (lws_hdr_total_length(wsi, WAYS[i].token) <= 0)
            continue;
        header_copy(wsi, WAYS[i].token, request->path, sizeof request->path);
        *is_head = WAYS[i].is_head;
        return WAYS[i].method;
    }
    return METHOD_OTHER;
}

/* The library keeps a query in pieces. */
static void read_query(struct lws *wsi, char *query, size_t size)
{
    char piece[128];
    size_t length = 0;

    query[0] = '\0';
    for (int i = 0;
         lws_hdr_copy_fragment(wsi, piece, sizeof piece, WSI_TOKEN_HTTP_URI_ARGS, i) >= 0;
         i++) {
        int added =
            snprintf(query + length, size - length, "%s%s", i > 0 ? "&" : "", piece);
        if (added < 0 || (size_t)added >= size - length)
            return;
        length += (size_t)added;
    }
}

static Exchange *exchange_new(Net *net, struct lws *wsi, Link *link)
{
    Exchange *exchange = calloc(1, sizeof *exchange);
    Request *request = &exchange->request;

    if (exchange == NULL)
        return NULL;
    exchange->net = net;
    exchange->link = link;
    net->exchanges++;
    request->link = exchange;
    request->method = read_path(wsi, request, &exchange->is_head);
    read_query(wsi, request->query, sizeof request->query);
    request->language = link_language(wsi, request->query);
    link_address(net, wsi, request->address, sizeof request->address);
    int is_bearer = link_token(wsi, request->token);
    OriginKind origin = link_origin(net, wsi);
    /* As for WebSockets: no cookie without an Origin, where something is done. */
    if (request->method != METHOD_GET && !is_bearer && origin != ORIGIN_OURS)
        request->token[0] = '\0';
    request->is_from_elsewhere = origin == ORIGIN_OTHER;
    link->wsi = wsi;
    link->net = net;
    link->exchange = exchange;
    return exchange;
}

/* ------------------------------------------------------------------------- */
/* Answers                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Headers {
    struct lws *wsi;
    unsigned char room[LWS_PRE + HEADERS_ROOM];
    unsigned char *at;
    int has_failed;
} Headers;

static void add_header(Headers *headers, const char *name, const char *value)
{
    unsigned char *end = headers->room + sizeof headers->room;

    headers->has_failed |= lws_add_http_header_by_name(
        headers->wsi, (const unsigned char *)name, (const unsigned char *)value,
        (int)strlen(value), &headers->at, end);
}

static void add_safety(Headers *headers, const Net *net)
{
    const char *base = net->config.base_url;

    add_header(headers, "content-security-policy:", POLICY);
    add_header(headers, "x-content-type-options:", "nosniff");
    add_header(headers, "referrer-policy:", "no-referrer");
    add_header(headers, "cross-origin-opener-policy:", "same-origin");
    add_header(headers, "x-frame-options:", "DENY");
    if (base != NULL && strncmp(base, "https:", 6) == 0)
        add_header(headers, "strict-transport-security:", "max-age=31536000");
}

static void add_file_headers(Headers *headers, const Exchange *exchange)
{
    static const char *const codings[] = { NULL, "gzip", "br" };
    const File *file = exchange->file;

    add_header(headers, "etag:", file->etag);
    add_header(headers, "vary:", "accept-encoding");
    add_header(headers, "cache-control:",
               file->is_hashed ? "public, max-age=31536000, immutable" : "no-cache");
    if (codings[exchange->coding] != NULL && !exchange->is_unchanged)
        add_header(headers, "content-encoding:", codings[exchange->coding]);
}

static void add_request_headers(Headers *headers, const Request *request)
{
    char disposition[128];

    add_header(headers, "cache-control:", "no-store");
    if (request->cookie[0] != '\0')
        add_header(headers, "set-cookie:", request->cookie);
    if (request->retry_after > 0) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", request->retry_after);
        add_header(headers, "retry-after:", seconds);
    }
    if (request->file_name[0] != '\0') {
        snprintf(disposition, sizeof disposition, "attachment; filename=\"%s\"",
                 request->file_name);
        add_header(headers, "content-disposition:", disposition);
    }
}

static int send_headers(struct lws *wsi, Exchange *exchange)
{
    Headers headers = { .wsi = wsi };
    unsigned char *start = headers.room + LWS_PRE;
    unsigned char *end = headers.room + sizeof headers.room;
    const char *mime =
        exchange->file != NULL ? exchange->file->mime : exchange->request.mime;
    unsigned status = exchange->is_unchanged ? HTTP_STATUS_NOT_MODIFIED
                                             : (unsigned)exchange->request.status;

    headers.at = start;
    if (lws_add_http_common_headers(wsi, status, mime, exchange->length, &headers.at, end))
        return -1;
    add_safety(&headers, exchange->net);
    if (exchange->file != NULL)
        add_file_headers(&headers, exchange);
    else
        add_request_headers(&headers, &exchange->request);
    if (headers.has_failed || lws_finalize_write_http_header(wsi, start, &headers.at, end))
        return -1;
    exchange->has_headers = 1;
    return 0;
}

static int finish(struct lws *wsi, Exchange *exchange)
{
    exchange_free(exchange);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int send_body(struct lws *wsi, Exchange *exchange)
{
    unsigned char room[LWS_PRE + CHUNK];

    while (exchange->sent < exchange->length) {
        size_t left = exchange->length - exchange->sent;
        size_t size = left < CHUNK ? left : CHUNK;
        memcpy(room + LWS_PRE, exchange->bytes + exchange->sent, size);
        if (lws_write(wsi, room + LWS_PRE, size,
                      size == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP)
            < 0)
            return -1;
        exchange->sent += size;
        if (exchange->sent < exchange->length && lws_send_pipe_choked(wsi)) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    return finish(wsi, exchange);
}

static int write_on(struct lws *wsi, Link *link)
{
    Exchange *exchange = link->exchange;

    if (exchange == NULL || (exchange->bytes == NULL && exchange->request.status == 0))
        return 0;
    if (!exchange->has_headers) {
        if (send_headers(wsi, exchange) < 0)
            return -1;
        if (exchange->is_head || exchange->is_unchanged || exchange->length == 0)
            return finish(wsi, exchange);
        lws_callback_on_writable(wsi);
        return 0;
    }
    return send_body(wsi, exchange);
}

static void send_answer(Exchange *exchange)
{
    const Text *answer = &exchange->request.answer;

    exchange->bytes = answer->bytes;
    exchange->length = answer->length;
    lws_callback_on_writable(exchange->link->wsi);
}

/* The core has answered; perhaps nobody is there any more. */
void http_answered(void *link)
{
    Exchange *exchange = link;

    exchange->is_with_core = 0;
    if (exchange->link == NULL)
        exchange_free(exchange);
    else
        send_answer(exchange);
}

/* ------------------------------------------------------------------------- */
/* Files                                                                     */
/* ------------------------------------------------------------------------- */

static FileCoding best_coding(struct lws *wsi, const File *file)
{
    char accepted[HEADER_MAX];

    header_copy(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted);
    if (file->codings[CODING_BROTLI].bytes != NULL && strstr(accepted, "br") != NULL)
        return CODING_BROTLI;
    if (file->codings[CODING_GZIP].bytes != NULL && strstr(accepted, "gzip") != NULL)
        return CODING_GZIP;
    return CODING_NONE;
}

static int send_file(struct lws *wsi, Exchange *exchange, const File *file)
{
    char known[HEADER_MAX];

    header_copy(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    exchange->file = file;
    exchange->coding = best_coding(wsi, file);
    exchange->request.status = HTTP_STATUS_OK;
    exchange->is_unchanged = strstr(known, file->etag) != NULL;
    exchange->bytes = file->codings[exchange->coding].bytes;
    exchange->length = exchange->is_unchanged ? 0 : file->codings[exchange->coding].length;
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_status(Exchange *exchange, int status, const char *text)
{
    Request *request = &exchange->request;

    request->status = status;
    request->mime = "text/plain; charset=utf-8";
    text_add(&request->answer, text);
    send_answer(exchange);
    return 0;
}

/* Addresses of the page's own, without a file behind them. */
static int is_of_page(const char *path)
{
    const char *name = strrchr(path, '/');

    return strcmp(path, "/") == 0 || strncmp(path, "/t/", 3) == 0
           || (name != NULL && strchr(name, '.') == NULL);
}

static int get_other(struct lws *wsi, Exchange *exchange)
{
    const Files *files = exchange->net->config.files;
    Request *request = &exchange->request;
    const File *file = files_find(files, request->path);

    if (strcmp(request->path, "/metrics") == 0) {
        core_write_metrics(exchange->net->core, &request->answer);
        return send_status(exchange, HTTP_STATUS_OK, "");
    }
    if (file != NULL)
        return send_file(wsi, exchange, file);
    if (is_of_page(request->path))
        return send_file(wsi, exchange, files_page(files));
    return send_status(exchange, HTTP_STATUS_NOT_FOUND, "There is no such thing here.\n");
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

static int is_for_core(Request *request)
{
    if (strcmp(request->path, "/healthz") == 0)
        memcpy(request->path, "/api/1/healthz", sizeof "/api/1/healthz");
    return strncmp(request->path, "/api/", 5) == 0;
}

static void ask_core(Exchange *exchange)
{
    exchange->is_with_core = 1;
    core_request(exchange->net->core, &exchange->request);
}

static int begin(Net *net, struct lws *wsi, Link *link)
{
    Exchange *exchange = link->exchange != NULL ? NULL : exchange_new(net, wsi, link);

    if (exchange == NULL)
        return -1;
    Request *request = &exchange->request;
    if (request->method == METHOD_POST)
        return 0; /* the body comes first */
    if (request->method == METHOD_OTHER)
        return send_status(exchange, HTTP_STATUS_METHOD_NOT_ALLOWED,
                           "Only GET, HEAD and POST are understood.\n");
    if (!is_for_core(request))
        return get_other(wsi, exchange);
    ask_core(exchange);
    return 0;
}

static int take_body(Link *link, const char *bytes, size_t length)
{
    Exchange *exchange = link->exchange;

    if (exchange == NULL)
        return -1;
    Text *body = &exchange->request.body;
    if (body->length + length > REQUEST_MAX)
        return -1;
    if (length > 0) /* of nothing, the library gives no address either */
        text_append(body, bytes, length);
    return body->has_failed ? -1 : 0;
}

static int has_body(Link *link)
{
    Exchange *exchange = link->exchange;

    if (exchange == NULL)
        return -1;
    if (is_for_core(&exchange->request))
        ask_core(exchange);
    else
        send_status(exchange, HTTP_STATUS_NOT_FOUND, "There is no such thing here.\n");
    return 0;
}

/* Before the body comes: one that is too large is refused by its announced length. */
static int is_too_large(struct lws *wsi)
{
    char length[32];

    header_copy(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    return lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 && atol(length) > REQUEST_MAX;
}

static int refuse_large(struct lws *wsi)
{
    lws_return_http_status(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, NULL);
    return -1;
}

static int closed(Link *link)
{
    Exchange *exchange = link == NULL ? NULL : link->exchange;

    if (exchange == NULL)
        return 0;
    link->exchange = NULL;
    exchange->link = NULL;
    exchange->request.is_gone = 1;
    if (!exchange->is_with_core)
        exchange_free(exchange);
    return 0;
}

int http_event(Net *net, struct lws *wsi, enum lws_callback_reasons reason, Link *link,
               void *bytes, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return is_too_large(wsi) ? refuse_large(wsi) : begin(net, wsi, link);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(link, bytes, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return has_body(link);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_on(wsi, link);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        return closed(link);
    default:
        return 0;
    }
}

/* answer.c: answers to requests: heads, files, errors, and writing them out. */
#include "server/exchange.h"

#include "wire/errors.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Content-Security-Policy: own scripts only, WebAssembly allowed, no frames, connections
 * to the same site only. */
static const char POLICY[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

static const struct {
    int status;
    const char *reason;
} REASONS[] = {
    { 200, "OK" },
    { 304, "Not Modified" },
    { 400, "Bad Request" },
    { 401, "Unauthorized" },
    { 403, "Forbidden" },
    { 404, "Not Found" },
    { 405, "Method Not Allowed" },
    { 408, "Request Timeout" },
    { 409, "Conflict" },
    { 413, "Content Too Large" },
    { 414, "URI Too Long" },
    { 417, "Expectation Failed" },
    { 421, "Misdirected Request" },
    { 426, "Upgrade Required" },
    { 429, "Too Many Requests" },
    { 431, "Request Header Fields Too Large" },
    { 500, "Internal Server Error" },
    { 501, "Not Implemented" },
    { 503, "Service Unavailable" },
    { 505, "HTTP Version Not Supported" },
};

static const char *reason_of(int status)
{
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++) {
        if (REASONS[i].status == status)
            return REASONS[i].reason;
    }
    return "Other";
}

/* ------------------------------------------------------------------------- */
/* The head                                                                  */
/* ------------------------------------------------------------------------- */

static void add_field(Text *head, const char *name, const char *value)
{
    text_add(head, name);
    text_add(head, ": ");
    text_add(head, value);
    text_add(head, "\r\n");
}

static void add_safety(Text *head, const Site *site)
{
    add_field(head, "content-security-policy", POLICY);
    add_field(head, "x-content-type-options", "nosniff");
    add_field(head, "referrer-policy", "no-referrer");
    add_field(head, "cross-origin-opener-policy", "same-origin");
    add_field(head, "x-frame-options", "DENY");
    if (site->is_secure)
        add_field(head, "strict-transport-security", "max-age=31536000");
}

static void add_date(Text *head)
{
    char date[64];
    struct tm parts;
    time_t now = time(NULL);

    if (gmtime_r(&now, &parts) != NULL
        && strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0)
        add_field(head, "date", date);
}

static void add_file_fields(Text *head, const Exchange *exchange)
{
    static const char *const CODING_NAMES[] = { NULL, "gzip", "br" };
    const File *file = exchange->file;

    add_field(head, "content-type", file->mime);
    add_field(head, "etag", file->etag);
    add_field(head, "vary", "accept-encoding");
    add_field(head, "cache-control",
              file->is_hashed ? "public, max-age=31536000, immutable" : "no-cache");
    if (CODING_NAMES[exchange->coding] != NULL && !exchange->is_unchanged)
        add_field(head, "content-encoding", CODING_NAMES[exchange->coding]);
}

static void add_request_fields(Text *head, const Request *request)
{
    char value[128];

    add_field(head, "content-type", request->mime);
    if (request->cache_seconds > 0) {
        snprintf(value, sizeof value, "public, max-age=%d", request->cache_seconds);
        add_field(head, "cache-control", value);
        add_field(head, "vary", "accept-language");
    } else {
        add_field(head, "cache-control", "no-store");
    }
    if (request->cookie[0] != '\0')
        add_field(head, "set-cookie", request->cookie);
    if (request->file_name[0] != '\0') {
        snprintf(value, sizeof value, "attachment; filename=\"%s\"", request->file_name);
        add_field(head, "content-disposition", value);
    }
    if (request->retry_after > 0) {
        snprintf(value, sizeof value, "%d", request->retry_after);
        add_field(head, "retry-after", value);
    }
    if (request->status == 405)
        add_field(head, "allow", "GET, HEAD, POST");
    if (request->status == 426) {
        add_field(head, "upgrade", "websocket");
        add_field(head, "sec-websocket-version", "13");
    }
}

static void write_head(Exchange *exchange)
{
    Text *head = &exchange->head;
    int status = exchange->is_unchanged ? 304 : exchange->request.status;

    text_add(head, "HTTP/1.1 ");
    text_add_number(head, status);
    text_add(head, " ");
    text_add(head, reason_of(status));
    text_add(head, "\r\n");
    add_date(head);
    if (exchange->file != NULL)
        add_file_fields(head, exchange);
    else
        add_request_fields(head, &exchange->request);
    if (!exchange->is_unchanged) {
        text_add(head, "content-length: ");
        text_add_number(head, (long long)exchange->length);
        text_add(head, "\r\n");
    }
    add_safety(head, &exchange->link->endpoint->site);
    /* Upgrade must be named there, too. */
    add_field(head, "connection",
              status == 426          ? "close, upgrade"
              : exchange->must_close ? "close"
                                     : "keep-alive");
    text_add(head, "\r\n");
}

/* ------------------------------------------------------------------------- */
/* Answers                                                                   */
/* ------------------------------------------------------------------------- */

static void start(Exchange *exchange)
{
    Link *link = exchange->link;

    write_head(exchange);
    if (exchange->is_head || exchange->is_unchanged)
        exchange->length = 0;
    if (exchange->head.has_failed) {
        link_close(link);
        return;
    }
    link_enter(link, LINK_ANSWER);
    link_wants_write(link);
}

void answer_send(Exchange *exchange)
{
    exchange->bytes = exchange->request.answer.bytes;
    exchange->length = exchange->request.answer.length;
    start(exchange);
}

void answer_send_text(Exchange *exchange, int status, const char *text)
{
    Request *request = &exchange->request;

    request->status = status;
    request->mime = "text/plain; charset=utf-8";
    text_add(&request->answer, text);
    answer_send(exchange);
}

void answer_send_file(Exchange *exchange, const File *file, FileCoding coding,
                      int is_unchanged)
{
    exchange->request.status = 200;
    exchange->file = file;
    exchange->coding = coding;
    exchange->is_unchanged = is_unchanged;
    exchange->bytes = file->codings[coding].bytes;
    exchange->length = file->codings[coding].length;
    start(exchange);
}

void answer_send_page(Exchange *exchange)
{
    static const char END[] = "</head>";
    Request *request = &exchange->request;
    const File *page = exchange->page;
    const char *bytes = page->codings[CODING_NONE].bytes;
    size_t length = page->codings[CODING_NONE].length;
    const char *end = memmem(bytes, length, END, sizeof END - 1);
    size_t before = end == NULL ? 0 : (size_t)(end - bytes);
    Text whole = { 0 };

    text_append(&whole, bytes, before);
    text_append(&whole, request->answer.bytes, request->answer.length);
    text_append(&whole, bytes + before, length - before);
    if (end == NULL || request->status != 200 || whole.has_failed) {
        text_free(&whole);
        answer_send_file(exchange, page, exchange->coding, exchange->is_unchanged);
        return;
    }
    text_free(&request->answer);
    request->answer = whole;
    exchange->is_unchanged = 0;
    answer_send(exchange);
}

/* Its name in the security log. */
static const char *refusal_name(int status)
{
    switch (status) {
    case 403:
        return "origin";
    case 408:
        return "too-slow";
    case 421:
        return "host";
    default:
        return "bad-request";
    }
}

void answer_refuse(Exchange *exchange, int status)
{
    Request *request = &exchange->request;

    /* 429 is logged where it is decided, and 5xx is not the client's error. */
    if (status != 429 && status < 500)
        core_note_refusal(exchange->net->core, refusal_name(status), request->address);

    exchange->must_close = 1;
    text_clear(&request->answer);
    /* The API's errors are JSON. */
    if (strncmp(request->path, "/api/", 5) == 0 && (status == 413 || status == 429)) {
        const Error error = { .code = status == 413 ? ERROR_TOO_LARGE : ERROR_TOO_MANY };
        request_refuse(request, &error);
        answer_send(exchange);
        return;
    }
    char line[64];
    snprintf(line, sizeof line, "%s.\n", reason_of(status));
    answer_send_text(exchange, status, line);
}

/* ------------------------------------------------------------------------- */
/* Writing                                                                   */
/* ------------------------------------------------------------------------- */

static void finish(Link *link)
{
    int must_close = link->exchange->must_close;

    exchange_free(link->exchange);
    if (must_close) {
        link_linger(link);
        return;
    }
    link_enter(link, LINK_IDLE);
    sockets_renew(link);
    link_look_again(link);
}

/* The unsent rest of head and body. */
static int parts_left(const Exchange *exchange, struct iovec parts[2])
{
    size_t head = exchange->head.length, sent = exchange->sent;
    int count = 0;

    if (sent < head)
        parts[count++] = (struct iovec){ exchange->head.bytes + sent, head - sent };
    size_t of_body = sent > head ? sent - head : 0;
    if (of_body < exchange->length)
        parts[count++] = (struct iovec){ (char *)(uintptr_t)exchange->bytes + of_body,
                                         exchange->length - of_body };
    return count;
}

void http_writable(Link *link)
{
    Exchange *exchange = link->exchange;
    struct iovec parts[2];

    if (link->state != LINK_ANSWER || link->waits_to_write)
        return;
    ssize_t took = link_write(link, parts, parts_left(exchange, parts));
    if (took < 0) {
        link_close(link);
        return;
    }
    exchange->sent += (size_t)took;
    if (exchange->sent == exchange->head.length + exchange->length)
        finish(link);
}

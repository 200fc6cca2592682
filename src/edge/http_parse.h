/* http_parse.h: HTTP/1.x requests out of bytes. Pure functions over a buffer: no
 * callbacks, no memory, no sockets. Strict: what RFC 9112 lets a server refuse is
 * refused, since proxies may read it in another way. */
#ifndef ROUNDHOUSE_EDGE_HTTP_PARSE_H
#define ROUNDHOUSE_EDGE_HTTP_PARSE_H

#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEAD_MAX = 16384,  /* request line and header fields */
    HTTP_TARGET_MAX = 2048, /* path and query */
    HTTP_FIELDS_MAX = 100,
};

/* A slice of a borrowed buffer, without a NUL at the end. */
typedef struct Span {
    const char *at; /* NULL: missing */
    size_t length;
} Span;

int span_is(Span span, const char *text);
int span_is_nocase(Span span, const char *text);
/* Copies as a string; 0: it does not fit, and the string is empty. */
int span_copy(Span span, char *out, size_t size);
/* Is the token in a comma-separated list? Without regard to case. */
int span_has_token(Span list, const char *token);
/* Does Accept-Encoding have the coding, and not with q=0? */
int span_accepts(Span list, const char *coding);
/* Does If-None-Match have the entity tag, or "*"? Weak tags match as well. */
int span_has_etag(Span list, const char *etag);

typedef enum HttpField {
    FIELD_HOST,
    FIELD_CONTENT_LENGTH,
    FIELD_TRANSFER_ENCODING,
    FIELD_CONNECTION,
    FIELD_UPGRADE,
    FIELD_EXPECT,
    FIELD_ORIGIN,
    FIELD_AUTHORIZATION,
    FIELD_COOKIE,
    FIELD_FORWARDED_FOR,
    FIELD_ACCEPT_ENCODING,
    FIELD_ACCEPT_LANGUAGE,
    FIELD_IF_NONE_MATCH,
    FIELD_USER_AGENT,
    FIELD_WS_KEY,
    FIELD_WS_VERSION,
    FIELD_WS_PROTOCOL,
    FIELDS,
} HttpField;

typedef struct HttpHead {
    Span method;
    Span authority;       /* of a target in absolute form, which is that of Host */
    Span path;            /* begins with a slash, or is "*" */
    Span query;           /* without the question mark */
    int minor;            /* of HTTP/1.minor */
    Span fields[FIELDS];  /* the last one where several are allowed */
    int must_close;       /* HTTP/1.0, or Connection: close */
    int wants_upgrade;    /* Connection: upgrade */
    int is_chunked;       /* the body */
    uint64_t body_length; /* unless it is chunked */
    int expects_continue;
} HttpHead;

/* Results of a parser: more bytes are needed, all is here, or the status of the
 * refusal (400 and more). */
enum { HTTP_MORE = 0, HTTP_DONE = 200 };

/* Looks for the end of the head from `*scanned` on, and remembers there how far it
 * came. On HTTP_DONE `*size` is the length of the head. An empty line before the
 * request line belongs to the head. */
int http_scan_head(const char *bytes, size_t length, size_t *scanned, size_t *size);
/* Reads a whole head as http_scan_head found it. The spans lie in `bytes`. */
int http_parse_head(const char *bytes, size_t size, HttpHead *head);

/* "%2F" becomes "/". 0: it does not fit, or there is a control byte in it. */
int http_decode(Span span, char *out, size_t size);

/* A chunked body, decoded in place, any number of bytes at a time. Starts as zero.
 *
 *     size ──> data ──> data end ──> size …   and after the size 0:
 *       └─ 0 ──> trailer ──> done */
typedef enum ChunkState {
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_DATA_END,
    CHUNK_TRAILER,
    CHUNK_DONE,
} ChunkState;

typedef enum ChunkExtension {
    EXTENSION_NONE,
    EXTENSION_PLAIN,
    EXTENSION_VALUE,  /* behind the equals sign */
    EXTENSION_QUOTED, /* between quotes… */
    EXTENSION_ESCAPED /* …behind a backslash */
} ChunkExtension;

typedef struct Chunks {
    ChunkState state;
    uint64_t left; /* of the data */
    int line;      /* bytes of the present line */
    int trailer;   /* bytes of all trailer lines */
    int has_colon; /* the present line of the trailer */
    int digits;    /* of the size, so far */
    int has_cr;
    ChunkExtension extension; /* of the size line */
} Chunks;

/* Takes bytes up to the end of the body; `*used` says how many. `*data` is what they
 * decode to, moved to the front of `bytes`. HTTP_MORE, HTTP_DONE or a status. */
int http_take_chunks(Chunks *chunks, char *bytes, size_t length, size_t *used,
                     size_t *data);

#endif

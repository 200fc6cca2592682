/* errors.c: what can be wrong. */
#include "server/errors.h"

static const struct {
    const char *code;
    int http_status;
    const char *words;
} TABLE[ERRORS] = {
    [ERROR_BAD_REQUEST] = { "bad-request", 400, "server.error.bad-request" },
    [ERROR_NOT_SIGNED_IN] = { "not-signed-in", 401, "server.error.not-signed-in" },
    [ERROR_WRONG_PASSWORD] = { "wrong-password", 403, "server.error.wrong-password" },
    [ERROR_NOT_ALLOWED] = { "not-allowed", 403, "server.error.not-allowed" },
    [ERROR_NO_SUCH_TABLE] = { "no-such-table", 404, "server.error.no-such-table" },
    [ERROR_NO_SUCH_THING] = { "no-such-thing", 404, "server.error.no-such-thing" },
    [ERROR_NAME_TAKEN] = { "name-taken", 409, "server.error.name-taken" },
    [ERROR_SEAT_TAKEN] = { "seat-taken", 409, "server.error.seat-taken" },
    [ERROR_TABLE_FULL] = { "table-full", 409, "server.error.table-full" },
    [ERROR_NOT_OPEN] = { "not-open", 409, "server.error.not-open" },
    [ERROR_SEATS_OPEN] = { "seats-open", 409, "server.error.seats-open" },
    [ERROR_NOT_PLAYING] = { "not-playing", 409, "server.error.not-playing" },
    [ERROR_NOT_OVER] = { "not-over", 409, "server.error.not-over" },
    [ERROR_STALE] = { "stale", 409, "server.error.stale" },
    [ERROR_NOT_YOUR_TURN] = { "not-your-turn", 409, "server.error.not-your-turn" },
    [ERROR_ILLEGAL] = { "illegal", 409, "server.error.illegal" },
    [ERROR_CANNOT_UNDO] = { "cannot-undo", 409, "server.error.cannot-undo" },
    [ERROR_TOO_LARGE] = { "too-large", 413, "server.error.too-large" },
    [ERROR_TOO_MANY] = { "too-many", 429, "server.error.too-many" },
    [ERROR_WRONG_TOO_OFTEN] = { "wrong-too-often", 429, "server.error.wrong-too-often" },
    [ERROR_OTHER_VERSION] = { "other-version", 409, "server.error.other-version" },
    [ERROR_NOT_STORED] = { "not-stored", 503, "server.error.not-stored" },
    [ERROR_BUSY] = { "busy", 503, "server.error.busy" },
    [ERROR_QUARANTINED] = { "quarantined", 503, "server.error.quarantined" },
    [ERROR_CLOSING] = { "closing", 503, "server.error.closing" },
};

const char *error_code(ErrorCode error)
{
    return TABLE[error].code;
}

int error_http_status(ErrorCode error)
{
    return TABLE[error].http_status;
}

const char *error_sentence(ErrorCode error, Language language)
{
    const char *sentence = words_find(language, TABLE[error].words);

    return sentence != NULL ? sentence : TABLE[error].code;
}

/* errors.c: codes, HTTP statuses and sentences of errors. */
#include "wire/errors.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *words; /* in the catalogues; ends in the code */
    int http_status;
} TABLE[ERRORS] = {
    [ERROR_BAD_REQUEST] = { "server.error.bad-request", 400 },
    [ERROR_NOT_SIGNED_IN] = { "server.error.not-signed-in", 401 },
    [ERROR_WRONG_PASSWORD] = { "server.error.wrong-password", 403 },
    [ERROR_WRONG_PASSKEY] = { "server.error.wrong-passkey", 403 },
    [ERROR_WRONG_CODE] = { "server.error.wrong-code", 403 },
    [ERROR_NOT_CONFIRMED] = { "server.error.not-confirmed", 403 },
    [ERROR_LAST_WAY_IN] = { "server.error.last-way-in", 409 },
    [ERROR_NOT_ALLOWED] = { "server.error.not-allowed", 403 },
    [ERROR_BANNED] = { "server.error.banned", 403 },
    [ERROR_MUTED] = { "server.error.muted", 403 },
    [ERROR_BY_INVITATION] = { "server.error.by-invitation", 403 },
    [ERROR_APART] = { "server.error.apart", 403 },
    [ERROR_NO_SUCH_TABLE] = { "server.error.no-such-table", 404 },
    [ERROR_NO_SUCH_THING] = { "server.error.no-such-thing", 404 },
    [ERROR_NAME_TAKEN] = { "server.error.name-taken", 409 },
    [ERROR_SEAT_TAKEN] = { "server.error.seat-taken", 409 },
    [ERROR_TABLE_FULL] = { "server.error.table-full", 409 },
    [ERROR_NOT_OPEN] = { "server.error.not-open", 409 },
    [ERROR_SEATS_OPEN] = { "server.error.seats-open", 409 },
    [ERROR_NOT_PLAYING] = { "server.error.not-playing", 409 },
    [ERROR_NOT_OVER] = { "server.error.not-over", 409 },
    [ERROR_DAY_NOT_OVER] = { "server.error.day-not-over", 409 },
    [ERROR_STALE] = { "server.error.stale", 409 },
    [ERROR_NOT_YOUR_TURN] = { "server.error.not-your-turn", 409 },
    [ERROR_TIME_UP] = { "server.error.time-up", 409 },
    [ERROR_ILLEGAL] = { "server.error.illegal", 409 },
    [ERROR_CANNOT_UNDO] = { "server.error.cannot-undo", 409 },
    [ERROR_NO_MORE_UNDO] = { "server.error.no-more-undo", 409 },
    [ERROR_TOO_LARGE] = { "server.error.too-large", 413 },
    [ERROR_TOO_MANY] = { "server.error.too-many", 429 },
    [ERROR_WRONG_TOO_OFTEN] = { "server.error.wrong-too-often", 429 },
    [ERROR_OTHER_VERSION] = { "server.error.other-version", 409 },
    [ERROR_NOT_STORED] = { "server.error.not-stored", 503 },
    [ERROR_BUSY] = { "server.error.busy", 503 },
    [ERROR_QUARANTINED] = { "server.error.quarantined", 503 },
    [ERROR_CLOSING] = { "server.error.closing", 503 },
    [ERROR_NO_MEMORY] = { "server.error.no-memory", 503 },
};

const char *error_code(ErrorCode error)
{
    return strrchr(TABLE[error].words, '.') + 1;
}

int error_http_status(ErrorCode error)
{
    return TABLE[error].http_status;
}

int error_set(Error *error, ErrorCode code)
{
    return error_set_saying(error, code, "");
}

int error_set_saying(Error *error, ErrorCode code, const char *sentence)
{
    error->code = code;
    snprintf(error->fault.sentence, FAULT_MAX, "%s", sentence);
    return 0;
}

const char *error_sentence(const Error *error, Language language)
{
    const char *sentence = words_find(language, TABLE[error->code].words);

    if (error->fault.sentence[0] != '\0')
        return error->fault.sentence;
    return sentence != NULL ? sentence : error_code(error->code);
}

void error_format(JsonOut *out, const Error *error, const char *text_key, Language language)
{
    const char *sentence = error_sentence(error, language);

    json_put_name(out, "code", error_code(error->code));
    json_put_text(out, text_key, sentence);
}

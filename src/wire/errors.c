/* errors.c: codes, HTTP statuses and sentences of errors. */
#include "wire/errors.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *code;
    int http_status;
} TABLE[ERRORS] = {
    [ERROR_BAD_REQUEST] = { "bad-request", 400 },
    [ERROR_NOT_SIGNED_IN] = { "not-signed-in", 401 },
    [ERROR_WRONG_PASSWORD] = { "wrong-password", 403 },
    [ERROR_NOT_ALLOWED] = { "not-allowed", 403 },
    [ERROR_NO_SUCH_TABLE] = { "no-such-table", 404 },
    [ERROR_NO_SUCH_THING] = { "no-such-thing", 404 },
    [ERROR_NAME_TAKEN] = { "name-taken", 409 },
    [ERROR_SEAT_TAKEN] = { "seat-taken", 409 },
    [ERROR_TABLE_FULL] = { "table-full", 409 },
    [ERROR_NOT_OPEN] = { "not-open", 409 },
    [ERROR_SEATS_OPEN] = { "seats-open", 409 },
    [ERROR_NOT_PLAYING] = { "not-playing", 409 },
    [ERROR_NOT_OVER] = { "not-over", 409 },
    [ERROR_STALE] = { "stale", 409 },
    [ERROR_NOT_YOUR_TURN] = { "not-your-turn", 409 },
    [ERROR_ILLEGAL] = { "illegal", 409 },
    [ERROR_CANNOT_UNDO] = { "cannot-undo", 409 },
    [ERROR_TOO_LARGE] = { "too-large", 413 },
    [ERROR_TOO_MANY] = { "too-many", 429 },
    [ERROR_WRONG_TOO_OFTEN] = { "wrong-too-often", 429 },
    [ERROR_OTHER_VERSION] = { "other-version", 409 },
    [ERROR_NOT_STORED] = { "not-stored", 503 },
    [ERROR_BUSY] = { "busy", 503 },
    [ERROR_QUARANTINED] = { "quarantined", 503 },
    [ERROR_CLOSING] = { "closing", 503 },
    [ERROR_NO_MEMORY] = { "no-memory", 503 },
};

const char *error_code(ErrorCode error)
{
    return TABLE[error].code;
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

static const char *sentence_of(const Error *error, Language language)
{
    char key[64];

    if (error->fault.sentence[0] != '\0')
        return error->fault.sentence;
    snprintf(key, sizeof key, "server.error.%s", TABLE[error->code].code);
    const char *sentence = words_find(language, key);
    return sentence != NULL ? sentence : TABLE[error->code].code;
}

void error_write(JsonOut *out, const Error *error, const char *text_key, Language language)
{
    const char *sentence = sentence_of(error, language);

    json_key(out, "code");
    json_name(out, TABLE[error->code].code);
    json_key(out, text_key);
    json_text(out, sentence, strlen(sentence));
}

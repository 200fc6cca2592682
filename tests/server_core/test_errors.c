/* test_errors.c: the codes of errors and their statuses in HTTP, which clients rely on. */
#include "wire/errors.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
    const char *code;
    int http_status;
} WANTED[ERRORS] = {
    [ERROR_BAD_REQUEST] = { "bad-request", 400 },
    [ERROR_NOT_SIGNED_IN] = { "not-signed-in", 401 },
    [ERROR_WRONG_PASSWORD] = { "wrong-password", 403 },
    [ERROR_WRONG_PASSKEY] = { "wrong-passkey", 403 },
    [ERROR_WRONG_CODE] = { "wrong-code", 403 },
    [ERROR_NOT_CONFIRMED] = { "not-confirmed", 403 },
    [ERROR_LAST_WAY_IN] = { "last-way-in", 409 },
    [ERROR_NOT_ALLOWED] = { "not-allowed", 403 },
    [ERROR_BANNED] = { "banned", 403 },
    [ERROR_MUTED] = { "muted", 403 },
    [ERROR_BY_INVITATION] = { "by-invitation", 403 },
    [ERROR_APART] = { "apart", 403 },
    [ERROR_NO_SUCH_TABLE] = { "no-such-table", 404 },
    [ERROR_NO_SUCH_THING] = { "no-such-thing", 404 },
    [ERROR_NAME_TAKEN] = { "name-taken", 409 },
    [ERROR_SEAT_TAKEN] = { "seat-taken", 409 },
    [ERROR_TABLE_FULL] = { "table-full", 409 },
    [ERROR_NOT_OPEN] = { "not-open", 409 },
    [ERROR_SEATS_OPEN] = { "seats-open", 409 },
    [ERROR_NOT_PLAYING] = { "not-playing", 409 },
    [ERROR_NOT_OVER] = { "not-over", 409 },
    [ERROR_DAY_NOT_OVER] = { "day-not-over", 409 },
    [ERROR_STALE] = { "stale", 409 },
    [ERROR_NOT_YOUR_TURN] = { "not-your-turn", 409 },
    [ERROR_TIME_UP] = { "time-up", 409 },
    [ERROR_ILLEGAL] = { "illegal", 409 },
    [ERROR_CANNOT_UNDO] = { "cannot-undo", 409 },
    [ERROR_OTHER_VERSION] = { "other-version", 409 },
    [ERROR_NO_MORE_UNDO] = { "no-more-undo", 409 },
    [ERROR_TOO_LARGE] = { "too-large", 413 },
    [ERROR_TOO_MANY] = { "too-many", 429 },
    [ERROR_WRONG_TOO_OFTEN] = { "wrong-too-often", 429 },
    [ERROR_NOT_STORED] = { "not-stored", 503 },
    [ERROR_BUSY] = { "busy", 503 },
    [ERROR_QUARANTINED] = { "quarantined", 503 },
    [ERROR_CLOSING] = { "closing", 503 },
    [ERROR_NO_MEMORY] = { "no-memory", 503 },
};

Test(errors, codes_and_statuses_stay)
{
    for (int i = 0; i < ERRORS; i++) {
        cr_assert_not_null(WANTED[i].code, "Error %d is new: add it here", i);
        cr_expect_str_eq(error_code((ErrorCode)i), WANTED[i].code);
        cr_expect_eq(error_http_status((ErrorCode)i), WANTED[i].http_status, "%s",
                     WANTED[i].code);
    }
}

Test(errors, have_a_sentence_in_every_language)
{
    for (int i = 0; i < ERRORS; i++) {
        const Error error = { .code = (ErrorCode)i };
        const char *english = error_sentence(&error, LANGUAGE_EN);
        cr_expect_str_neq(english, error_code(error.code));
        cr_expect_str_neq(english, error_sentence(&error, LANGUAGE_FR));
    }
}

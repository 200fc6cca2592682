/* errors.h: the errors that a request is refused with: codes for programs, sentences for
 * people. */
#ifndef ROUNDHOUSE_WIRE_ERRORS_H
#define ROUNDHOUSE_WIRE_ERRORS_H

#include "play/text.h"
#include "wire/json_out.h"
#include "words/words.h"

typedef enum ErrorCode {
    ERROR_BAD_REQUEST, /* whatever only the sentence says */
    ERROR_NOT_SIGNED_IN,
    ERROR_WRONG_PASSWORD,
    ERROR_WRONG_PASSKEY,
    ERROR_WRONG_CODE,    /* of recovery */
    ERROR_NOT_CONFIRMED, /* the identity must be confirmed again */
    ERROR_LAST_WAY_IN,   /* nothing would be left to sign in with */
    ERROR_NOT_ALLOWED,
    ERROR_BANNED,
    ERROR_MUTED,
    ERROR_BY_INVITATION,
    ERROR_APART, /* somebody at the table and the caller do not meet */
    ERROR_NO_SUCH_TABLE,
    ERROR_NO_SUCH_THING,
    ERROR_NAME_TAKEN,
    ERROR_SEAT_TAKEN,
    ERROR_TABLE_FULL,
    ERROR_NOT_OPEN,
    ERROR_SEATS_OPEN,
    ERROR_NOT_PLAYING,
    ERROR_NOT_OVER,
    ERROR_DAY_NOT_OVER, /* of the deal of the day */
    ERROR_STALE,
    ERROR_NOT_YOUR_TURN,
    ERROR_TIME_UP,
    ERROR_ILLEGAL,
    ERROR_CANNOT_UNDO,
    ERROR_NO_MORE_UNDO,
    ERROR_TOO_LARGE,
    ERROR_TOO_MANY,
    ERROR_WRONG_TOO_OFTEN,
    ERROR_OTHER_VERSION,
    ERROR_NOT_STORED,
    ERROR_BUSY,
    ERROR_QUARANTINED,
    ERROR_CLOSING,
    ERROR_NO_MEMORY, /* of the page's own module */
    ERRORS,
} ErrorCode;

/* Starts as all zero, so that readers need only fill in the sentence. */
typedef struct Error {
    ErrorCode code;
    Fault fault; /* its sentence; if empty, that of the code in the catalogues */
} Error;

const char *error_code(ErrorCode error);
int error_http_status(ErrorCode error);

const char *error_sentence(const Error *error, Language language);

/* Both always return 0, for `return error_set(…)`. */
int error_set(Error *error, ErrorCode code);
int error_set_saying(Error *error, ErrorCode code, const char *sentence);

/* Into an open object: "code", and its sentence under `text_key`. */
void error_format(JsonOut *out, const Error *error, const char *text_key,
                  Language language);

#endif

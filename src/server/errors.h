/* errors.h: what can be wrong, as codes for programs and sentences for people. */
#ifndef ROUNDHOUSE_SERVER_ERRORS_H
#define ROUNDHOUSE_SERVER_ERRORS_H

#include "words/words.h"

typedef enum ErrorCode {
    ERROR_BAD_REQUEST,
    ERROR_NOT_SIGNED_IN,
    ERROR_WRONG_PASSWORD,
    ERROR_NOT_ALLOWED,
    ERROR_NO_SUCH_TABLE,
    ERROR_NO_SUCH_THING,
    ERROR_NAME_TAKEN,
    ERROR_SEAT_TAKEN,
    ERROR_TABLE_FULL,
    ERROR_NOT_OPEN,
    ERROR_SEATS_OPEN,
    ERROR_NOT_PLAYING,
    ERROR_NOT_OVER,
    ERROR_STALE,
    ERROR_NOT_YOUR_TURN,
    ERROR_ILLEGAL,
    ERROR_CANNOT_UNDO,
    ERROR_TOO_LARGE,
    ERROR_TOO_MANY,
    ERROR_WRONG_TOO_OFTEN,
    ERROR_OTHER_VERSION,
    ERROR_NOT_STORED,
    ERROR_BUSY,
    ERROR_QUARANTINED,
    ERROR_CLOSING,
    ERRORS,
} ErrorCode;

const char *error_code(ErrorCode error);
int error_http_status(ErrorCode error);
const char *error_sentence(ErrorCode error, Language language);

#endif

/* tape.h: a codec that records its calls as a tape of tokens, and reads them back.
 * While writing it finds everything that no format could carry: values out of bounds,
 * duplicate keys, lists of a length other than declared. */
#ifndef ROUNDHOUSE_TESTS_TAPE_H
#define ROUNDHOUSE_TESTS_TAPE_H

#include "engine/codec.h"

#include <stdint.h>

enum { TAPE_MAX = 4096, TAPE_DEPTH = 8, TAPE_KEYS = 40, TAPE_BYTES = 32 };

typedef enum TapeKind {
    TAPE_NUMBER,
    TAPE_FLAG,
    TAPE_NAME,
    TAPE_BLOB,
    TAPE_OPEN,
    TAPE_CLOSE,
} TapeKind;

typedef struct TapeToken {
    TapeKind kind;
    CodecBox box;    /* of TAPE_OPEN */
    const char *key; /* NULL in a list */
    int value;       /* entries of a list, for TAPE_OPEN */
    int least, most; /* bounds of the value */
    uint8_t bytes[TAPE_BYTES];
} TapeToken;

/* An object or a list that is still open. */
typedef struct TapeFrame {
    CodecBox box;
    int entries; /* so far */
    int said;    /* declared length of a list */
    const char *keys[TAPE_KEYS];
} TapeFrame;

typedef enum TapeSecrets { TAPE_OPEN_CARDS, TAPE_MAY_HIDE } TapeSecrets;

typedef struct Tape {
    Codec codec; /* first member: the verbs get this */
    TapeSecrets secrets;
    int count, at;
    int depth;
    TapeFrame frames[TAPE_DEPTH];
    TapeToken tokens[TAPE_MAX];
    const char *fault; /* the first, or NULL */
    const char *fault_key;
} Tape;

/* Starts writing through &tape->codec. The tape is one object from the start. */
void tape_write(Tape *tape, TapeSecrets secrets);
/* Starts reading what was written, through &tape->codec. */
void tape_read(Tape *tape);
/* The first error of writing or reading; NULL: none. */
const char *tape_fault(const Tape *tape);

#endif

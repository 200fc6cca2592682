/* keys.h: the table of keys, for the last line of the full screen and for help. */
#ifndef ROUNDHOUSE_TUI_KEYS_H
#define ROUNDHOUSE_TUI_KEYS_H

#include "tui/course.h"

enum {
    KEY_HOME = 1,
    KEY_SERVER = 2,
    KEY_REPLAY = 4,
    KEY_EVERYWHERE = 7,
    KEY_LINES = 8, /* in the dialogue of lines */
    KEY_LINES_SERVER = 16,
};

typedef struct Key {
    const char *sign; /* as it is, or a key of the catalogues: key_sign */
    const char *bar;  /* its word in the last line; NULL: it is not there */
    unsigned modes;   /* a bit for each Mode in which it is */
    unsigned places;  /* where it can be typed */
    const char *help; /* what it does; NULL: help does not name it */
    char letter;      /* what it types, by a click, too; 0: no letter */
} Key;

#define IN(mode) (1u << (mode))

extern const Key KEYS[]; /* the last has no sign */

/* What is printed on it. */
const char *key_sign(const Key *key, Language language);
/* What each key does that can be typed at a place, a line for each. */
void keys_print(Screen *screen, unsigned place);

#endif

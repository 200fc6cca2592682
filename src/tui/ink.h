/* ink.h: text styles by meaning, not by colour. A sign or a word always says the same. */
#ifndef ROUNDHOUSE_TUI_INK_H
#define ROUNDHOUSE_TUI_INK_H

/* Blocks are things on the table, such as cars and cards, with a ground of their own. */
typedef enum Ink {
    INK_PLAIN,
    INK_HEADING,
    INK_FAINT,
    INK_STRONG,
    INK_WARNING,
    INK_FIRST_CAR, /* one for each of eleven kinds, and the mixed train */
    INK_BAR = INK_FIRST_CAR + 12,
    INK_BAR_STRONG,
    INK_RULE,
    INK_KEY,
    INK_CHOSEN,  /* the choice that Enter takes */
    INK_TOUCHED, /* what that choice is about */
    INK_GOOD,
    INK_BAD,
    INK_FIRST_CAR_BLOCK,
    INK_FIRST_SEAT_BLOCK = INK_FIRST_CAR_BLOCK + 12,
    INK_PLUS_BLOCK = INK_FIRST_SEAT_BLOCK + 6,
    INK_MINUS_BLOCK,
    INK_CLASS_BLOCK,
    INK_FIRST_ENGINE_BLOCK,                            /* three kinds of locomotive */
    INK_FIRST_LOAD_BLOCK = INK_FIRST_ENGINE_BLOCK + 3, /* six kinds of load */
    INK_SPECIAL_BLOCK = INK_FIRST_LOAD_BLOCK + 6,
    INK_COUNT,
} Ink;

enum { LOOK_NORMAL = 0, LOOK_BOLD = 1, LOOK_DIM = 2, LOOK_REVERSE = 4, LOOK_UNDERLINE = 8 };

/* With 256 colours, with eight, and with none. -1: the terminal's own colour. */
typedef struct Look {
    short ground, letters;             /* of 256 */
    short plain_ground, plain_letters; /* of 8 */
    int attributes;                    /* with colours */
    int without;                       /* instead, without colours */
} Look;

extern const Look LOOKS[INK_COUNT];

enum { INK_ESCAPE_MAX = 32 };

/* The escape sequence of an ink, in eight colours. */
const char *ink_escape(Ink ink, char out[INK_ESCAPE_MAX]);

#endif

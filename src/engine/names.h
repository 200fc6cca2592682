/* names.h: the names of things, and the forms in which a value is shown.
 *
 * The engine knows no sentences. It knows names ("box", "mayfair") and fields
 * ("siding": 3); catalogues outside turn them into words of a language. The
 * same tables serve JSON, the save file and every client. */
#ifndef ROUNDHOUSE_ENGINE_NAMES_H
#define ROUNDHOUSE_ENGINE_NAMES_H

/* A list of names; a value is an index into it. The catalogues hold the words
 * for name n under "<game>.<group>.<n>". */
typedef struct Names {
    const char *group;
    const char *const *items;
    int count;
} Names;

#define NAMES(group, items)                                                                \
    {                                                                                      \
        group, items, (int)(sizeof(items) / sizeof((items)[0]))                            \
    }

/* In a view, what the seat cannot know: JSON shows "?" for a name and null for
 * a number. UNKNOWN_CARD is the same in the state's bytes. */
enum { UNKNOWN = -1000000, UNKNOWN_CARD = 0xFF };

typedef enum FieldForm {
    FIELD_NUMBER, /* as it is */
    FIELD_SIGNED, /* a number; people read +3, 0, −2 */
    FIELD_PLACE,  /* counted from 0 in JSON and saves, from 1 for people */
    FIELD_SEAT,   /* a seat; people read the player's name */
    FIELD_NAME,   /* an index into names */
} FieldForm;

/* One argument of an action or an event. */
typedef struct Field {
    const char *name;
    FieldForm form;
    const Names *names; /* of FIELD_NAME */
    int unit; /* of FIELD_NUMBER in an action: what one step is worth; 0 means 1 */
} Field;

/* clang-format off */
#define NUMBER(name)      { name, FIELD_NUMBER, NULL, 0 }
#define SIGNED(name)      { name, FIELD_SIGNED, NULL, 0 }
#define PLACE(name)       { name, FIELD_PLACE, NULL, 0 }
#define SEAT(name)        { name, FIELD_SEAT, NULL, 0 }
#define NAME(name, names) { name, FIELD_NAME, &(names), 0 }
/* clang-format on */

#endif

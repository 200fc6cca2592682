/* names.c: names of people: which are allowed, and which are the same. */
#include "server/names.h"

#include "server/characters.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

enum {
    CHARACTERS_MAX = 32,
    MARKS_MAX = 3,   /* accents on one letter */
    UNITS_MAX = 600, /* of UTF-16, of 32 characters that NFKC takes apart: 18 each */
    ROUNDS = 2,      /* after which a skeleton of a skeleton is itself */
};

/* ------------------------------------------------------------------------- */
/* Cleaning                                                                  */
/* ------------------------------------------------------------------------- */

static int is_mark(UChar32 code)
{
    return (U_GET_GC_MASK(code) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0;
}

/* Control characters, marks of direction, halves of characters, and what Unicode does not
 * have. */
static int is_refused(UChar32 code)
{
    const uint32_t refused = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_CN_MASK
                             | U_GC_CO_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK;

    return code < 0 || u_hasBinaryProperty(code, UCHAR_BIDI_CONTROL)
           || ((U_GET_GC_MASK(code) & refused) != 0
               && !u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT));
}

/* A name while it is being cleaned. */
typedef struct Cleaning {
    uint8_t *name;
    int32_t length;
    int characters, marks;
    int owes_space;
} Cleaning;

static int add_character(Cleaning *to, UChar32 code)
{
    UBool is_over = 0;

    if (++to->characters > CHARACTERS_MAX)
        return 0;
    U8_APPEND(to->name, to->length, STORE_NAME_MAX, (uint32_t)code, is_over);
    return !is_over;
}

/* 0: refused. */
static int clean_character(Cleaning *to, UChar32 code)
{
    if (is_refused(code))
        return 0;
    if (u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        return 1;
    if (character_is_blank(code)) {
        to->owes_space = 1;
        return to->length > 0;
    }
    to->marks = is_mark(code) ? to->marks + 1 : 0;
    if (to->marks > MARKS_MAX || (to->marks > 0 && to->length == 0))
        return 0;
    if (to->owes_space && !add_character(to, ' '))
        return 0;
    to->owes_space = 0;
    return add_character(to, code);
}

int name_clean(const char *typed, size_t length, char name[STORE_NAME_MAX + 1])
{
    Cleaning to = { .name = (uint8_t *)name };
    char key[STORE_NAME_MAX + 1], skeleton[STORE_SKELETON_MAX + 1];
    int32_t at = 0, end = (int32_t)length;

    if (length == 0 || length > STORE_NAME_MAX)
        return 0;
    while (at < end) {
        UChar32 code;
        U8_NEXT((const uint8_t *)typed, at, end, code);
        if (!clean_character(&to, code))
            return 0;
    }
    name[to.length] = '\0';
    if (to.owes_space)
        return 0;
    name_key(name, key);
    name_skeleton(name, skeleton);
    return key[0] != '\0' && skeleton[0] != '\0';
}

/* ------------------------------------------------------------------------- */
/* Comparing                                                                 */
/* ------------------------------------------------------------------------- */

/* NFKC and case folding, without what does not show; 0: it has no room. */
static int32_t fold(const UChar *from, int32_t length, UChar out[UNITS_MAX])
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *folding = unorm2_getNFKCCasefoldInstance(&error);
    int32_t folded = unorm2_normalize(folding, from, length, out, UNITS_MAX, &error);

    return U_SUCCESS(error) ? folded : 0;
}

static int32_t fold_name(const char *name, UChar out[UNITS_MAX])
{
    UErrorCode error = U_ZERO_ERROR;
    UChar wide[UNITS_MAX];
    int32_t length = 0;

    u_strFromUTF8(wide, UNITS_MAX, &length, name, -1, &error);
    return U_SUCCESS(error) ? fold(wide, length, out) : 0;
}

static void write_text(const UChar *wide, int32_t length, char *out, int32_t size)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t written = 0;

    u_strToUTF8(out, size - 1, &written, wide, length, &error);
    out[U_SUCCESS(error) ? written : 0] = '\0';
}

void name_key(const char *name, char key[STORE_NAME_MAX + 1])
{
    UChar folded[UNITS_MAX];
    int32_t length = fold_name(name, folded);

    write_text(folded, length, key, STORE_NAME_MAX + 1);
}

void name_old_key(const char *name, char key[STORE_NAME_MAX + 1])
{
    size_t at = 0;

    for (; at < STORE_NAME_MAX && name[at] != '\0'; at++)
        key[at] =
            (char)(name[at] >= 'A' && name[at] <= 'Z' ? name[at] - 'A' + 'a' : name[at]);
    key[at] = '\0';
}

/* The letter of a small capital, which no table of confusables has; 0: it is none. */
static UChar small_capital(UChar unit)
{
    static const char prefix[] = "LATIN LETTER SMALL CAPITAL ";
    enum { LENGTH = sizeof prefix - 1, NAME_ROOM = 128 };
    UErrorCode error = U_ZERO_ERROR;
    char name[NAME_ROOM];
    int32_t length = u_charName(unit, U_UNICODE_CHAR_NAME, name, NAME_ROOM, &error);

    return U_SUCCESS(error) && length == LENGTH + 1 && strncmp(name, prefix, LENGTH) == 0
               ? (UChar)u_tolower(name[LENGTH])
               : 0;
}

/* The one ASCII letter that this one looks like; 0: there is none. */
static UChar look_of(const USpoofChecker *checker, UChar unit)
{
    enum { ROOM = 16 };
    UErrorCode error = U_ZERO_ERROR;
    UChar look[ROOM];
    int32_t length = uspoof_getSkeleton(checker, 0, &unit, 1, look, ROOM, &error);

    return U_SUCCESS(error) && length == 1 && look[0] < 0x80 && u_isalpha(look[0])
               ? (UChar)u_tolower(look[0])
               : 0;
}

/* The same for what only looks like one as a capital, as the Cyrillic te does. */
static UChar look_of_capital(const USpoofChecker *checker, UChar unit)
{
    return look_of(checker, unit) != 0 ? 0 : look_of(checker, (UChar)u_toupper(unit));
}

/* I is confusable with l, and i is the same as I without case: so all three are one. */
static void merge_i(UChar *text, int32_t length)
{
    for (int32_t at = 0; at < length; at++) {
        if (text[at] == 'i')
            text[at] = 'l';
    }
}

/* Names have no case here, so letters that look the same as capitals are the same. */
static void merge_capitals(const USpoofChecker *checker, UChar *text, int32_t length)
{
    for (int32_t at = 0; at < length; at++) {
        if (text[at] < 0x80 || U16_IS_SURROGATE(text[at]))
            continue;
        UChar letter = small_capital(text[at]);
        if (letter == 0)
            letter = look_of_capital(checker, text[at]);
        if (letter != 0)
            text[at] = letter;
    }
}

/* The confusables skeleton of the folded name, folded again, since skeletons have capitals
 * (0 is O). */
void name_skeleton(const char *name, char skeleton[STORE_SKELETON_MAX + 1])
{
    UErrorCode error = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&error);
    UChar folded[UNITS_MAX], confusable[UNITS_MAX];
    int32_t length = fold_name(name, folded);

    if (U_SUCCESS(error))
        merge_capitals(checker, folded, length);
    merge_i(folded, length);
    for (int i = 0; i < ROUNDS && U_SUCCESS(error); i++) {
        int32_t found =
            uspoof_getSkeleton(checker, 0, folded, length, confusable, UNITS_MAX, &error);
        length = U_SUCCESS(error) ? fold(confusable, found, folded) : 0;
        merge_i(folded, length);
    }
    uspoof_close(checker);
    write_text(folded, U_SUCCESS(error) ? length : 0, skeleton, STORE_SKELETON_MAX + 1);
}

void name_give(StoreUser *user, const char *name)
{
    snprintf(user->name, sizeof user->name, "%s", name);
    name_key(user->name, user->key);
    name_skeleton(user->name, user->skeleton);
}

void name_number(const char *name, int number, char numbered[STORE_NAME_MAX + 1])
{
    enum { NUMBER_ROOM = 6 };
    char digits[NUMBER_ROOM + 1];
    int32_t end = 0, length = (int32_t)strlen(name);

    int added = snprintf(digits, sizeof digits, " %d", number);
    for (int i = 0; i < CHARACTERS_MAX - added && end < length; i++) {
        int32_t next = end;
        U8_FWD_1((const uint8_t *)name, next, length);
        if (next > STORE_NAME_MAX - added)
            break;
        end = next;
    }
    snprintf(numbered, STORE_NAME_MAX + 1, "%.*s%s", (int)end, name, digits);
}

/* ------------------------------------------------------------------------- */
/* Stored names                                                              */
/* ------------------------------------------------------------------------- */

enum { AT_ONCE = 200, ALIKE_SHOWN = 50 };

static StoreStatus settle_one(Store *store, const StoreUser *user, Fault *fault)
{
    StoreUser anew = *user;

    name_give(&anew, user->name);
    if (strcmp(anew.skeleton, user->skeleton) == 0 && strcmp(anew.key, user->key) == 0
        && user->skeleton[0] != '\0')
        return STORE_OK;
    return store_name_settle(store, user->id, anew.key, anew.skeleton, fault);
}

/* A batch of them, above *after. *count 0: there are no more. */
static StoreStatus settle_some(Store *store, StoreUser *users, StoreId *after, int *count,
                               Fault *fault)
{
    StoreStatus status = store_begin(store, fault);

    if (status != STORE_OK)
        return status;
    status = store_names(store, *after, users, AT_ONCE, count, fault);
    for (int i = 0; i < *count && status == STORE_OK; i++) {
        status = settle_one(store, &users[i], fault);
        *after = users[i].id;
    }
    if (status == STORE_OK)
        return store_commit(store, fault);
    store_rollback(store);
    return status;
}

StoreStatus names_log_alike(Store *store, Fault *fault)
{
    StoreUser *users = malloc(ALIKE_SHOWN * sizeof *users);
    int count = 0;

    if (users == NULL)
        return STORE_NO_MEMORY;
    StoreStatus status = store_names_alike(store, users, ALIKE_SHOWN, &count, fault);

    for (int i = 0; i + 1 < count && status == STORE_OK; i++) {
        if (strcmp(users[i].skeleton, users[i + 1].skeleton) == 0)
            log_line(LOG_WARNING, "names-alike",
                     LOG_PAIRS({ "user", users[i].code }, { "name", users[i].name },
                               { "other", users[i + 1].code },
                               { "other_name", users[i + 1].name }));
    }
    free(users);
    return status;
}

StoreStatus names_settle(Store *store, Fault *fault)
{
    StoreUser *users = malloc(AT_ONCE * sizeof *users);
    StoreStatus status = users == NULL ? STORE_NO_MEMORY : STORE_OK;
    StoreId after = 0;

    for (int count = AT_ONCE; count == AT_ONCE && status == STORE_OK;) {
        count = 0;
        status = settle_some(store, users, &after, &count, fault);
    }
    free(users);
    return status;
}

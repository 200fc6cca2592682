/* characters.c: which characters show, and the normal form of a password. */
#include "server/characters.h"

#include <sodium.h>
#include <stdio.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

/* Blank, whatever their properties say. */
enum { BRAILLE_BLANK = 0x2800, OBJECT_REPLACEMENT = 0xfffc, NULL_NOTEHEAD = 0x1d159 };

int character_is_blank(int32_t code)
{
    return u_isUWhiteSpace(code) || code == BRAILLE_BLANK || code == OBJECT_REPLACEMENT
           || code == NULL_NOTEHEAD;
}

static int is_invisible(UChar32 code)
{
    /* Marks need a letter to stand on; of the others nobody knows what they look like. */
    const uint32_t invisible = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK
                               | U_GC_M_MASK | U_GC_CN_MASK | U_GC_CO_MASK | U_GC_CS_MASK;

    return code < 0 || (U_GET_GC_MASK(code) & invisible) != 0
           || u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

int text_shows(const char *text, size_t length)
{
    int32_t at = 0, end = (int32_t)length;

    while (at < end) {
        UChar32 code;
        U8_NEXT((const uint8_t *)text, at, end, code);
        if (!character_is_blank(code) && !is_invisible(code))
            return 1;
    }
    return 0;
}

size_t password_normalize(const char *typed, char normal[PASSWORD_NORMAL_MOST + 1])
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&error);
    UChar wide[PASSWORD_TYPED_MOST + 1], composed[PASSWORD_NORMAL_MOST + 1];
    int32_t length = 0, written = 0;

    u_strFromUTF8(wide, PASSWORD_TYPED_MOST + 1, &length, typed, -1, &error);
    length =
        unorm2_normalize(nfc, wide, length, composed, PASSWORD_NORMAL_MOST + 1, &error);
    u_strToUTF8(normal, PASSWORD_NORMAL_MOST + 1, &written, composed, length, &error);
    sodium_memzero(wide, sizeof wide);
    sodium_memzero(composed, sizeof composed);
    if (U_FAILURE(error))
        written = snprintf(normal, PASSWORD_NORMAL_MOST + 1, "%s", typed);
    return (size_t)written;
}

/* characters.h: which characters show, and the normal form of a password. Unicode's data
 * come from ICU. */
#ifndef ROUNDHOUSE_SERVER_CHARACTERS_H
#define ROUNDHOUSE_SERVER_CHARACTERS_H

#include <stddef.h>
#include <stdint.h>

/* White space, and what looks like it. */
int character_is_blank(int32_t code);
/* Has the text a character that is neither blank nor invisible? */
int text_shows(const char *text, size_t length);

enum { PASSWORD_LEAST = 8, PASSWORD_MOST = 256 }; /* bytes, in the normal form */
/* Normalizing a text makes it three times as long, or a third of it, at most. */
enum { PASSWORD_TYPED_MOST = 3 * PASSWORD_MOST };
enum { PASSWORD_NORMAL_MOST = 3 * PASSWORD_TYPED_MOST };

/* NFC, which is the same for all keyboards and systems. Returns the length. */
size_t password_normalize(const char *typed, char normal[PASSWORD_NORMAL_MOST + 1]);

#endif

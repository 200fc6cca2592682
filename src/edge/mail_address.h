/* mail_address.h: addresses of mail: the plain ones of RFC 5321, in ASCII. No quoted local
 * parts, no comments, no addresses of machines: nothing in an accepted address means
 * anything in a header, in a command of SMTP or in JSON. Other scripts have their ASCII
 * form (xn--…), which looks like no other address. */
#ifndef ROUNDHOUSE_EDGE_MAIL_ADDRESS_H
#define ROUNDHOUSE_EDGE_MAIL_ADDRESS_H

#include <stddef.h>

enum { MAIL_ADDRESS_MAX = 254 };

/* Is it one? `length` bytes, of which none may be NUL. */
int mail_address_is_sound(const char *text, size_t length);
/* The same for all ways to write it: mail servers do not tell cases apart. The address is
 * sound. */
void mail_address_key(const char *address, char key[MAIL_ADDRESS_MAX + 1]);

#endif

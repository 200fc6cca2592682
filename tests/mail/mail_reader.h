/* mail_reader.h: reads a mail as a mail program does: headers unfolded and decoded, the
 * text out of quoted-printable. */
#ifndef ROUNDHOUSE_TESTS_MAIL_MAIL_READER_H
#define ROUNDHOUSE_TESTS_MAIL_MAIL_READER_H

#include <stddef.h>

/* All that is not as RFC 5322 and MIME want it, in words; empty: nothing. Lines end with
 * \n. */
const char *mail_fault(const char *text);
/* The value of a header, decoded; 0: it is not there, or not once. */
int mail_header(const char *text, const char *name, char *value, size_t room);
/* The decoded body. */
void mail_body(const char *text, char *body, size_t room);

#endif

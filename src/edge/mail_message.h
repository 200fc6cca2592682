/* mail_message.h: writes a mail: plain text by RFC 5322 and MIME, in lines of at most 76
 * characters of ASCII. Names and subjects are encoded by RFC 2047 if they need it; control
 * characters in them become spaces, so that no header can be added. */
#ifndef ROUNDHOUSE_EDGE_MAIL_MESSAGE_H
#define ROUNDHOUSE_EDGE_MAIL_MESSAGE_H

#include "play/text.h"

typedef struct MailMessage {
    const char *from_name, *from; /* the name may be empty */
    const char *to;
    const char *subject;  /* UTF-8, like the body */
    const char *language; /* "en" */
    const char *id;       /* letters and digits: the same for the same mail */
    int64_t now;          /* milliseconds since 1970 */
    /* Where a POST ends such mails (RFC 8058), a URL in ASCII; NULL: nowhere. */
    const char *unsubscribe;
    const char *body; /* its lines end with \n */
} MailMessage;

/* Appends it, with CRLF. 0: no memory, or an address, the id or the URL is none. */
int mail_message_write(const MailMessage *message, Text *out);

#endif

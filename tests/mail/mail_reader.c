/* mail_reader.c: a reader of mails. */
#include "mail/mail_reader.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { VALUE_ROOM = 2048 };

/* ------------------------------------------------------------------------- */
/* Headers                                                                   */
/* ------------------------------------------------------------------------- */

/* Decodes the encoded words of RFC 2047, all of them "=?utf-8?B?…?=". */
static int decode_words(char *value)
{
    char out[VALUE_ROOM];
    size_t length = 0;
    int was_word = 0;

    for (const char *at = value; *at != '\0';) {
        if (strncmp(at, "=?utf-8?B?", 10) == 0) {
            unsigned char bytes[128] = { 0 };
            size_t size = strcspn(at + 10, "?");
            if (size > 75 - 12 || strncmp(at + 10 + size, "?=", 2) != 0)
                return 0;
            EVP_DecodeBlock(bytes, (const unsigned char *)at + 10, (int)size);
            length += (size_t)snprintf(out + length, sizeof out - length, "%s",
                                       (const char *)bytes);
            at += 10 + size + 2;
            was_word = 1;
        } else if (was_word && *at == ' ' && strncmp(at + 1, "=?", 2) == 0) {
            at++; /* between two words */
        } else {
            out[length++] = *at++;
            was_word = 0;
        }
    }
    out[length] = '\0';
    memcpy(value, out, length + 1);
    return 1;
}

int mail_header(const char *text, const char *name, char *value, size_t room)
{
    const char *end = strstr(text, "\n\n");
    size_t size = strlen(name);
    char found[VALUE_ROOM] = "";
    int count = 0, is_it = 0;
    size_t length = 0;

    for (const char *line = text; end != NULL && line <= end;
         line = strchr(line, '\n') + 1) {
        const char *from = line;
        if (*line != ' ' && *line != '\t') {
            is_it = strncasecmp(line, name, size) == 0 && line[size] == ':';
            count += is_it;
            from = line + size + 1;
        }
        if (!is_it)
            continue;
        from += strspn(from, " \t");
        length += (size_t)snprintf(found + length, sizeof found - length, "%s%.*s",
                                   length > 0 ? " " : "", (int)strcspn(from, "\n"), from);
    }
    int is_decoded = count == 1 && decode_words(found);
    snprintf(value, room, "%s", is_decoded ? found : "");
    return is_decoded;
}

/* ------------------------------------------------------------------------- */
/* The body                                                                  */
/* ------------------------------------------------------------------------- */

void mail_body(const char *text, char *body, size_t room)
{
    const char *at = strstr(text, "\n\n");
    size_t length = 0;

    for (at = at == NULL ? "" : at + 2; *at != '\0' && length + 1 < room;) {
        unsigned int byte;
        if (at[0] == '=' && at[1] == '\n') {
            at += 2;
        } else if (at[0] == '=' && sscanf(at + 1, "%2X", &byte) == 1) {
            body[length++] = (char)byte;
            at += 3;
        } else {
            body[length++] = *at++;
        }
    }
    body[length] = '\0';
}

/* ------------------------------------------------------------------------- */
/* Faults                                                                    */
/* ------------------------------------------------------------------------- */

const char *mail_fault(const char *text)
{
    static const struct {
        const char *name, *value; /* NULL: any */
    } NEEDED[] = {
        { "From", NULL },
        { "To", NULL },
        { "Subject", NULL },
        { "Date", NULL },
        { "Message-ID", NULL },
        { "MIME-Version", "1.0" },
        { "Content-Type", "text/plain; charset=utf-8" },
        { "Content-Transfer-Encoding", "quoted-printable" },
        { "Auto-Submitted", "auto-generated" },
        { "Content-Language", NULL },
    };
    static const char *const OTHERS[] = { "List-Unsubscribe", "List-Unsubscribe-Post" };
    static char fault[128];
    char value[VALUE_ROOM];
    size_t needed = sizeof NEEDED / sizeof *NEEDED, known = needed, all = 0;

    for (size_t i = 0; i < needed; i++) {
        int is_there = mail_header(text, NEEDED[i].name, value, sizeof value);
        if (!is_there || value[0] == '\0'
            || (NEEDED[i].value != NULL && strcmp(value, NEEDED[i].value) != 0)) {
            snprintf(fault, sizeof fault, "%s: %.60s", NEEDED[i].name, value);
            return fault;
        }
    }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        known += (size_t)mail_header(text, OTHERS[i], value, sizeof value);
    const char *end = strstr(text, "\n\n");
    for (const char *line = text; end != NULL && line <= end; line = strchr(line, '\n') + 1)
        all += *line != ' ';
    return all == known ? "" : "there are other headers";
}

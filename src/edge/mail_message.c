/* mail_message.c: headers and body of a mail. */
#include "edge/mail_message.h"

#include "edge/mail_address.h"

#include <string.h>
#include <time.h>

enum { LINE_MAX_LENGTH = 76, WORD_BYTES = 39 }; /* 39 bytes are 52 letters of base64 */

/* ------------------------------------------------------------------------- */
/* Headers                                                                   */
/* ------------------------------------------------------------------------- */

/* Whether a text may stand in a header as it is, even as a display name. */
static int is_plain(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && length <= 50 && text[0] != ' ' && text[length - 1] != ' '
           && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789 '-")]
                  == '\0';
}

static void add_base64(Text *out, const unsigned char *bytes, size_t length)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < length; i += 3) {
        size_t more = length - i;
        uint32_t three = (uint32_t)bytes[i] << 16 | (more > 1 ? bytes[i + 1] : 0u) << 8
                         | (more > 2 ? bytes[i + 2] : 0u);
        char four[4] = { LETTERS[three >> 18], LETTERS[three >> 12 & 63],
                         more > 1 ? LETTERS[three >> 6 & 63] : '=',
                         more > 2 ? LETTERS[three & 63] : '=' };
        text_append(out, four, sizeof four);
    }
}

static int is_inside_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* As many whole characters as an encoded word has room for; control characters are
 * spaces. */
static size_t take_word(const char *text, unsigned char word[WORD_BYTES])
{
    size_t length = strnlen(text, WORD_BYTES);

    if (text[length] != '\0' && is_inside_character(text[length])) {
        size_t shorter = length;
        while (shorter > 0 && is_inside_character(text[shorter]))
            shorter--;
        length = shorter > 0 ? shorter : length;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        word[i] = c < ' ' || c == 0x7f ? ' ' : c;
    }
    return length;
}

/* RFC 2047: encoded words, each in a line of its own. */
static void add_phrase(Text *out, const char *text)
{
    unsigned char word[WORD_BYTES];

    if (is_plain(text)) {
        text_add(out, text);
        return;
    }
    for (int i = 0; *text != '\0'; i++) {
        size_t length = take_word(text, word);
        text_add(out, i == 0 ? "=?utf-8?B?" : "\r\n =?utf-8?B?");
        add_base64(out, word, length);
        text_add(out, "?=");
        text += length;
    }
}

static void add_date(Text *out, int64_t now)
{
    static const char DAYS[][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const char MONTHS[][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    time_t seconds = (time_t)(now / 1000);
    struct tm parts;

    if (gmtime_r(&seconds, &parts) == NULL) {
        out->has_failed = 1;
        return;
    }
    text_print(out, "Date: %s, %d %s %04d %02d:%02d:%02d +0000\r\n", DAYS[parts.tm_wday],
               parts.tm_mday, MONTHS[parts.tm_mon], parts.tm_year + 1900, parts.tm_hour,
               parts.tm_min, parts.tm_sec);
}

/* A value may be longer than a line, but has no place to fold it at. */
static void add_unsubscribe(Text *out, const char *url)
{
    text_print(out, "List-Unsubscribe:\r\n <%s>\r\n", url);
    text_add(out, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
}

static void add_headers(Text *out, const MailMessage *message)
{
    text_add(out, "From: ");
    if (message->from_name[0] != '\0') {
        add_phrase(out, message->from_name);
        text_add(out, "\r\n ");
    }
    text_print(out, "<%s>\r\nTo:\r\n <%s>\r\nSubject: ", message->from, message->to);
    add_phrase(out, message->subject);
    text_add(out, "\r\n");
    add_date(out, message->now);
    text_print(out, "Message-ID:\r\n <%s%s>\r\n", message->id, strchr(message->from, '@'));
    if (message->unsubscribe != NULL)
        add_unsubscribe(out, message->unsubscribe);
    text_print(out,
               "Auto-Submitted: auto-generated\r\n"
               "MIME-Version: 1.0\r\n"
               "Content-Type: text/plain; charset=utf-8\r\n"
               "Content-Transfer-Encoding: quoted-printable\r\n"
               "Content-Language: %s\r\n\r\n",
               message->language);
}

/* ------------------------------------------------------------------------- */
/* The body                                                                  */
/* ------------------------------------------------------------------------- */

/* RFC 2045: quoted-printable. A dot at the beginning of a line is encoded, too: it means
 * something to SMTP. */
static int must_encode(char c, int is_first, int is_last)
{
    return c < ' ' || c > '~' || c == '=' || (c == '.' && is_first)
           || (c == ' ' && is_last);
}

static void add_line(Text *out, const char *line, size_t length)
{
    size_t column = 0;

    for (size_t i = 0; i < length; i++) {
        int is_encoded = must_encode(line[i], column == 0, i + 1 == length);
        size_t room = is_encoded ? 3 : 1;
        if (column + room > LINE_MAX_LENGTH - 1) {
            text_add(out, "=\r\n");
            column = 0;
            is_encoded = must_encode(line[i], 1, i + 1 == length);
            room = is_encoded ? 3 : 1;
        }
        if (is_encoded)
            text_print(out, "=%02X", (unsigned)(unsigned char)line[i]);
        else
            text_append(out, &line[i], 1);
        column += room;
    }
    text_add(out, "\r\n");
}

static void add_body(Text *out, const char *body)
{
    while (*body != '\0') {
        size_t length = strcspn(body, "\n");
        add_line(out, body, length);
        body += length + (body[length] == '\n');
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static int is_token(const char *text)
{
    return text[0] != '\0'
           && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-")]
                  == '\0';
}

static int is_url(const char *text)
{
    return text[0] != '\0' && strlen(text) <= 900
           && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~:/?#[]@!$&'()*+,;=%")]
                  == '\0';
}

int mail_message_write(const MailMessage *message, Text *out)
{
    if (!mail_address_is_sound(message->from, strlen(message->from))
        || !mail_address_is_sound(message->to, strlen(message->to))
        || !is_token(message->id) || !is_token(message->language)
        || (message->unsubscribe != NULL && !is_url(message->unsubscribe)))
        return 0;
    add_headers(out, message);
    add_body(out, message->body);
    return !out->has_failed;
}

/* mail_address.c: checks addresses of mail. */
#include "edge/mail_address.h"

#include <string.h>

enum { LOCAL_MAX = 64, LABEL_MAX = 63 };

static int is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* RFC 5321: Dot-string. */
static int local_is_sound(const char *text, size_t length)
{
    static const char OTHERS[] = "!#$%&'*+/=?^_`{|}~-";

    if (length == 0 || length > LOCAL_MAX || text[0] == '.' || text[length - 1] == '.')
        return 0;
    for (size_t i = 0; i < length; i++) {
        int is_atom = is_letter_or_digit(text[i])
                      || memchr(OTHERS, text[i], sizeof OTHERS - 1) != NULL;
        if (!is_atom && (text[i] != '.' || text[i - 1] == '.'))
            return 0;
    }
    return 1;
}

static int label_is_sound(const char *text, size_t length)
{
    if (length == 0 || length > LABEL_MAX || text[0] == '-' || text[length - 1] == '-')
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (!is_letter_or_digit(text[i]) && text[i] != '-')
            return 0;
    }
    return 1;
}

static int has_letter(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (is_letter_or_digit(text[i]) && (text[i] < '0' || text[i] > '9'))
            return 1;
    }
    return 0;
}

/* Two labels at least, of which the last is no number: neither localhost nor 127.0.0.1. */
static int domain_is_sound(const char *text, size_t length)
{
    int labels = 0;

    for (;;) {
        const char *dot = memchr(text, '.', length);
        size_t label = dot == NULL ? length : (size_t)(dot - text);
        if (!label_is_sound(text, label))
            return 0;
        labels++;
        if (dot == NULL)
            return labels >= 2 && has_letter(text, label);
        text += label + 1;
        length -= label + 1;
    }
}

int mail_address_is_sound(const char *text, size_t length)
{
    const char *at = length == 0 ? NULL : memchr(text, '@', length);

    if (at == NULL || length > MAIL_ADDRESS_MAX)
        return 0;
    size_t local = (size_t)(at - text);
    return local_is_sound(text, local) && domain_is_sound(at + 1, length - local - 1);
}

void mail_address_key(const char *address, char key[MAIL_ADDRESS_MAX + 1])
{
    size_t i = 0;

    for (; i < MAIL_ADDRESS_MAX && address[i] != '\0'; i++)
        key[i] = (char)(address[i] >= 'A' && address[i] <= 'Z' ? address[i] - 'A' + 'a'
                                                               : address[i]);
    key[i] = '\0';
}

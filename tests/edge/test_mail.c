/* test_mail.c: addresses of mail, and messages. */
#include "edge/mail_address.h"
#include "edge/mail_message.h"
#include "mail/mail_reader.h"

#include <criterion/criterion.h>
#include <string.h>

static int is_sound(const char *text)
{
    return mail_address_is_sound(text, strlen(text));
}

Test(mail_address, takes_plain_addresses)
{
    static const char *const RIGHT[] = { "a@b.org", "Ada.Lovelace+trains@example.co.uk",
                                         "x!#$%&'*+/=?^_`{|}~-@example.org",
                                         "a@xn--bcher-kva.example", "1@2.org" };

    for (size_t i = 0; i < sizeof RIGHT / sizeof *RIGHT; i++)
        cr_expect(is_sound(RIGHT[i]), "%s", RIGHT[i]);
}

Test(mail_address, takes_nothing_else)
{
    static const char *const WRONG[] = {
        "",          "@",           "a",           "a@",          "@b.org",
        "a@b",       "a@b.",        "a@.b",        "a@b..org",    "a..b@c.org",
        "a.@b.org",  "a@b_c.org",   "a b@c.org",   "a@b.org\r\n", "a@b.org\nx",
        "<a@b.org>", "a@[::1].org", "\"a\"@b.org", "a(b)@c.org",  "a@1.2.3.4",
        "é@b.org",   "a@é.org",     "a@b.org.",    "a@b@c.org",   "a,b@c.org",
        "a@b-.org",  "a@b.org\t",   "a@b.org;",    "a\\@b.org",   "a:b@c.org",
    };

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        cr_expect_not(is_sound(WRONG[i]), "%s", WRONG[i]);
    cr_expect_not(mail_address_is_sound("a@b.org\0x", 9));
    char much[400];
    memset(much, 'a', sizeof much);
    memcpy(much + 64, "@b.org", 7);
    cr_expect(is_sound(much));
    memset(much, 'a', sizeof much);
    memcpy(much + 65, "@b.org", 7);
    cr_expect_not(is_sound(much));
    memset(much, 'a', sizeof much);
    much[1] = '@';
    for (int i = 10; i < 380; i += 10)
        much[i] = '.';
    much[255] = '\0';
    cr_expect_not(is_sound(much));
    much[254] = '\0';
    cr_expect(is_sound(much));
}

Test(mail_address, has_one_key_for_all_ways_to_write_it)
{
    char key[MAIL_ADDRESS_MAX + 1];

    mail_address_key("Ada.X@Example.ORG", key);
    cr_expect_str_eq(key, "ada.x@example.org");
}

/* As a mail program gets it: with \n. Every line is short and in ASCII. */
static void write_lines(const MailMessage *message, char lines[16384])
{
    Text text = { 0 };
    size_t length = 0, column = 0;

    cr_assert(mail_message_write(message, &text));
    for (size_t i = 0; i < text.length; i++) {
        cr_assert(text.bytes[i] > 0 && text.bytes[i] < 127);
        if (text.bytes[i] == '\r') {
            cr_assert_eq(text.bytes[i + 1], '\n');
            continue;
        }
        cr_assert(text.bytes[i] != '\n' || text.bytes[i - 1] == '\r');
        column = text.bytes[i] == '\n' ? 0 : column + 1;
        cr_assert_leq(column, 78);
        lines[length++] = text.bytes[i];
    }
    lines[length] = '\0';
    text_free(&text);
    cr_assert_str_empty(mail_fault(lines), "%s\n%s", mail_fault(lines), lines);
}

static const MailMessage PLAIN = { .from_name = "Roundhouse",
                                   .from = "trains@example.org",
                                   .to = "ada@example.org",
                                   .subject = "A subject",
                                   .language = "en",
                                   .id = "abc123",
                                   .now = 1795000000000,
                                   .body = "One line.\n" };

Test(mail_message, has_the_headers_that_it_must_have)
{
    char lines[16384], value[256];

    write_lines(&PLAIN, lines);
    cr_assert(mail_header(lines, "From", value, sizeof value));
    cr_expect_str_eq(value, "Roundhouse <trains@example.org>");
    mail_header(lines, "To", value, sizeof value);
    cr_expect_str_eq(value, "<ada@example.org>");
    mail_header(lines, "Message-ID", value, sizeof value);
    cr_expect_str_eq(value, "<abc123@example.org>");
    mail_header(lines, "Date", value, sizeof value);
    cr_expect_str_eq(value, "Wed, 18 Nov 2026 11:06:40 +0000");
    cr_expect_not(mail_header(lines, "List-Unsubscribe", value, sizeof value));
}

Test(mail_message, encodes_what_is_not_ascii)
{
    static const char LONG[] = "Gare d’Été, où l’on s’amuse à faire rouler des trains 🚂🚃🚃 "
                               "jusqu’à la fin de l’été, et même après: ça c’est sûr";
    static const char BODY[] =
        "Très court\n.\n..\nline = sign \n\n"
        "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé fin\n"
        "https://club.example/unsubscribe/uABCDEFGHIJ-00112233445566778899aabbccddeeff\n";
    MailMessage message = PLAIN;
    char lines[16384], value[1024], body[4096];

    message.from_name = message.subject = LONG;
    message.body = BODY;
    write_lines(&message, lines);
    cr_assert(mail_header(lines, "Subject", value, sizeof value));
    cr_expect_str_eq(value, LONG);
    cr_assert(mail_header(lines, "From", value, sizeof value));
    cr_expect_eq(strncmp(value, LONG, sizeof LONG - 1), 0, "%s", value);
    mail_body(lines, body, sizeof body);
    cr_expect_str_eq(body, BODY);
}

Test(mail_message, lets_nothing_add_a_header)
{
    static const char EVIL[] = "Hello\r\nBcc: eve@example.org\r\n\r\nText";
    MailMessage message = PLAIN;
    Text out = { 0 };
    char lines[16384], value[256];

    message.subject = message.from_name = EVIL;
    write_lines(&message, lines);
    mail_header(lines, "Subject", value, sizeof value);
    cr_expect_str_eq(value, "Hello  Bcc: eve@example.org    Text");
    message = PLAIN;
    message.to = "ada@example.org\r\nBcc: eve@example.org";
    cr_expect_not(mail_message_write(&message, &out));
    message = PLAIN;
    message.unsubscribe = "https://club.example/x>\r\nBcc: eve@example.org";
    cr_expect_not(mail_message_write(&message, &out));
    message = PLAIN;
    message.id = "x\r\ny";
    cr_expect_not(mail_message_write(&message, &out));
    text_free(&out);
}

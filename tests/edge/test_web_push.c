/* test_web_push.c: encryption and signatures of web push, by the example of RFC 8291. */
#include "edge/web_push.h"

#include "push/push_reader.h"

#include <criterion/criterion.h>
#include <string.h>

/* RFC 8291, 5 and appendix A. */
static const char TEXT[] = "When I grow up, I want to be a watermelon";
static const char SENDER[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char SENDER_PUBLIC[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
    "InmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char READER[] = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
static const char READER_PUBLIC[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTB"
    "Hm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char AUTH[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char SALT[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char BODY[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

static PushKeys keys_of(const char *text)
{
    uint8_t private_key[PUSH_PRIVATE_BYTES];
    PushKeys keys;

    cr_assert_eq(base64url_read(text, private_key, sizeof private_key), PUSH_PRIVATE_BYTES);
    cr_assert(push_keys_of(private_key, &keys));
    return keys;
}

static void expect_base64(const uint8_t *bytes, size_t length, const char *wanted)
{
    Text text = { 0 };

    base64url_add(&text, bytes, length);
    cr_expect_str_eq(text.bytes, wanted);
    text_free(&text);
}

Test(web_push, encrypts_the_example_of_the_standard)
{
    PushKeys sender = keys_of(SENDER), browser = keys_of(READER);
    PushReader reader;
    uint8_t salt[PUSH_SALT_BYTES], body[PUSH_BODY_MAX];

    expect_base64(sender.public_key, PUSH_PUBLIC_BYTES, SENDER_PUBLIC);
    expect_base64(browser.public_key, PUSH_PUBLIC_BYTES, READER_PUBLIC);
    memcpy(reader.public_key, browser.public_key, PUSH_PUBLIC_BYTES);
    cr_assert_eq(base64url_read(AUTH, reader.auth, PUSH_AUTH_BYTES), PUSH_AUTH_BYTES);
    cr_assert_eq(base64url_read(SALT, salt, sizeof salt), PUSH_SALT_BYTES);
    size_t length = push_encrypt(&reader, &sender, salt, TEXT, strlen(TEXT), body);
    cr_assert_gt(length, 0);
    expect_base64(body, length, BODY);
}

Test(web_push, is_read_by_the_browser_alone)
{
    SoftBrowser browser = soft_browser_new(), other = soft_browser_new();
    PushKeys once;
    const uint8_t salt[PUSH_SALT_BYTES] = { 7 };
    uint8_t body[PUSH_BODY_MAX];
    char found[PUSH_TEXT_MAX + 1], longest[PUSH_TEXT_MAX + 1];

    memset(longest, 'x', PUSH_TEXT_MAX);
    longest[PUSH_TEXT_MAX] = '\0';
    cr_assert(push_keys_make(&once));
    size_t length =
        push_encrypt(&browser.reader, &once, salt, longest, PUSH_TEXT_MAX, body);
    cr_assert(soft_browser_reads(&browser, body, length, found, sizeof found));
    cr_expect_str_eq(found, longest);
    cr_expect_not(soft_browser_reads(&other, body, length, found, sizeof found));
    body[length - 20] ^= 1;
    cr_expect_not(soft_browser_reads(&browser, body, length, found, sizeof found));
    cr_expect_eq(
        push_encrypt(&browser.reader, &once, salt, longest, PUSH_TEXT_MAX + 1, body), 0);
    soft_browser_free(&browser);
    soft_browser_free(&other);
}

Test(web_push, names_the_server_to_the_push_service)
{
    const PushClaim claim = { .audience = "https://push.example",
                              .subject = "https://trains.example",
                              .expires = 1453523768 };
    PushKeys keys, others;
    Text header = { 0 };
    SoftClaim found;

    cr_assert(push_keys_make(&keys) && push_keys_make(&others));
    cr_assert(push_authorize(&keys, &claim, &header));
    cr_assert(soft_claim_read(header.bytes, &found), "%s", header.bytes);
    cr_expect_str_eq(found.audience, "https://push.example");
    cr_expect_str_eq(found.subject, "https://trains.example");
    cr_expect_eq(found.expires, 1453523768);
    expect_base64(keys.public_key, PUSH_PUBLIC_BYTES, found.key);
    header.bytes[strlen("vapid t=") + 40] ^= 1; /* in the claims */
    cr_expect_not(soft_claim_read(header.bytes, &found));
    text_free(&header);
}

Test(web_push, refuses_what_is_no_key)
{
    uint8_t point[PUSH_PUBLIC_BYTES] = { 4, 1, 2, 3 };
    static const uint8_t ZERO[PUSH_PRIVATE_BYTES];
    PushKeys keys;

    cr_expect_not(push_public_is_sound(point));
    cr_expect_not(push_keys_of(ZERO, &keys));
    cr_assert(push_keys_make(&keys));
    cr_expect(push_public_is_sound(keys.public_key));
    keys.public_key[0] = 2;
    cr_expect_not(push_public_is_sound(keys.public_key));
}

Test(web_push, reads_base64url_strictly)
{
    static const char *const WRONG[] = { "A", "AB=", "A+", "A/", "AB", "AAA B" };
    uint8_t out[8];

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        cr_expect_eq(base64url_read(WRONG[i], out, sizeof out), -1, "%s", WRONG[i]);
    cr_expect_eq(base64url_read("-_8", out, sizeof out), 2);
    cr_expect_eq(out[0], 0xfb);
    cr_expect_eq(out[1], 0xff);
    cr_expect_eq(base64url_read("AAAAAAAAAAAA", out, sizeof out), -1);
    cr_expect_eq(base64url_read("", out, sizeof out), 0);
}

/* test_tickets.c: signed tickets, and the addresses at which passkeys work. */
#include "server/ceremony.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <string.h>

static const uint8_t SECRET[STORE_SECRET_BYTES] = "secret", OTHER[STORE_SECRET_BYTES];

static int is_read(const uint8_t *secret, TicketHolder holder, int64_t now,
                   const char *text)
{
    Ticket ticket;

    return ticket_read(secret, &holder, now, text, &ticket);
}

Test(tickets, are_for_one_purpose_and_user_until_they_expire)
{
    static const TicketHolder SEVEN = { .purpose = TICKET_CONFIRMED, .user = 7 },
                              EIGHT = { .purpose = TICKET_CONFIRMED, .user = 8 },
                              PASSKEY = { .purpose = TICKET_NEW_PASSKEY, .user = 7 };
    char text[TICKET_TEXT], again[TICKET_TEXT];
    Ticket ticket;

    cr_assert_geq(sodium_init(), 0);
    ticket_make(SECRET, &SEVEN, 1000, text);
    ticket_make(SECRET, &SEVEN, 1000, again);
    cr_expect_str_neq(text, again);
    cr_expect(ticket_read(SECRET, &SEVEN, 999, text, &ticket));
    cr_expect_eq(ticket.expires, 1000);
    cr_expect(!is_read(SECRET, SEVEN, 1000, text));
    cr_expect(!is_read(SECRET, EIGHT, 999, text));
    cr_expect(!is_read(SECRET, PASSKEY, 999, text));
    cr_expect(!is_read(OTHER, SEVEN, 999, text));
    cr_expect(!is_read(SECRET, SEVEN, 999, ""));
    for (size_t at = 0; at < strlen(text); at++) {
        char changed[TICKET_TEXT];
        memcpy(changed, text, sizeof changed);
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        cr_expect(!is_read(SECRET, SEVEN, 999, changed), "%zu", at);
    }
}

Test(tickets, are_bound_to_a_session_and_a_password)
{
    static const TicketHolder BOUND = { TICKET_CONFIRMED, 7, "session", "hash" },
                              SESSION = { TICKET_CONFIRMED, 7, "another", "hash" },
                              PASSWORD = { TICKET_CONFIRMED, 7, "session", "" },
                              SHIFTED = { TICKET_CONFIRMED, 7, "sessionh", "ash" },
                              FREE = { .purpose = TICKET_CONFIRMED, .user = 7 };
    char text[TICKET_TEXT];

    ticket_make(SECRET, &BOUND, 1000, text);
    cr_expect(is_read(SECRET, BOUND, 999, text));
    cr_expect(!is_read(SECRET, SESSION, 999, text));
    cr_expect(!is_read(SECRET, PASSWORD, 999, text));
    cr_expect(!is_read(SECRET, SHIFTED, 999, text));
    cr_expect(!is_read(SECRET, FREE, 999, text));
}

Test(tickets, passkeys_need_a_domain_and_TLS_or_localhost)
{
    static const struct {
        const char *base_url, *id, *origin;
    } CASES[] = {
        { "https://trains.example.org", "trains.example.org",
          "https://trains.example.org" },
        { "https://Trains.Example.org:443", "trains.example.org",
          "https://trains.example.org" },
        { "https://trains.example.org:8443", "trains.example.org",
          "https://trains.example.org:8443" },
        { "http://localhost:8930", "localhost", "http://localhost:8930" },
        { "http://a.localhost", "a.localhost", "http://a.localhost" },
        { "http://trains.example.org", "", "" },
        { "http://notlocalhost:8930", "", "" },
        { "http://127.0.0.1:8930", "", "" },
        { "https://192.0.2.1", "", "" },
        { "https://[2001:db8::1]", "", "" },
    };

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        PasskeySite site;
        passkey_site_read(CASES[i].base_url, &site);
        cr_expect_str_eq(site.id, CASES[i].id, "%s: %s", CASES[i].base_url, site.id);
        cr_expect_str_eq(site.origin, CASES[i].origin, "%s", CASES[i].base_url);
    }
}

/* test_tickets.c: signed tickets, and the addresses at which passkeys work. */
#include "server/ceremony.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <string.h>

static const uint8_t SECRET[STORE_SECRET_BYTES] = "secret", OTHER[STORE_SECRET_BYTES];

Test(tickets, are_for_one_purpose_and_user_until_they_expire)
{
    char text[TICKET_TEXT], again[TICKET_TEXT];
    Ticket ticket;

    cr_assert_geq(sodium_init(), 0);
    ticket_make(SECRET, TICKET_CONFIRMED, 7, 1000, text);
    ticket_make(SECRET, TICKET_CONFIRMED, 7, 1000, again);
    cr_expect_str_neq(text, again);
    cr_expect(ticket_read(SECRET, TICKET_CONFIRMED, 7, 999, text, &ticket));
    cr_expect_eq(ticket.expires, 1000);
    cr_expect(!ticket_read(SECRET, TICKET_CONFIRMED, 7, 1000, text, &ticket));
    cr_expect(!ticket_read(SECRET, TICKET_CONFIRMED, 8, 999, text, &ticket));
    cr_expect(!ticket_read(SECRET, TICKET_NEW_PASSKEY, 7, 999, text, &ticket));
    cr_expect(!ticket_read(OTHER, TICKET_CONFIRMED, 7, 999, text, &ticket));
    cr_expect(!ticket_read(SECRET, TICKET_CONFIRMED, 7, 999, "", &ticket));
    for (size_t at = 0; at < strlen(text); at++) {
        char changed[TICKET_TEXT];
        memcpy(changed, text, sizeof changed);
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        cr_expect(!ticket_read(SECRET, TICKET_CONFIRMED, 7, 999, changed, &ticket), "%zu",
                  at);
    }
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

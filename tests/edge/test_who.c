/* test_who.c: addresses as limits count them, trusted proxies, Host and Origin. */
#include "server/who.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <string.h>

static struct sockaddr_storage address_of(const char *text)
{
    struct sockaddr_storage out = { 0 };
    struct sockaddr_in *v4 = (struct sockaddr_in *)&out;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&out;

    if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
        out.ss_family = AF_INET;
    } else {
        cr_assert_eq(inet_pton(AF_INET6, text, &v6->sin6_addr), 1);
        out.ss_family = AF_INET6;
    }
    return out;
}

static Span span(const char *text)
{
    return (Span){ text, text == NULL ? 0 : strlen(text) };
}

Test(who, an_ipv6_network_is_one_address)
{
    static const char *const CASES[][2] = {
        { "203.0.113.5", "203.0.113.5" },
        { "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::" },
        { "::ffff:203.0.113.5", "203.0.113.5" },
    };
    char who[WHO_MAX];

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct sockaddr_storage from = address_of(CASES[i][0]);
        who_from_socket((struct sockaddr *)&from, who);
        cr_assert_str_eq(who, CASES[i][1]);
    }
}

Test(who, the_last_forwarded_address_counts)
{
    static const char *const CASES[][2] = {
        { "203.0.113.5", "203.0.113.5" },
        { "198.51.100.1, 203.0.113.5", "203.0.113.5" },
        { "garbage,203.0.113.5 ", "203.0.113.5" },
        { "203.0.113.5:4711", "203.0.113.5" },
        { "[2001:db8::1]:80", "2001:db8::" },
        { "2001:db8::1", "2001:db8::" },
        { "203.0.113.5, unknown", NULL },
        { "203.0.113.5,", NULL },
        { "", NULL },
        { "203.0.113.5203.0.113.5203.0.113.5203.0.113.5203.0.113.5203.0.113.5203.0.113.5",
          NULL },
    };
    char who[WHO_MAX];

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int is_found = who_from_forwarded(span(CASES[i][0]), who);
        cr_assert_eq(is_found, CASES[i][1] != NULL, "%s", CASES[i][0]);
        if (is_found)
            cr_assert_str_eq(who, CASES[i][1]);
    }
}

static int includes(const Proxies *proxies, const char *text)
{
    struct sockaddr_storage from = address_of(text);

    return proxies_include(proxies, (struct sockaddr *)&from);
}

Test(who, proxies_are_addresses_and_networks)
{
    Proxies proxies;
    Fault fault = { 0 };

    cr_assert(
        proxies_read(&proxies, "loopback,10.0.0.5,10.1.0.0/16,2001:db8::/32", &fault));
    cr_assert(includes(&proxies, "127.0.0.1"));
    cr_assert(includes(&proxies, "127.9.9.9"));
    cr_assert(includes(&proxies, "::1"));
    cr_assert(includes(&proxies, "::ffff:127.0.0.1"));
    cr_assert(includes(&proxies, "10.0.0.5"));
    cr_assert(includes(&proxies, "10.1.200.7"));
    cr_assert(includes(&proxies, "2001:db8:1::1"));
    cr_assert_not(includes(&proxies, "10.0.0.6"));
    cr_assert_not(includes(&proxies, "10.2.0.1"));
    cr_assert_not(includes(&proxies, "2001:db9::1"));
    cr_assert_not(includes(&(Proxies){ .count = 0 }, "127.0.0.1"));
    cr_assert_not(proxies_read(&proxies, "trains", &fault));
    cr_assert_not(proxies_read(&proxies, "10.0.0.0/33", &fault));
    cr_assert_not(proxies_read(&proxies, "10.0.0.0/0", &fault));
    cr_assert_not(proxies_read(&proxies, "", &fault));
}

Test(who, the_host_is_pinned_to_the_site)
{
    Site site = { .port = 0 };

    cr_assert(site_read(&site, "https://Trains.example.org"));
    cr_assert_eq(site_check_host(&site, span("trains.example.org")), 200);
    cr_assert_eq(site_check_host(&site, span("TRAINS.example.org:443")), 200);
    cr_assert_eq(site_check_host(&site, span("trains.example.org:80")), 421);
    cr_assert_eq(site_check_host(&site, span("evil.example")), 421);
    cr_assert_eq(site_check_host(&site, span("trains.example.org.evil.example")), 421);
    cr_assert_eq(site_check_host(&site, span("a b")), 400);
    cr_assert_eq(site_check_host(&site, span("")), 400);
    cr_assert_eq(site_check_host(&site, span("x:99999")), 400);
    cr_assert_eq(site_check_host(&site, span("[::1")), 400);
    cr_assert_eq(site_check_host(&site, span(NULL)), 400);
    cr_assert_not(site_read(&site, "ftp://x"));
    cr_assert_not(site_read(&site, "http://"));
}

Test(who, on_loopback_only_loopback_names_are_ours)
{
    Site site = { .is_loopback_only = 1 };

    cr_assert_eq(site_check_host(&site, span("127.0.0.1:8930")), 200);
    cr_assert_eq(site_check_host(&site, span("localhost")), 200);
    cr_assert_eq(site_check_host(&site, span("club.localhost:1")), 200);
    cr_assert_eq(site_check_host(&site, span("[::1]:8930")), 200);
    cr_assert_eq(site_check_host(&site, span("evil.example")), 421);
    cr_assert_eq(site_check_host(&site, span("evillocalhost")), 421);
    cr_assert_eq(site_check_host(&site, span("127.0.0.1.evil.example")), 421);
    cr_assert_eq(site_check_host(&site, span("192.168.1.20")), 421);
}

Test(who, an_origin_is_ours_by_name_port_and_scheme)
{
    Site pinned = { .port = 0 }, open = { .port = 0 }, proxied = { .may_be_either = 1 };
    Span host = span("club.lan:8930");

    cr_assert(site_read(&pinned, "https://trains.example.org"));
    cr_assert_eq(site_origin(&pinned, span(NULL), host), ORIGIN_NONE);
    cr_assert_eq(site_origin(&pinned, span("https://trains.example.org"), host),
                 ORIGIN_OURS);
    cr_assert_eq(site_origin(&pinned, span("http://trains.example.org"), host),
                 ORIGIN_OTHER);
    cr_assert_eq(site_origin(&pinned, span("https://trains.example.org:8443"), host),
                 ORIGIN_OTHER);
    cr_assert_eq(site_origin(&pinned, span("null"), host), ORIGIN_OTHER);
    cr_assert_eq(site_origin(&pinned, span(""), host), ORIGIN_OTHER);
    cr_assert_eq(site_origin(&open, span("http://club.lan:8930"), host), ORIGIN_OURS);
    cr_assert_eq(site_origin(&open, span("https://club.lan:8930"), host), ORIGIN_OTHER);
    cr_assert_eq(site_origin(&proxied, span("https://club.lan:8930"), host), ORIGIN_OURS);
    cr_assert_eq(site_origin(&open, span("http://club.lan"), host), ORIGIN_OTHER);
    cr_assert_eq(site_origin(&open, span("http://evil.example"), host), ORIGIN_OTHER);
}

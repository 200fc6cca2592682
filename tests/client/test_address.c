/* test_address.c: addresses of servers and tables. */
#include "client/address.h"

#include <criterion/criterion.h>

static ServerAddress read_address(const char *url)
{
    ServerAddress address;
    Fault fault = { 0 };

    cr_assert(server_address_read(url, &address, &fault), "%s: %s", url, fault.sentence);
    return address;
}

Test(addresses, name_a_server_and_perhaps_a_table)
{
    ServerAddress address = read_address("https://example.org/t/k7qx2m9prt");

    cr_expect(address.is_secure);
    cr_expect_str_eq(address.host, "example.org");
    cr_expect_eq(address.port, 443);
    cr_expect_str_eq(address.table, "K7QX2M9PRT", "codes are in capitals");
    address = read_address("http://127.0.0.1:8930/");
    cr_expect_not(address.is_secure);
    cr_expect_eq(address.port, 8930);
    cr_expect_str_eq(address.table, "");
    address = read_address("http://[::1]:8930/t/ABC?x=1");
    cr_expect_str_eq(address.host, "::1");
    cr_expect_str_eq(address.table, "ABC");
    cr_expect_eq(read_address("http://example.org").port, 80);
}

Test(addresses, that_are_none_are_told)
{
    static const char *const WRONG[] = {
        "example.org",
        "ftp://example.org",
        "http://",
        "http://:80",
        "http://example.org:0",
        "http://example.org:99999",
        "http://[::1",
        "http://a:8x",
        "http://example.org/tables",
        "http://a/t/",
        "http://a/t/AB%20C",
        "http://a:80:90",
        "https://a/t/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    };

    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        ServerAddress address;
        Fault fault = { 0 };
        cr_expect_not(server_address_read(WRONG[i], &address, &fault), "%s", WRONG[i]);
        cr_expect_neq(fault.sentence[0], '\0');
    }
    cr_expect(server_address_is("https://x"));
    cr_expect_not(server_address_is("freight-train"));
}

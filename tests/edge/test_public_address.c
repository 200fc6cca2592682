/* test_public_address.c: where a server may connect on behalf of others. */
#include "edge/public_address.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <string.h>

static struct sockaddr_storage address_of(const char *text)
{
    struct sockaddr_storage found = { 0 };
    struct sockaddr_in *four = (struct sockaddr_in *)&found;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&found;

    if (strchr(text, ':') == NULL) {
        four->sin_family = AF_INET;
        cr_assert_eq(inet_pton(AF_INET, text, &four->sin_addr), 1, "%s", text);
    } else {
        six->sin6_family = AF_INET6;
        cr_assert_eq(inet_pton(AF_INET6, text, &six->sin6_addr), 1, "%s", text);
    }
    return found;
}

Test(public_address, is_of_the_public_net)
{
    static const char *const PUBLIC[] = {
        "1.1.1.1",       "9.255.255.255", "11.0.0.1",     "100.63.0.1",  "100.128.0.1",
        "172.15.0.1",    "172.32.0.1",    "192.0.1.1",    "198.17.0.1",  "198.20.0.1",
        "223.255.255.1", "2606:4700::1",  "2a00:1450::1", "2001:200::1", "::ffff:1.1.1.1"
    };

    for (size_t i = 0; i < sizeof PUBLIC / sizeof *PUBLIC; i++) {
        struct sockaddr_storage found = address_of(PUBLIC[i]);
        cr_expect(address_is_global((struct sockaddr *)&found), "%s", PUBLIC[i]);
    }
}

Test(public_address, is_nothing_special)
{
    static const char *const SPECIAL[] = {
        "0.0.0.0",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.9.9.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.1",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fd00::1",
        "ff02::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "3fff::1",
    };

    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++) {
        struct sockaddr_storage found = address_of(SPECIAL[i]);
        cr_expect_not(address_is_global((struct sockaddr *)&found), "%s", SPECIAL[i]);
        cr_expect_not(address_is_public((struct sockaddr *)&found), "%s", SPECIAL[i]);
    }
}

Test(public_address, knows_loopback)
{
    static const char *const LOOPBACK[] = { "127.0.0.1", "127.1.2.3", "::1",
                                            "::ffff:127.0.0.1" };
    struct sockaddr_storage other = address_of("128.0.0.1");

    for (size_t i = 0; i < sizeof LOOPBACK / sizeof *LOOPBACK; i++) {
        struct sockaddr_storage found = address_of(LOOPBACK[i]);
        cr_expect(address_is_loopback((struct sockaddr *)&found), "%s", LOOPBACK[i]);
    }
    cr_expect_not(address_is_loopback((struct sockaddr *)&other));
}

/* public_address.c: the special addresses of IPv4 and IPv6, and the networks of this
 * machine. */
#include "edge/public_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

typedef struct Network4 {
    uint8_t address[4];
    int bits;
} Network4;

typedef struct Network6 {
    uint16_t first, second; /* of its groups */
    int bits;
} Network6;

/* RFC 6890 and what IANA has added since. */
static const Network4 SPECIAL_4[] = {
    { { 0 }, 8 },
    { { 10 }, 8 },
    { { 100, 64 }, 10 },
    { { 127 }, 8 },
    { { 169, 254 }, 16 },
    { { 172, 16 }, 12 },
    { { 192, 0, 0 }, 24 },
    { { 192, 0, 2 }, 24 },
    { { 192, 88, 99 }, 24 },
    { { 192, 168 }, 16 },
    { { 198, 18 }, 15 },
    { { 198, 51, 100 }, 24 },
    { { 203, 0, 113 }, 24 },
    { { 224 }, 3 },
};

/* Within 2000::/3, outside of which nothing is public. */
static const Network6 SPECIAL_6[] = {
    { 0x2001, 0, 23 }, { 0x2001, 0xdb8, 32 }, { 0x2002, 0, 16 }, { 0x3fff, 0, 20 }
};

static int is_in(const uint8_t *address, const uint8_t *network, int bits)
{
    int whole = bits / 8, rest = bits % 8;

    return memcmp(address, network, (size_t)whole) == 0
           && (rest == 0 || (address[whole] ^ network[whole]) >> (8 - rest) == 0);
}

static int is_global_4(const uint8_t address[4])
{
    for (size_t i = 0; i < sizeof SPECIAL_4 / sizeof *SPECIAL_4; i++) {
        if (is_in(address, SPECIAL_4[i].address, SPECIAL_4[i].bits))
            return 0;
    }
    return 1;
}

static int is_global_6(const uint8_t address[16])
{
    if (address[0] >> 5 != 1)
        return 0;
    for (size_t i = 0; i < sizeof SPECIAL_6 / sizeof *SPECIAL_6; i++) {
        const Network6 *special = &SPECIAL_6[i];
        const uint8_t network[4] = { (uint8_t)(special->first >> 8),
                                     (uint8_t)special->first,
                                     (uint8_t)(special->second >> 8),
                                     (uint8_t)special->second };
        if (is_in(address, network, special->bits))
            return 0;
    }
    return 1;
}

/* The bytes of an address, and how many; IPv4 mapped into IPv6 is IPv4. 0: neither. */
static int bytes_of(const struct sockaddr *address, const uint8_t **bytes)
{
    if (address->sa_family == AF_INET) {
        *bytes =
            (const uint8_t *)&((const struct sockaddr_in *)(const void *)address)->sin_addr;
        return 4;
    }
    if (address->sa_family != AF_INET6)
        return 0;
    const struct in6_addr *six =
        &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    int is_mapped = IN6_IS_ADDR_V4MAPPED(six);
    *bytes = six->s6_addr + (is_mapped ? 12 : 0);
    return is_mapped ? 4 : 16;
}

int address_is_global(const struct sockaddr *address)
{
    const uint8_t *bytes = NULL;
    int length = bytes_of(address, &bytes);

    return length == 4 ? is_global_4(bytes) : length == 16 && is_global_6(bytes);
}

int address_is_loopback(const struct sockaddr *address)
{
    const uint8_t *bytes = NULL;
    int length = bytes_of(address, &bytes);

    if (length == 4)
        return bytes[0] == 127;
    return length == 16 && memcmp(bytes, &in6addr_loopback, sizeof in6addr_loopback) == 0;
}

static int is_of_interface(const uint8_t *bytes, int length, const struct ifaddrs *own)
{
    const uint8_t *theirs = NULL, *mask = NULL;

    if (own->ifa_addr == NULL || own->ifa_netmask == NULL
        || bytes_of(own->ifa_addr, &theirs) != length
        || bytes_of(own->ifa_netmask, &mask) != length)
        return 0;
    for (int i = 0; i < length; i++) {
        if (((bytes[i] ^ theirs[i]) & mask[i]) != 0)
            return 0;
    }
    return 1;
}

/* If the networks of this machine are unknown, nothing is public. */
int address_is_public(const struct sockaddr *address)
{
    const uint8_t *bytes = NULL;
    int length = bytes_of(address, &bytes), is_own = 0;
    struct ifaddrs *interfaces = NULL;

    if (!address_is_global(address) || getifaddrs(&interfaces) != 0)
        return 0;
    for (const struct ifaddrs *own = interfaces; own != NULL; own = own->ifa_next)
        is_own |= is_of_interface(bytes, length, own);
    freeifaddrs(interfaces);
    return !is_own;
}

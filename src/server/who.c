/* who.c: the client's address, trusted proxies, and checks of Host and Origin. */
#include "server/who.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------- */
/* Addresses                                                                 */
/* ------------------------------------------------------------------------- */

static void map_v4(const void *four, unsigned char sixteen[16])
{
    static const unsigned char PREFIX[12] = { [10] = 0xFF, [11] = 0xFF };

    memcpy(sixteen, PREFIX, sizeof PREFIX);
    memcpy(sixteen + 12, four, 4);
}

static int is_v4(const unsigned char address[16])
{
    return IN6_IS_ADDR_V4MAPPED((const struct in6_addr *)(const void *)address);
}

static int from_socket(const struct sockaddr *address, unsigned char out[16])
{
    if (address->sa_family == AF_INET)
        map_v4(&((const struct sockaddr_in *)(const void *)address)->sin_addr, out);
    else if (address->sa_family == AF_INET6)
        memcpy(out, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 16);
    else
        return 0;
    return 1;
}

static int from_text(const char *text, unsigned char out[16])
{
    unsigned char four[4];

    if (inet_pton(AF_INET, text, four) == 1) {
        map_v4(four, out);
        return 1;
    }
    return inet_pton(AF_INET6, text, out) == 1;
}

static void write_who(const unsigned char address[16], char who[WHO_MAX])
{
    unsigned char network[16] = { 0 };

    if (is_v4(address)) {
        inet_ntop(AF_INET, address + 12, who, WHO_MAX);
        return;
    }
    memcpy(network, address, 8);
    inet_ntop(AF_INET6, network, who, WHO_MAX);
}

void who_from_socket(const struct sockaddr *address, char who[WHO_MAX])
{
    unsigned char bytes[16];

    who[0] = '\0';
    if (from_socket(address, bytes))
        write_who(bytes, who);
}

int who_from_text(const char *text, char who[WHO_MAX])
{
    unsigned char bytes[16];

    if (!from_text(text, bytes))
        return 0;
    write_who(bytes, who);
    return 1;
}

/* Some proxies write a port behind the address, and IPv6 in brackets. */
static void strip_port(char *text)
{
    char *colon = strchr(text, ':');

    if (text[0] == '[') {
        size_t length = strcspn(text + 1, "]");
        memmove(text, text + 1, length);
        text[length] = '\0';
    } else if (colon != NULL && strchr(colon + 1, ':') == NULL) {
        *colon = '\0';
    }
}

int who_from_forwarded(Span forwarded, char who[WHO_MAX])
{
    char text[WHO_MAX];
    size_t end = forwarded.length, start;

    if (forwarded.at == NULL)
        return 0;
    while (end > 0 && (forwarded.at[end - 1] == ' ' || forwarded.at[end - 1] == '\t'))
        end--;
    for (start = end; start > 0 && strchr(", \t", forwarded.at[start - 1]) == NULL;)
        start--;
    if (!span_copy((Span){ forwarded.at + start, end - start }, text, sizeof text))
        return 0;
    strip_port(text);
    return who_from_text(text, who);
}

static int is_in(const unsigned char address[16], const unsigned char network[16], int bits)
{
    int whole = bits / 8, rest = bits % 8;

    if (memcmp(address, network, (size_t)whole) != 0)
        return 0;
    return rest == 0 || (address[whole] ^ network[whole]) >> (8 - rest) == 0;
}

static int bytes_are_loopback(const unsigned char address[16])
{
    static const unsigned char V4[16] = { [10] = 0xFF, [11] = 0xFF, [12] = 127 };

    return is_in(address, V4, 96 + 8)
           || memcmp(address, &in6addr_loopback, sizeof in6addr_loopback) == 0;
}

int who_is_loopback(const struct sockaddr *address)
{
    unsigned char bytes[16];

    return from_socket(address, bytes) && bytes_are_loopback(bytes);
}

/* ------------------------------------------------------------------------- */
/* Proxies                                                                   */
/* ------------------------------------------------------------------------- */

static int add_network(Proxies *proxies, char *text, Fault *fault)
{
    char *slash = strchr(text, '/'), *end = NULL;
    unsigned char address[16];

    if (slash != NULL)
        *slash = '\0';
    if (proxies->count == PROXIES_MAX || !from_text(text, address))
        return fault_set(fault, "'%s' is no address of a proxy.",
                         quote(text, strlen(text)).text);
    int most = is_v4(address) ? 32 : 128;
    long bits = slash == NULL ? most : strtol(slash + 1, &end, 10);
    if (slash != NULL && (end == slash + 1 || *end != '\0' || bits < 1 || bits > most))
        return fault_set(fault, "'/%s' is no length of a network.",
                         quote(slash + 1, strlen(slash + 1)).text);
    memcpy(proxies->items[proxies->count].address, address, 16);
    proxies->items[proxies->count++].bits = (int)bits + (most == 32 ? 96 : 0);
    return 1;
}

static int add_loopback(Proxies *proxies, Fault *fault)
{
    char v4[] = "127.0.0.0/8", v6[] = "::1";

    return add_network(proxies, v4, fault) && add_network(proxies, v6, fault);
}

int proxies_read(Proxies *proxies, const char *text, Fault *fault)
{
    char copy[512], *rest = NULL;

    *proxies = (Proxies){ .count = 0 };
    if (strlen(text) >= sizeof copy)
        return fault_set(fault, "There are too many proxies.");
    memcpy(copy, text, strlen(text) + 1);
    for (char *word = strtok_r(copy, ",", &rest); word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        int is_added = strcmp(word, "loopback") == 0 ? add_loopback(proxies, fault)
                                                     : add_network(proxies, word, fault);
        if (!is_added)
            return 0;
    }
    return proxies->count > 0 || fault_set(fault, "There is no address of a proxy.");
}

int proxies_include(const Proxies *proxies, const struct sockaddr *address)
{
    unsigned char bytes[16];

    if (proxies->count == 0 || !from_socket(address, bytes))
        return 0;
    for (int i = 0; i < proxies->count; i++) {
        if (is_in(bytes, proxies->items[i].address, proxies->items[i].bits))
            return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------- */
/* The site                                                                  */
/* ------------------------------------------------------------------------- */

typedef struct HostPort {
    char host[256]; /* in lower case; IPv6 without its brackets */
    int port;       /* 0: not said */
} HostPort;

static int is_name(const char *host)
{
    for (; *host != '\0'; host++) {
        if (!isalnum((unsigned char)*host) && strchr("-._", *host) == NULL)
            return 0;
    }
    return 1;
}

static int read_port(const char *text, int *port)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (!isdigit((unsigned char)*text) || *end != '\0' || value < 1 || value > 65535)
        return 0;
    *port = (int)value;
    return 1;
}

/* "name", "name:port", "[v6]", "[v6]:port"; 0: it is none of these. */
static int read_host(Span span, HostPort *out)
{
    unsigned char v6[16];
    char *colon;

    *out = (HostPort){ .port = 0 };
    if (!span_copy(span, out->host, sizeof out->host) || out->host[0] == '\0')
        return 0;
    for (char *at = out->host; *at != '\0'; at++)
        *at = (char)tolower((unsigned char)*at);
    if (out->host[0] == '[') {
        char *bracket = strchr(out->host, ']');
        if (bracket == NULL || (bracket[1] != '\0' && bracket[1] != ':')
            || (bracket[1] == ':' && !read_port(bracket + 2, &out->port)))
            return 0;
        *bracket = '\0';
        memmove(out->host, out->host + 1, strlen(out->host));
        return inet_pton(AF_INET6, out->host, v6) == 1;
    }
    colon = strchr(out->host, ':');
    if (colon != NULL && !read_port(colon + 1, &out->port))
        return 0;
    if (colon != NULL)
        *colon = '\0';
    return out->host[0] != '\0' && is_name(out->host);
}

static int default_port(int is_secure)
{
    return is_secure ? 443 : 80;
}

int site_read(Site *site, const char *base_url)
{
    HostPort named;
    int is_secure = strncasecmp(base_url, "https://", 8) == 0;
    const char *at = base_url + (is_secure ? 8 : 7);

    if (!is_secure && strncasecmp(base_url, "http://", 7) != 0)
        return 0;
    if (!read_host((Span){ at, strcspn(at, "/") }, &named))
        return 0;
    memcpy(site->host, named.host, sizeof site->host);
    site->port = named.port != 0 ? named.port : default_port(is_secure);
    site->is_secure = is_secure;
    return 1;
}

static int is_loopback_name(const HostPort *named)
{
    static const char NAME[] = "localhost";
    unsigned char address[16];
    size_t length = strlen(named->host), own = sizeof NAME - 1;

    if (from_text(named->host, address))
        return bytes_are_loopback(address);
    return strcmp(named->host, NAME) == 0
           || (length > own + 1 && named->host[length - own - 1] == '.'
               && strcmp(named->host + length - own, NAME) == 0);
}

int site_check_host(const Site *site, Span host)
{
    HostPort named;

    if (!read_host(host, &named))
        return 400;
    if (site->host[0] == '\0')
        return !site->is_loopback_only || is_loopback_name(&named) ? HTTP_DONE : 421;
    /* A proxy may leave the port out. */
    int is_ours = strcmp(named.host, site->host) == 0
                  && (named.port == 0 || named.port == site->port);
    return is_ours ? HTTP_DONE : 421;
}

/* Cuts the scheme off; -1: there is none of the web's. */
static int cut_scheme(Span *origin)
{
    int is_secure = origin->length > 8 && strncasecmp(origin->at, "https://", 8) == 0;
    size_t length = is_secure ? 8 : 7;

    if (!is_secure && (origin->length <= 7 || strncasecmp(origin->at, "http://", 7) != 0))
        return -1;
    origin->at += length;
    origin->length -= length;
    return is_secure;
}

OriginKind site_origin(const Site *site, Span origin, Span host)
{
    HostPort from, named;

    if (origin.at == NULL)
        return ORIGIN_NONE;
    int is_secure = cut_scheme(&origin);
    if (is_secure < 0 || !read_host(origin, &from))
        return ORIGIN_OTHER;
    if (is_secure != site->is_secure && !site->may_be_either)
        return ORIGIN_OTHER;
    int port = from.port != 0 ? from.port : default_port(is_secure);
    if (site->host[0] != '\0')
        return strcmp(from.host, site->host) == 0 && port == site->port ? ORIGIN_OURS
                                                                        : ORIGIN_OTHER;
    if (!read_host(host, &named))
        return ORIGIN_OTHER;
    int own = named.port != 0 ? named.port : default_port(is_secure);
    return strcmp(from.host, named.host) == 0 && port == own ? ORIGIN_OURS : ORIGIN_OTHER;
}

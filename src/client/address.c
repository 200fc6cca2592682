/* address.c: reading addresses. */
#include "client/address.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_MAX = 65535 };

int server_address_is(const char *text)
{
    return strstr(text, "://") != NULL;
}

/* "host", "host:8930" or "[::1]:8930"; 0: it is none of these. */
static int read_host(const char *text, size_t length, ServerAddress *address)
{
    const char *end = text + length, *port = NULL;
    size_t host = length;

    if (length > 0 && text[0] == '[') {
        const char *bracket = memchr(text, ']', length);
        if (bracket == NULL)
            return 0;
        port = bracket + 1 < end ? bracket + 1 : NULL;
        text++;
        host = (size_t)(bracket - text);
    } else {
        port = memchr(text, ':', length);
        if (port != NULL)
            host = (size_t)(port - text);
    }
    if (host == 0 || host >= sizeof address->host)
        return 0;
    memcpy(address->host, text, host);
    address->host[host] = '\0';
    if (port == NULL)
        return 1;
    char *after;
    long number = strtol(port + 1, &after, 10);
    if (*port != ':' || after != end || number < 1 || number > PORT_MAX)
        return 0;
    address->port = (int)number;
    return 1;
}

/* "/t/CODE", perhaps with a slash behind it, or nothing. */
static int read_table(const char *path, ServerAddress *address)
{
    if (strcmp(path, "") == 0 || strcmp(path, "/") == 0)
        return 1;
    if (strncmp(path, "/t/", 3) != 0)
        return 0;
    size_t length = strcspn(path + 3, "/?#");
    if (length == 0 || length >= sizeof address->table)
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)path[3 + i]))
            return 0;
        address->table[i] = (char)toupper((unsigned char)path[3 + i]);
    }
    return 1;
}

int server_address_read(const char *url, ServerAddress *address, Fault *fault)
{
    const char *host = strstr(url, "://");

    memset(address, 0, sizeof *address);
    address->is_secure = strncmp(url, "https://", 8) == 0;
    if (host == NULL || (!address->is_secure && strncmp(url, "http://", 7) != 0))
        return fault_set(fault, "an address begins with https:// or http://");
    host += 3;
    address->port = address->is_secure ? 443 : 80;
    size_t length = strcspn(host, "/");
    if (!read_host(host, length, address) || !read_table(host + length, address))
        return fault_set(fault,
                         "'%s' is not the address of a server or a table, such as "
                         "https://example.org/t/K7QX2M9PRT",
                         quote(url, strlen(url)).text);
    return 1;
}

void server_address_name(const ServerAddress *address, char *out, size_t room)
{
    int is_number = strchr(address->host, ':') != NULL;
    int used = snprintf(out, room, "%s%s%s", is_number ? "[" : "", address->host,
                        is_number ? "]" : "");

    if (address->port != (address->is_secure ? 443 : 80))
        snprintf(out + used, room - (size_t)used, ":%d", address->port);
}

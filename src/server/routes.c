/* routes.c: the route of a request to /api/1/…, by method and path. */
#include "server/api.h"

#include <string.h>

static const char PREFIX[] = "/api/1";

/* Does the path match? CODE of the pattern is copied to `code`. */
static int path_fits(const char *pattern, const char *path, char *code)
{
    while (*pattern != '\0') {
        if (strncmp(pattern, "CODE", 4) == 0) {
            size_t length = strcspn(path, "/");
            if (length != TABLE_CODE_LENGTH)
                return 0;
            memcpy(code, path, length);
            code[length] = '\0';
            pattern += 4;
            path += length;
        } else if (strcmp(pattern, "NAME") == 0) {
            return *path != '\0';
        } else if (*pattern++ != *path++) {
            return 0;
        }
    }
    return *path == '\0';
}

static const Route *find_in(const Route *routes, const Request *request, char *code)
{
    for (; routes->form.name != NULL; routes++) {
        if (routes->method == request->method
            && path_fits(routes->form.name, request->path + sizeof PREFIX - 1, code))
            return routes;
    }
    return NULL;
}

const Route *route_find(const Request *request, char *code)
{
    static const Route *const LISTS[] = { ACCOUNT_ROUTES,  SESSION_ROUTES,
                                          PROGRAM_ROUTES,  PASSKEY_ROUTES,
                                          RECOVERY_ROUTES, LOBBY_ROUTES,
                                          PEOPLE_ROUTES,   RELATION_ROUTES,
                                          ADMIN_ROUTES,    NOTIFY_ROUTES,
                                          MAIL_ROUTES,     DAILY_ROUTES,
                                          PREVIEW_ROUTES,  NULL };

    if (strncmp(request->path, PREFIX, sizeof PREFIX - 1) != 0)
        return NULL;
    const Route *found = NULL;
    for (const Route *const *list = LISTS; *list != NULL && found == NULL; list++)
        found = find_in(*list, request, code);
    return found;
}

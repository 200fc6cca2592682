/* place.c: the user's data folder, by the XDG base directories. */
#include "store/place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int store_default_place(Text *path, Fault *fault)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    /* The specification passes over what is not absolute. */
    if (data != NULL && data[0] == '/') {
        text_add(path, data);
    } else if (home != NULL && home[0] != '\0') {
        text_add(path, home);
        text_add(path, "/.local/share");
    } else {
        return fault_set(fault, "there is no HOME to keep data in: say --data FILE");
    }
    text_add(path, "/roundhouse/roundhouse.db");
    return path->has_failed ? fault_set(fault, "%s", fault_words(fault, strerror(ENOMEM)))
                            : 1;
}

static int make_one(const char *folder, Fault *fault)
{
    struct stat found;

    if (mkdir(folder, 0700) == 0)
        return 1;
    int reason = errno;
    if (stat(folder, &found) == 0 && S_ISDIR(found.st_mode))
        return 1;
    return fault_set(fault, "cannot make the folder %s: %s", folder,
                     fault_words(fault, strerror(reason)));
}

int store_make_folder(const char *path, Fault *fault)
{
    char *folder = strdup(path);
    int is_made = 1;

    if (folder == NULL)
        return fault_set(fault, "%s", fault_words(fault, strerror(ENOMEM)));
    for (char *at = folder; is_made && (at = strchr(at + 1, '/')) != NULL;) {
        *at = '\0';
        is_made = make_one(folder, fault);
        *at = '/';
    }
    free(folder);
    return is_made;
}

void store_place_shown(const char *where, char *out, size_t size)
{
    const char *scheme = strstr(where, "://");

    if (scheme == NULL) {
        snprintf(out, size, "%s", where);
        return;
    }
    const char *user = scheme + 3;
    const char *host = user + strcspn(user, "@/?");
    int is_user = *host == '@';
    int shown = is_user ? (int)strcspn(user, ":@") : 0;

    host = is_user ? host : user;
    snprintf(out, size, "%.*s%.*s%.*s", (int)(user - where), where, shown, user,
             (int)strcspn(host, "?"), host);
}

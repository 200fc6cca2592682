/* folder.c: a folder for a test's files. */
#include "store/folder.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES = 8, NAME_MAX_LENGTH = 512 };

static char folder[NAME_MAX_LENGTH / 2];

/* In memory if possible: thousands of syncs take long on a disk. */
static const char *base(void)
{
    const char *wanted = getenv("TMPDIR");

    if (wanted != NULL)
        return wanted;
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

void folder_make(void)
{
    snprintf(folder, sizeof folder, "%s/roundhouse-store-XXXXXX", base());
    cr_assert_not_null(mkdtemp(folder));
}

const char *in_folder(const char *name)
{
    static char names[NAMES][NAME_MAX_LENGTH];
    static int last;

    last = (last + 1) % NAMES;
    snprintf(names[last], sizeof names[last], "%s/%s", folder, name);
    return names[last];
}

char *text_of(const char *path)
{
    static char text[1 << 18];
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file, "%s", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

void folder_remove(void)
{
    DIR *listing = opendir(folder);
    struct dirent *entry;

    cr_assert_not_null(listing);
    while ((entry = readdir(listing)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlink(in_folder(entry->d_name));
    }
    closedir(listing);
    rmdir(folder);
}

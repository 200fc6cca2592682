/* files.c: the page's built files in memory. */
#include "server/files.h"

#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 2000, DEPTH_MAX = 8 };

static const size_t BYTES_MOST = 256 << 20;

struct Files {
    File items[FILES_MAX];
    int count;
    size_t bytes;
};

static char NO_PAGE[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>Roundhouse</title></head>\n<body>\n<h1>Roundhouse</h1>\n"
    "<p>The server is running. Its page has not been built: <code>make play</code> does "
    "that in the source tree, or say <code>--web DIR</code>.</p>\n"
    "<p lang=\"fr\">Le serveur tourne. Sa page n’est pas construite : "
    "<code>make play</code> s’en charge dans les sources, ou bien <code>--web "
    "DIR</code>.</p>\n"
    "</body></html>\n";

static const File NO_PAGE_FILE = {
    .path = NO_PAGE,
    .mime = "text/html; charset=utf-8",
    .etag = "\"no-page\"",
    .codings = { [CODING_NONE] = { NO_PAGE, sizeof NO_PAGE - 1 } },
};

/* ------------------------------------------------------------------------- */
/* Types of files                                                            */
/* ------------------------------------------------------------------------- */

static const char *mime_of(const char *path)
{
    static const struct {
        const char *ending, *mime;
    } KINDS[] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".wasm", "application/wasm" },
        { ".json", "application/json" },
        { ".webmanifest", "application/manifest+json" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".ico", "image/x-icon" },
        { ".webp", "image/webp" },
        { ".woff2", "font/woff2" },
        { ".mp3", "audio/mpeg" },
        { ".ogg", "audio/ogg" },
        { ".txt", "text/plain; charset=utf-8" },
    };
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending != NULL && i < sizeof KINDS / sizeof KINDS[0]; i++) {
        if (strcmp(ending, KINDS[i].ending) == 0)
            return KINDS[i].mime;
    }
    return "application/octet-stream";
}

/* The build puts files with a content hash in their names there. */
static int is_hashed(const char *path)
{
    return strncmp(path, "/assets/", 8) == 0;
}

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

static char *read_whole(const char *path, size_t length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = file == NULL ? NULL : malloc(length + 1);

    if (bytes != NULL && fread(bytes, 1, length, file) != length) {
        free(bytes);
        bytes = NULL;
    }
    if (file != NULL)
        fclose(file);
    return bytes;
}

static File *file_get(Files *files, const char *path)
{
    for (int i = 0; i < files->count; i++) {
        if (strcmp(files->items[i].path, path) == 0)
            return &files->items[i];
    }
    char *copy = files->count < FILES_MAX ? strdup(path) : NULL;
    if (copy == NULL)
        return NULL;
    File *file = &files->items[files->count++];
    file->path = copy;
    file->mime = mime_of(copy);
    file->is_hashed = is_hashed(copy);
    return file;
}

static void set_etag(File *file, const char *bytes, size_t length)
{
    unsigned char hash[16];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)bytes, length, NULL, 0);
    snprintf(file->etag, sizeof file->etag, "\"%02x%02x%02x%02x%02x%02x%02x%02x\"", hash[0],
             hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]);
}

static FileCoding coding_of(char *path)
{
    char *ending = strrchr(path, '.');
    FileCoding coding = CODING_NONE;

    if (ending != NULL && strcmp(ending, ".br") == 0)
        coding = CODING_BROTLI;
    else if (ending != NULL && strcmp(ending, ".gz") == 0)
        coding = CODING_GZIP;
    if (coding != CODING_NONE)
        *ending = '\0';
    return coding;
}

static int add_file(Files *files, const char *disk_path, const char *path, size_t length,
                    Fault *fault)
{
    char plain[1024];

    snprintf(plain, sizeof plain, "%s", path);
    FileCoding coding = coding_of(plain);
    File *file = file_get(files, plain);
    files->bytes += length;
    if (file == NULL || files->bytes > BYTES_MOST)
        return fault_set(fault, "There is more in the page's folder than a page has.");
    char *bytes = read_whole(disk_path, length);
    if (bytes == NULL)
        return fault_set(fault, "%s cannot be read.", disk_path);
    file->codings[coding].bytes = bytes;
    file->codings[coding].length = length;
    if (coding == CODING_NONE)
        set_etag(file, bytes, length);
    return 1;
}

static int add_folder(Files *files, const char *disk, const char *path, int depth,
                      Fault *fault)
{
    DIR *folder = depth < DEPTH_MAX ? opendir(disk) : NULL;
    int is_fine = 1;

    if (folder == NULL)
        return 1;
    for (struct dirent *entry; is_fine && (entry = readdir(folder)) != NULL;) {
        char inner[2048], inner_path[1024];
        struct stat about;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inner, sizeof inner, "%s/%s", disk, entry->d_name);
        snprintf(inner_path, sizeof inner_path, "%.700s/%s", path, entry->d_name);
        if (stat(inner, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode))
            is_fine = add_folder(files, inner, inner_path, depth + 1, fault);
        else if (S_ISREG(about.st_mode))
            is_fine = add_file(files, inner, inner_path, (size_t)about.st_size, fault);
    }
    closedir(folder);
    return is_fine;
}

Files *files_read(const char *folder, Fault *fault)
{
    Files *files = calloc(1, sizeof *files);

    if (files == NULL)
        fault_set(fault, "There is no memory left.");
    else if (!add_folder(files, folder, "", 0, fault)) {
        files_free(files);
        files = NULL;
    }
    return files;
}

void files_free(Files *files)
{
    if (files == NULL)
        return;
    for (int i = 0; i < files->count; i++) {
        free(files->items[i].path);
        for (int coding = 0; coding < CODINGS; coding++)
            free(files->items[i].codings[coding].bytes);
    }
    free(files);
}

/* ------------------------------------------------------------------------- */
/* Finding                                                                   */
/* ------------------------------------------------------------------------- */

const File *files_find(const Files *files, const char *path)
{
    for (int i = 0; i < files->count; i++) {
        if (strcmp(files->items[i].path, path) == 0
            && files->items[i].codings[CODING_NONE].bytes != NULL)
            return &files->items[i];
    }
    return NULL;
}

const File *files_page(const Files *files)
{
    const File *page = files_find(files, "/index.html");

    return page != NULL ? page : &NO_PAGE_FILE;
}

int files_have_page(const Files *files)
{
    return files_find(files, "/index.html") != NULL;
}

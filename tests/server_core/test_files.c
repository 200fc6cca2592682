/* test_files.c: the page's files in memory. */
#include "server/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void put(const char *name, const char *content)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(content, file);
    fclose(file);
}

static void make_folder(void)
{
    char path[128];

    snprintf(folder, sizeof folder, "/tmp/roundhouse-files-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/assets", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
}

static void remove_folder(void)
{
    static const char *const names[] = { "index.html",
                                         "assets/page-1.js",
                                         "assets/page-1.js.br",
                                         "assets/page-1.js.gz",
                                         "assets/rules-2.wasm",
                                         ".hidden",
                                         "assets/only-3.css.gz",
                                         "assets",
                                         "" };
    char path[128];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
}

TestSuite(files, .init = make_folder, .fini = remove_folder);

Test(files, are_found_with_their_kinds_and_codings)
{
    put("index.html", "<p>page</p>");
    put("assets/page-1.js", "let page");
    put("assets/page-1.js.br", "brotli");
    put("assets/page-1.js.gz", "gzip");
    put("assets/rules-2.wasm", "module");
    Files *files = files_read(folder, NULL);
    cr_assert_not_null(files);

    const File *script = files_find(files, "/assets/page-1.js");
    cr_assert_not_null(script);
    cr_expect_str_eq(script->mime, "text/javascript; charset=utf-8");
    cr_expect(script->is_hashed);
    cr_expect_eq(script->codings[CODING_NONE].length, 8u);
    cr_expect_eq(strncmp(script->codings[CODING_BROTLI].bytes, "brotli", 6), 0);
    cr_expect_eq(strncmp(script->codings[CODING_GZIP].bytes, "gzip", 4), 0);
    cr_expect_str_eq(files_find(files, "/assets/rules-2.wasm")->mime, "application/wasm");
    cr_expect_str_neq(files_find(files, "/assets/rules-2.wasm")->etag, script->etag);

    cr_expect(files_have_page(files));
    cr_expect_eq(files_page(files), files_find(files, "/index.html"));
    cr_expect_not(files_page(files)->is_hashed);
    files_free(files);
}

Test(files, that_are_hidden_or_only_packed_are_not_there)
{
    put(".hidden", "secret");
    put("assets/only-3.css.gz", "gzip");
    Files *files = files_read(folder, NULL);

    cr_expect_null(files_find(files, "/.hidden"));
    cr_expect_null(files_find(files, "/assets/only-3.css"));
    cr_expect_null(files_find(files, "/assets/only-3.css.gz"));
    cr_expect_null(files_find(files, "/../etc/passwd"));
    files_free(files);
}

Test(files, without_a_page_there_is_one_that_says_so)
{
    Files *files = files_read("/nowhere/at/all", NULL);

    cr_assert_not_null(files);
    cr_expect_not(files_have_page(files));
    cr_expect_not_null(strstr(files_page(files)->codings[CODING_NONE].bytes, "make play"));
    files_free(files);
}

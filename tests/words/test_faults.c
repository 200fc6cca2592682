/* test_faults.c: what src/client, src/store and saves report to people has French words. */
#include "words/words.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_ROOM = 512 };

/* The text of a file, until the next one is read. */
static const char *read_whole(const char *path)
{
    static char text[1 << 17];
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file, "cannot read %s", path);
    size_t length = fread(text, 1, sizeof text - 1, file);
    cr_assert_lt(length, sizeof text - 1, "%s", path);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* Appends the string that begins at the quotation mark; returns what follows it. */
static const char *take_string(const char *quote, char out[TEXT_ROOM])
{
    size_t length = strlen(out);
    const char *at = quote + 1;

    for (; *at != '"'; at++) {
        at += *at == '\\';
        cr_assert_lt(length + 1, (size_t)TEXT_ROOM);
        out[length++] = *at;
    }
    out[length] = '\0';
    return at + 1;
}

/* The first string of a call, of all its pieces; "": the format is a variable. */
static void read_format(const char *call, char out[TEXT_ROOM])
{
    const char *at = call + strcspn(call, "\";");

    while (*at == '"') {
        at = take_string(at, out);
        at += strspn(at, " \n");
    }
}

/* Has it a letter besides its conversions? */
static int has_words(const char *format)
{
    for (; *format != '\0'; format++) {
        if (*format == '%')
            format += strcspn(format, "scd");
        else if (strchr(" :.", *format) == NULL)
            return 1;
    }
    return 0;
}

static int expect_calls(const char *path, const char *call, const char *prefix)
{
    const char *text = read_whole(path);
    int count = 0;

    for (const char *at = strstr(text, call); at != NULL; at = strstr(at + 1, call)) {
        char format[TEXT_ROOM] = "";
        snprintf(format, sizeof format, "%s", prefix);
        read_format(at, format);
        if (!has_words(format + strlen(prefix)))
            continue;
        cr_expect_neq(words_translate(LANGUAGE_FR, format), format, "%s: %s", path, format);
        count++;
    }
    return count;
}

static int expect_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    int count = 0;

    cr_assert_not_null(directory, "cannot read %s", folder);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[1024];
        const char *end = strrchr(entry->d_name, '.');

        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (end == NULL || strcmp(end, ".c") != 0)
            continue;
        count += expect_calls(path, "fault_set(fault,", "");
        count += expect_calls(path, "fault_set(&why,", "");
        count += expect_calls(path, "sql_refuse(", "");
    }
    closedir(directory);
    return count;
}

Test(faults, of_a_client_are_french_for_those_who_read_french)
{
    cr_expect_gt(expect_folder(SOURCE_FOLDER "/client"), 10);
}

Test(faults, of_a_store_are_french_for_those_who_read_french)
{
    cr_expect_gt(expect_folder(SOURCE_FOLDER "/store"), 50);
}

Test(faults, of_a_save_are_french_for_those_who_read_french)
{
    static const char PATH[] = SOURCE_FOLDER "/play/save.c";

    cr_expect_gt(expect_calls(PATH, "AT_LINE(reader, \"", "Line %d: "), 20);
    cr_expect_gt(expect_calls(PATH, "AT_LINE(reader,\n", "Line %d: "), 1);
    cr_expect_gt(expect_calls(PATH, "fault_set(fault,", ""), 1);
}

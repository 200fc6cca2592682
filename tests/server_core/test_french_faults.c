/* test_french_faults.c: every sentence of an error that a request can come to has its
 * French one, with the same arguments. */
#include "room.h"

#include "server/conn.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where requests are read. */
static const char *const FILES[] = {
    "server/admin.c",        "server/admin_api.c", "server/admin_server.c",
    "server/admin_tables.c", "server/accounts.c",  "server/api.c",
    "server/ceremony.c",     "server/chat.c",      "server/deals.c",
    "server/lobby.c",        "server/message.c",   "server/moves.c",
    "server/passkeys.c",     "server/people.c",    "server/programs.c",
    "server/recovery.c",     "server/seats.c",     "server/session_api.c",
    "server/watching.c",     "edge/query.c",       "wire/deal_json.c",
    "wire/json_in.c",        "wire/position.c",    "wire/request.c",
    "wire/sentences.c",      "wire/strict.c",      "wire/table_json.c",
};

static char *read_source(const char *name)
{
    char path[512];
    char *text = calloc(1, 1 << 20);

    snprintf(path, sizeof path, "%s/%s", SOURCES, name);
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL && text != NULL, "%s", path);
    cr_assert_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
    fclose(file);
    return text;
}

/* The string literals from `at` on, joined; empty: there is none. */
static void read_literal(const char *at, char *out, size_t room)
{
    size_t used = 0;

    for (at += strspn(at, " \n"); *at == '"'; at += 1 + strspn(at + 1, " \n")) {
        for (at++; *at != '"' && used + 1 < room; at++) {
            at += *at == '\\';
            out[used++] = *at;
        }
    }
    out[used] = '\0';
}

/* The conversions of a format, one after the other: "%s%zu". */
static void conversions(const char *format, char *out)
{
    for (; (format = strchr(format, '%')) != NULL; format += strcspn(format, "sdu") + 1)
        out += sprintf(out, "%.*s", (int)strcspn(format, "sdu") + 1, format);
    *out = '\0';
}

static void check(const char *file, const char *english)
{
    const char *french = fault_language(LANGUAGE_FR)->translate(english);
    char wanted[64], found[64];

    cr_expect_neq(french, english, "%s: there is no French for: %s", file, english);
    conversions(english, wanted);
    conversions(french, found);
    cr_expect_str_eq(found, wanted, "%s", french);
}

Test(french_faults, every_sentence_has_one)
{
    int count = 0;

    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        char *source = read_source(FILES[i]), literal[320];
        for (const char *at = source; (at = strstr(at, "fault_set(")) != NULL; at++) {
            read_literal(strchr(at, ',') + 1, literal, sizeof literal);
            if (strcmp(literal, "%s") == 0 || literal[0] == '\0')
                continue;
            check(FILES[i], literal);
            count++;
        }
        for (const char *at = source; (at = strstr(at, "admin_refuse(")) != NULL; at++) {
            read_literal(strchr(strchr(at, ',') + 1, ',') + 1, literal, sizeof literal);
            if (literal[0] != '\0')
                check(FILES[i], literal);
        }
        free(source);
    }
    cr_expect_geq(count, 30, "only %d sentences were found", count);
    cr_expect_null(fault_language(LANGUAGE_EN));
}

Test(french_faults, a_sentence_and_its_parts)
{
    Fault fault = { .language = fault_language(LANGUAGE_FR) };

    json_free(json_read("{\"a\" 1}", 7, "This is not JSON", &fault));
    cr_expect_str_eq(fault.sentence,
                     "Ce n’est pas du JSON\u00a0: à l’octet 6 il faut deux-points.");
}

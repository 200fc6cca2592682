/* admin_print.c: answers of server/admin.h as lines for people. */
#include "cli/admin_print.h"

#include "server/admin.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Keys whose number is a time. */
static int is_time(const char *key)
{
    static const char *const TIMES[] = { "at",     "created", "changed", "expires",
                                         "banned", "muted",   "until" };

    for (size_t i = 0; i < sizeof TIMES / sizeof *TIMES; i++) {
        if (strcmp(TIMES[i], key) == 0)
            return 1;
    }
    return 0;
}

static void print_time(long long at, Language language)
{
    time_t seconds = (time_t)(at / 1000);
    char text[64] = "";
    struct tm local;

    if (at >= ADMIN_FOR_EVER)
        snprintf(text, sizeof text, "%s", words_find(language, "admin.for-ever"));
    else if (localtime_r(&seconds, &local) != NULL)
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
    printf("%s", text);
}

static void print_value(const Json *value, Language language)
{
    int is_first = 1;

    switch (value->kind) {
    case JSON_IS_TEXT:
        printf("%s", text_is_harmless(value->text, value->length) ? value->text : "?");
        break;
    case JSON_IS_NUMBER:
        if (is_time(value->key == NULL ? "" : value->key))
            print_time(value->number, language);
        else
            printf("%lld", value->number);
        break;
    case JSON_IS_LIST:
        JSON_EACH(entry, value) {
            printf("%s", is_first ? "" : ", ");
            print_value(entry, language);
            is_first = 0;
        }
        break;
    default:
        printf("%s", value->kind == JSON_IS_FLAG && value->number ? "+" : "-");
        break;
    }
}

/* A server is not trusted with the terminal. */
static void print_key(const Json *value)
{
    if (value->key != NULL && text_is_harmless(value->key, strlen(value->key)))
        printf("%s: ", value->key);
}

/* "role: admin" says what it is; the first two values need no such word. */
static void print_row(const Json *row, Language language)
{
    int place = 0;

    JSON_EACH(value, row) {
        printf("%s", place == 0 ? "" : "  ");
        if (place >= 2)
            print_key(value);
        print_value(value, language);
        place++;
    }
    printf("\n");
}

static void print_member(const Json *value, Language language)
{
    if (value->kind == JSON_IS_LIST) {
        JSON_EACH(row, value) {
            print_row(row, language);
        }
    } else if (value->kind == JSON_IS_OBJECT) {
        JSON_EACH(member, value) {
            print_key(member);
            print_value(member, language);
            printf("\n");
        }
    } else if (strcmp(value->key, "link") == 0 || strcmp(value->key, "token") == 0) {
        print_value(value, language);
        printf("\n");
    } else {
        print_key(value);
        print_value(value, language);
        printf("\n");
    }
}

void admin_print(const Text *answer, Language language)
{
    Fault fault = { 0 };
    Json *json = json_read(answer->bytes, answer->length, "", &fault);
    int is_empty = 1;

    if (json == NULL)
        return;
    JSON_EACH(member, json) {
        is_empty = member->kind == JSON_IS_LIST && member->length == 0;
        if (!is_empty)
            print_member(member, language);
    }
    if (is_empty)
        printf("%s\n",
               words_find(language, json->length == 0 ? "admin.done" : "admin.none"));
    json_free(json);
}

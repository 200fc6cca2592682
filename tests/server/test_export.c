/* test_export.c: the export of a person has everything that the database has about them.
 * The columns are read from the database itself: one that is new fails the test until
 * exported.c says where the export has it, or why it has not. */
#include "dealing.h"
#include "exported.h"
#include "rite.h"

#include "push/push_reader.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Person ada;

HOUSE_SUITE(exports, HOUSE_OPEN, ada = person_new(house, "Ada"));

/* A finished game, with a deal and a line of chat. */
static void play_a_game(void)
{
    char code[CODE_ROOM];

    table_new(house, &ada, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"random\"],"
              "\"sit_in\":\"random\",\"public\":true}");
    Tab *tab = tab_open(house, &ada);
    Deal deal = ask_deal(house, &ada, code);
    Client client = client_of(tab, &deal, 0, 0x11);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"all aboard\"}", code);
    client_commit(&client);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    client_reveal(&client);
    tab_stand(tab, code);
    wait_for_state(tab, "over");
    tab_close(tab);
}

/* A password, a passkey, recovery codes, a program. */
static void keep_name(void)
{
    SoftKey key = soft_key_new(KEY_ES256);
    char confirm[FIELD], body[BODY];

    must_ask(house, &ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    must_ask(house, &ada, "/api/1/keep", "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    Answer answer = ask(house, &ada, "/api/1/confirm", "{\"password\":\"all aboard!\"}");
    snprintf(confirm, sizeof confirm, ",\"confirm\":\"%s\"",
             text_at(answer.json, "confirm"));
    answer_free(&answer);
    rite_make(house, &ada, &key, &RITE, confirm, body);
    must_ask(house, &ada, "/api/1/passkeys", "%s", body);
    snprintf(body, sizeof body, "{%s}", confirm + 1);
    must_ask(house, &ada, "/api/1/codes", "%s", body);
    soft_key_free(&key);
}

/* The value at "tables/0/seat"; NULL: there is none. */
static const Json *value_at(const Json *json, const char *path)
{
    char copy[64], *rest = copy;

    snprintf(copy, sizeof copy, "%s", path);
    for (const char *word; json != NULL && (word = strsep(&rest, "/")) != NULL;) {
        if (!json_is(json, JSON_IS_LIST))
            json = json_is(json, JSON_IS_OBJECT) ? json_get(json, word) : NULL;
        else
            json = json->length > 0 ? entry_at(json, atoi(word)) : NULL;
    }
    return json;
}

static void expect_exported(const Json *export, const char *column)
{
    const Exported *entry = exported_find(column);

    cr_expect_not_null(entry, "the column %s is new: is it exported?", column);
    if (entry != NULL && entry->path != NULL)
        cr_expect_not_null(value_at(export, entry->path), "%s is not at %s", column,
                           entry->path);
}

/* Every column that the database has. */
static int check_columns(const Json *export)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *columns = NULL;
    int count = 0;

    cr_assert_eq(sqlite3_open_v2(house->data, &database, SQLITE_OPEN_READONLY, NULL),
                 SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(database,
                                    "SELECT m.name || '.' || c.name FROM sqlite_master m, "
                                    "pragma_table_info(m.name) c WHERE m.type = 'table' "
                                    "AND m.name NOT LIKE 'sqlite_%'",
                                    -1, &columns, NULL),
                 SQLITE_OK);
    for (; sqlite3_step(columns) == SQLITE_ROW; count++)
        expect_exported(export, (const char *)sqlite3_column_text(columns, 0));
    sqlite3_finalize(columns);
    sqlite3_close(database);
    return count;
}

static void add_device(void)
{
    SoftBrowser browser = soft_browser_new();

    must_ask(house, &ada, "/api/1/notices/device",
             "{\"endpoint\":\"https://push.example/1\",\"key\":\"%s\",\"auth\":\"%s\"}",
             browser.key, browser.auth);
    soft_browser_free(&browser);
}

Test(exports, have_every_column_about_a_person)
{
    must_ask(house, &ada, "/api/1/daily", "{\"game\":\"take-a-train\"}");
    play_a_game();
    keep_name();
    add_device();
    Answer answer = ask(house, &ada, "/api/1/export", NULL);
    cr_assert_eq(answer.status, 200);
    house_end(house, SIGTERM);
    cr_expect_gt(check_columns(answer.json), 60);
    house_begin(house);
    cr_expect_null(strstr(answer.reply.body.bytes, ada.token));
    cr_expect_null(strstr(answer.reply.body.bytes, "argon2"));
    answer_free(&answer);
}

/* test_previews.c: what shows where the link of a table is pasted: tags of the page, and a
 * card. */
#include "player.h"

#include "board.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { CARD_BYTES_MOST = 60000, DAY = 24 * 3600 * 1000 };

HOUSE_SUITE(previews, HOUSE_OPEN);

static void play(const Person *one, const Person *other, char code[CODE_ROOM])
{
    const Person people[] = { *one, *other };
    Board *board = board_open_for(house, people, "station-master", 2, "");

    board_play(board, -1);
    snprintf(code, CODE_ROOM, "%s", board->code);
    board_close(board);
}

/* By link only: against a bot, and another plays on for the host. */
static void play_by_link(const Person *host, char code[CODE_ROOM])
{
    const Json *table;

    table_new(house, host, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"random\"],"
              "\"sit_in\":\"random\"}");
    Tab *tab = tab_open(house, host);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_stand(tab, code);
    do
        table = tab_wait_for(tab, "table");
    while (strcmp(text_at(table, "state"), "over") != 0);
    tab_close(tab);
}

/* A GET without a session; `more` is a header line or NULL. */
static Answer get(const char *more, const char *format, const char *code)
{
    char path[128];

    snprintf(path, sizeof path, format, code);
    return ask_so(house, &(HttpRequest){ .path = path, .more = more });
}

static int says(const Answer *answer, const char *words)
{
    return strstr(answer->reply.body.bytes, words) != NULL;
}

static void expect_card(const char *code)
{
    Answer card = get(NULL, "/api/1/tables/%s/card", code);

    cr_assert_eq(card.status, 200);
    cr_expect_eq(strncmp(http_reply_header(&card.reply, "content-type"), "image/png", 9),
                 0);
    cr_expect_eq(
        strncmp(http_reply_header(&card.reply, "cache-control"), "public, max-age=300", 19),
        0);
    cr_assert_gt(card.reply.body.length, 1000);
    cr_expect_lt(card.reply.body.length, CARD_BYTES_MOST);
    cr_expect_eq(memcmp(card.reply.body.bytes, "\x89PNG\r\n\x1a\n", 8), 0);
    Answer again = get(NULL, "/api/1/tables/%s/card", code);
    cr_expect(
        again.reply.body.length == card.reply.body.length
        && memcmp(again.reply.body.bytes, card.reply.body.bytes, card.reply.body.length)
               == 0);
    answer_free(&again);
    answer_free(&card);
}

/* The same bytes as for a code that nobody ever had, and a page without tags. */
static void expect_nothing(const char *code)
{
    Answer never = get(NULL, "/api/1/tables/%s/card", "23456789AB");
    Answer card = get(NULL, "/api/1/tables/%s/card", code);
    Answer page = get(NULL, "/g/%s", code);

    cr_expect_eq(never.status, 404);
    cr_expect_eq(card.status, 404);
    cr_expect_str_eq(card.reply.body.bytes, never.reply.body.bytes);
    cr_expect_eq(page.status, 200);
    cr_expect_not(says(&page, "og:"));
    answer_free(&page);
    answer_free(&card);
    answer_free(&never);
}

Test(previews, show_a_finished_game)
{
    Person ada = person_new(house, "Ada <3 & \\\"co\\\""), ben = person_new(house, "Ben");
    char code[CODE_ROOM], image[64];

    play(&ada, &ben, code);
    Answer page = get(NULL, "/g/%s", code);
    cr_assert_eq(page.status, 200);
    cr_expect(says(&page, "<meta property=\"og:title\" content=\""));
    cr_expect(says(&page, "Station Master"));
    cr_expect(says(&page, "Ada &lt;3 &amp; &quot;co&quot;"), "escaped");
    cr_expect_not(says(&page, "Ada <3"));
    cr_expect(says(&page, "Ben"));
    snprintf(image, sizeof image, "/api/1/tables/%s/card?lang=en\"", code);
    cr_expect(says(&page, image));
    cr_expect(says(&page, "summary_large_image"));
    cr_expect(strstr(page.reply.body.bytes, "og:image")
              < strstr(page.reply.body.bytes, "</head>"));
    answer_free(&page);
    page = get(NULL, "/t/%s/replay?utm_source=x", code);
    cr_expect(says(&page, "/g/"), "the page of the finished game");
    answer_free(&page);
    expect_card(code);
}

Test(previews, speak_two_languages)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM];

    play(&ada, &ben, code);
    Answer asked = get(NULL, "/g/%s?lang=fr", code);
    Answer accepted = get("Accept-Language: fr-FR,fr;q=0.9\r\n", "/g/%s", code);
    cr_expect(says(&asked, "og:locale\" content=\"fr_FR"));
    cr_expect(says(&asked, "card?lang=fr"));
    cr_expect_str_eq(asked.reply.body.bytes, accepted.reply.body.bytes);
    Answer english = get(NULL, "/api/1/tables/%s/card?lang=en", code);
    Answer french = get(NULL, "/api/1/tables/%s/card?lang=fr", code);
    cr_expect(english.reply.body.length != french.reply.body.length
                  || memcmp(english.reply.body.bytes, french.reply.body.bytes,
                            french.reply.body.length)
                         != 0,
              "the words are on the card");
    answer_free(&asked);
    answer_free(&accepted);
    answer_free(&english);
    answer_free(&french);
}

/* By link only: whoever has the link sees it. */
Test(previews, of_an_open_table_name_the_host_alone)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Benedikt");
    char code[CODE_ROOM];

    table_new(house, &ada, code,
              "{\"game\":\"freight-train\",\"public\":false,"
              "\"seats\":[\"me\",\"open\",\"open\"]}");
    Tab *tab = tab_open(house, &ben);
    tab_must(tab, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":1}", code);
    Answer page = get(NULL, "/t/%s", code);
    cr_expect(says(&page, "Ada invites to a game: Freight Train"));
    cr_expect(says(&page, "1 of 3 seats is free"));
    cr_expect_not(says(&page, "Benedikt"));
    answer_free(&page);
    expect_card(code);
    Tab *host = tab_open(house, &ada);
    tab_must(host, "{\"do\":\"close\",\"table\":\"%s\"}", code);
    expect_nothing(code);
    tab_close(host);
    tab_close(tab);
}

Test(previews, of_a_running_game_show_nothing)
{
    Board *board = board_open(house, "station-master", 2, "");

    board_play(board, 4);
    expect_nothing(board->code);
    board_close(board);
}

/* At once, although a picture with the name may be in the cache. */
Test(previews, do_not_name_people_who_hide)
{
    Person ada = person_keeping(house, "Adelheid");
    char code[CODE_ROOM];

    play_by_link(&ada, code);
    Answer with = get(NULL, "/api/1/tables/%s/card", code);
    Answer page = get(NULL, "/g/%s", code);
    cr_expect(says(&page, "Adelheid"));
    answer_free(&page);
    must_ask(house, &ada, "/api/1/show", "{\"show\":\"hidden\"}");
    page = get(NULL, "/g/%s", code);
    cr_expect_not(says(&page, "Adelheid"));
    cr_expect(says(&page, "Somebody"));
    answer_free(&page);
    Answer without = get(NULL, "/api/1/tables/%s/card", code);
    cr_expect_eq(without.status, 200);
    cr_expect(
        with.reply.body.length != without.reply.body.length
        || memcmp(with.reply.body.bytes, without.reply.body.bytes, with.reply.body.length)
               != 0);
    answer_free(&with);
    answer_free(&without);
    must_ask(house, &ada, "/api/1/delete", "{\"password\":\"all aboard!\"}");
    page = get(NULL, "/g/%s", code);
    cr_expect_not(says(&page, "Adelheid"));
    answer_free(&page);
}

Test(previews, of_the_deal_of_the_day_wait_until_it_is_over)
{
    Person ada = person_keeping(house, "Ada");
    Player player = player_start(house, &ada, "station-master", HABIT_STRAIGHT);

    player_play(&player, -1);
    expect_nothing(player.code);
    house_move_clock(house, DAY);
    expect_card(player.code);
    player_close(&player);
}

Test(previews, draw_names_of_any_script)
{
    static const char *const NAMES[] = { "محمد الكبير",
                                         "山田太郎",
                                         "🚂👩🏽‍🔧🇫🇷",
                                         "ẹ́̂̈",
                                         "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
                                         "עדה abc" };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i += 2) {
        Person one = person_new(house, NAMES[i]), other = person_new(house, NAMES[i + 1]);
        char code[CODE_ROOM];
        play(&one, &other, code);
        Answer page = get(NULL, "/g/%s", code);
        cr_expect(says(&page, one.name), "%s", one.name);
        answer_free(&page);
        expect_card(code);
    }
}

/* Beyond the rate of invitations the card is refused, and the page comes without tags. */
Test(previews, cannot_be_found_by_guessing)
{
    enum { GUESSES = 1000 };
    int status = 404, guesses = 0;

    house_close(house);
    house = house_open(HOUSE_LIMITED);
    Person ada = person_new(house, "Ada");
    char code[CODE_ROOM];
    table_new(house, &ada, code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    while (status == 404 && guesses++ < GUESSES) {
        Answer guess = get(NULL, "/api/1/tables/%s/card", "23456789AB");
        status = guess.status;
        answer_free(&guess);
    }
    cr_expect_eq(status, 429, "%d guesses were answered", guesses);
    Answer page = get(NULL, "/t/%s", code);
    cr_expect_eq(page.status, 200);
    cr_expect_not(says(&page, "og:"));
    answer_free(&page);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/nothing", NULL);
}

Test(previews, the_tags_alone_are_for_nobody)
{
    Person ada = person_new(house, "Ada");
    char code[CODE_ROOM], path[64];

    table_new(house, &ada, code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    snprintf(path, sizeof path, "/api/1/preview/%s", code);
    Answer answer = ask(house, NULL, path, NULL);
    cr_expect_eq(answer.status, 404);
    answer_free(&answer);
}

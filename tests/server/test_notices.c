/* test_notices.c: people who are not there are told by web push, at a push service of the
 * tests' own, which checks signatures and decrypts. */
#include "push/push_service.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GRACE_MS = 6000, RETRY_MS = 31000, MINUTE_MS = 60000, DAY_MINUTES = 1440 };

static PushService *service;

/* With the certificate of the push service, which must be there first. */
static void reopen_with_service(House *house)
{
    service = push_service_open(house->folder);
    house_end(house, SIGTERM);
    house->more[0] = "--push-loopback";
    house->more[1] = push_service_ca(service);
    house_begin(house);
}

HOUSE_SUITE(notices, HOUSE_OPEN, reopen_with_service(house));

static void add_device(const Person *who, const char *endpoint, const char *language)
{
    const SoftBrowser *browser = push_service_browser(service);
    char path[64];

    snprintf(path, sizeof path, "/api/1/notices/device?lang=%s", language);
    must_ask(house, who, path, "{\"endpoint\":\"%s%s\",\"key\":\"%s\",\"auth\":\"%s\"}",
             push_service_origin(service), endpoint, browser->key, browser->auth);
}

static int device_count(const Person *who)
{
    Answer answer = ask(house, who, "/api/1/notices", NULL);
    int count = (int)json_at(answer.json, "devices")->length;

    answer_free(&answer);
    return count;
}

/* A message must come, with this answer of the service. */
static Pushed expect_push(int status)
{
    Pushed pushed;

    cr_assert(push_service_next(service, PATIENCE_MS, &pushed), "nothing was pushed");
    cr_assert_eq(pushed.status, status, "%s was answered by %d", pushed.path,
                 pushed.status);
    return pushed;
}

/* Whatever was due is done: the queue is empty, or waits for later. */
static void expect_no_push(void)
{
    Pushed pushed;
    Person eve = person_new(house, "Eve"), host = person_new(house, "Host");
    char code[CODE_ROOM];

    must_ask(house, &eve, "/api/1/keep", "{\"name\":\"Eve\",\"password\":\"all aboard!\"}");
    add_device(&eve, "/ok/sentinel", "en");
    table_new(house, &host, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"]}");
    char path[64];
    snprintf(path, sizeof path, "/api/1/tables/%s/invite", code);
    must_ask(house, &host, path, "{\"name\":\"Eve\"}");
    cr_assert(push_service_next(service, PATIENCE_MS, &pushed));
    cr_expect_str_eq(pushed.path, "/ok/sentinel");
    must_ask(house, &eve, "/api/1/delete", "{\"password\":\"all aboard!\"}");
}

Test(notices, say_whose_turn_it_is)
{
    Scene scene = scene_open(house);
    char wanted[64];

    scene_leave(&scene);
    add_device(absent_of(&scene), "/ok/1", "en");
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    Pushed pushed = expect_push(201);
    cr_expect_str_eq(pushed.path, "/ok/1");
    snprintf(wanted, sizeof wanted, "\"url\":\"/t/%s\"", scene.board->code);
    cr_expect(strstr(pushed.text, wanted) != NULL, "%s", pushed.text);
    cr_expect(strstr(pushed.text, "It is your turn in Freight Train.") != NULL);
    snprintf(wanted, sizeof wanted, "%s-0", scene.board->code);
    cr_expect_str_eq(pushed.topic, wanted);
    Answer answer = ask(house, absent_of(&scene), "/api/1/notices", NULL);
    cr_expect_str_eq(text_at(answer.json, "key"), pushed.claim.key);
    answer_free(&answer);
    /* Once for a turn, also if they come and go again. */
    Tab *tab = tab_open(house, absent_of(&scene));
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", scene.board->code);
    tab_close(tab);
    for (int i = 0; i < PATIENCE_MS && absent_is_here(&scene); i++)
        ;
    house_move_clock(house, GRACE_MS);
    expect_no_push();
    board_close(scene.board);
}

Test(notices, do_not_come_while_somebody_looks)
{
    Scene scene = scene_open(house);

    add_device(absent_of(&scene), "/ok/1", "en");
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    expect_no_push();
    scene_leave(&scene);
    house_move_clock(house, GRACE_MS);
    expect_push(201);
    board_close(scene.board);
}

Test(notices, come_to_every_device_in_its_language)
{
    Scene scene = scene_open(house);

    scene_leave(&scene);
    add_device(absent_of(&scene), "/ok/1", "en");
    add_device(absent_of(&scene), "/ok/2", "fr");
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    for (int i = 0; i < 2; i++) {
        Pushed pushed = expect_push(201);
        int is_french = strcmp(pushed.path, "/ok/2") == 0;
        const char *sentence =
            is_french ? "C’est votre tour (Train de marchandises)." : "It is your turn";
        cr_expect(strstr(pushed.text, sentence) != NULL, "%s", pushed.text);
    }
    board_close(scene.board);
}

Test(notices, forget_devices_that_are_gone)
{
    Scene scene = scene_open(house);

    scene_leave(&scene);
    add_device(absent_of(&scene), "/gone/1", "en");
    cr_assert_eq(device_count(absent_of(&scene)), 1);
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    expect_push(410);
    for (int i = 0; i < PATIENCE_MS && device_count(absent_of(&scene)) > 0; i++)
        ;
    cr_expect_eq(device_count(absent_of(&scene)), 0);
    board_close(scene.board);
}

Test(notices, are_tried_again)
{
    Scene scene = scene_open(house);

    scene_leave(&scene);
    add_device(absent_of(&scene), "/busy/1", "en");
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    expect_push(503);
    expect_no_push();
    push_service_recover(service);
    house_move_clock(house, RETRY_MS);
    expect_push(201);
    house_move_clock(house, 100 * RETRY_MS);
    expect_no_push();
    board_close(scene.board);
}

Test(notices, wait_for_the_end_of_quiet_hours)
{
    Scene scene = scene_open(house);
    int minute = (int)(time(NULL) / 60 % DAY_MINUTES);

    scene_leave(&scene);
    add_device(absent_of(&scene), "/ok/1", "en");
    must_not_ask(house, absent_of(&scene), 400, "bad-request", "/api/1/notices",
                 "{\"turn\":true,\"begin\":true,\"invited\":true,\"from\":0,\"to\":60,"
                 "\"zone\":\"Mars/Olympus\"}");
    must_ask(house, absent_of(&scene), "/api/1/notices",
             "{\"turn\":true,\"begin\":true,\"invited\":true,\"from\":%d,\"to\":%d,"
             "\"zone\":\"Etc/UTC\"}",
             (minute + DAY_MINUTES - 60) % DAY_MINUTES, (minute + 60) % DAY_MINUTES);
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    expect_no_push();
    house_move_clock(house, 61 * MINUTE_MS);
    expect_push(201);
    board_close(scene.board);
}

Test(notices, are_only_what_somebody_wants)
{
    Scene scene = scene_open(house);

    scene_leave(&scene);
    add_device(absent_of(&scene), "/ok/1", "en");
    must_ask(house, absent_of(&scene), "/api/1/notices",
             "{\"turn\":false,\"begin\":true,\"invited\":true,\"zone\":\"\"}");
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    expect_no_push();
    board_close(scene.board);
}

Test(notices, end_with_the_session)
{
    Scene scene = scene_open(house);

    scene_leave(&scene);
    add_device(absent_of(&scene), "/ok/1", "en");
    must_ask(house, absent_of(&scene), "/api/1/logout", "{}");
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    expect_no_push();
    board_close(scene.board);
}

static Person keep_name(const char *name)
{
    Person person = person_new(house, name);

    must_ask(house, &person, "/api/1/keep",
             "{\"name\":\"%s\",\"password\":\"all aboard!\"}", name);
    return person;
}

Test(notices, invite_people_who_keep_a_name)
{
    Person ada = keep_name("Ada"), ben = keep_name("Ben");
    Person guest = person_new(house, "Guest");
    char code[CODE_ROOM], path[64];

    table_new(house, &ada, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"]}");
    snprintf(path, sizeof path, "/api/1/tables/%s/invite", code);
    add_device(&ben, "/ok/ben", "fr");
    must_not_ask(house, &guest, 403, "not-allowed", path, "{\"name\":\"Ben\"}");
    must_not_ask(house, &ada, 404, "no-such-thing", path, "{\"name\":\"Nobody\"}");
    must_not_ask(house, &ada, 404, "no-such-table", "/api/1/tables/AAAAAAAAAA/invite",
                 "{\"name\":\"Ben\"}");
    must_ask(house, &ada, path, "{\"name\":\"ben\"}");
    Pushed pushed = expect_push(201);
    cr_expect(strstr(pushed.text, "Ada vous invite à une partie (") != NULL, "%s",
              pushed.text);
    must_ask(house, &ada, path, "{\"name\":\"Ben\"}"); /* is known already */
    expect_no_push();
}

Test(notices, say_that_a_game_begins)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM];

    add_device(&ben, "/ok/ben", "en");
    table_new(house, &ada, code,
              "{\"game\":\"freight-train\",\"options\":{\"first\":0},"
              "\"seats\":[\"me\",\"open\"]}");
    Tab *bens = tab_open(house, &ben), *adas = tab_open(house, &ada);
    tab_must(bens, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":1}", code);
    tab_close(bens);
    tab_must(adas, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(adas, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    tab_wait_for(adas, "update");
    house_move_clock(house, GRACE_MS);
    Pushed pushed = expect_push(201);
    cr_expect(strstr(pushed.text, "The game of Freight Train begins.") != NULL, "%s",
              pushed.text);
    tab_close(adas);
}

Test(notices, refuse_endpoints_that_are_none)
{
    static const char *const WRONG[] = { "http://push.example/1",
                                         "https://user:pass@push.example/1",
                                         "https://user@push.example/1",
                                         "ftp://push.example/1",
                                         "file:///etc/passwd",
                                         "https://push.example\\\"/1",
                                         "push" };
    Person ada = person_new(house, "Ada");
    const SoftBrowser *browser = push_service_browser(service);

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        must_not_ask(house, &ada, 400, "bad-request", "/api/1/notices/device",
                     "{\"endpoint\":\"%s\",\"key\":\"%s\",\"auth\":\"%s\"}", WRONG[i],
                     browser->key, browser->auth);
    must_not_ask(
        house, &ada, 400, "bad-request", "/api/1/notices/device",
        "{\"endpoint\":\"https://push.example/1\",\"key\":\"%.80s\",\"auth\":\"%s\"}",
        browser->key, browser->auth);
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/notices", NULL);
    Answer answer = ask(house, &ada, "/api/1/notices/device?lang=fr",
                        "{\"endpoint\":\"push\",\"key\":\"%s\",\"auth\":\"%s\"}",
                        browser->key, browser->auth);
    cr_expect_str_eq(
        text_at(json_at(answer.json, "error"), "text"),
        "endpoint doit être l’adresse d’un service de notifications, en https.");
    answer_free(&answer);
}

static long long figure(const char *name)
{
    char line[64];
    Answer answer = ask_admin(house, "/metrics");

    snprintf(line, sizeof line, "\nroundhouse_%s", name);
    const char *at = strstr(answer.reply.body.bytes, line);
    cr_assert_not_null(at, "there is no figure %s", name);
    long long value = atoll(at + strlen(line));
    answer_free(&answer);
    return value;
}

/* Without the exception of tests: no request ever leaves for the own machine. */
Test(notices, never_go_to_the_own_network)
{
    static const char *const INSIDE[] = { "https://localhost/1", "https://localhost/2" };
    static const char *const ADDRESSES[] = {
        "https://127.0.0.1/1", "https://127.1/1",     "https://2130706433/1",
        "https://[::1]/1",     "https://10.0.0.1/1",  "https://[::ffff:10.0.0.1]/1",
        "https://[fe80::1]/1", "https://169.254.9.9/"
    };
    const SoftBrowser *browser = push_service_browser(service);

    house_end(house, SIGTERM);
    house->more[0] = NULL;
    house_begin(house);
    Scene scene = scene_open(house);
    scene_leave(&scene);
    must_not_ask(house, absent_of(&scene), 400, "bad-request", "/api/1/notices/device",
                 "{\"endpoint\":\"%s/ok/1\",\"key\":\"%s\",\"auth\":\"%s\"}",
                 push_service_origin(service), browser->key, browser->auth);
    for (size_t i = 0; i < sizeof ADDRESSES / sizeof *ADDRESSES; i++)
        must_not_ask(house, absent_of(&scene), 400, "bad-request", "/api/1/notices/device",
                     "{\"endpoint\":\"%s\",\"key\":\"%s\",\"auth\":\"%s\"}", ADDRESSES[i],
                     browser->key, browser->auth);
    for (size_t i = 0; i < sizeof INSIDE / sizeof *INSIDE; i++)
        must_ask(house, absent_of(&scene), "/api/1/notices/device",
                 "{\"endpoint\":\"%s\",\"key\":\"%s\",\"auth\":\"%s\"}", INSIDE[i],
                 browser->key, browser->auth);
    play_until_their_turn(&scene);
    house_move_clock(house, GRACE_MS);
    for (int i = 0; i < PATIENCE_MS && figure("notices_failed_total ") < 2; i++)
        ;
    cr_expect_eq(figure("notices_failed_total "), 2);
    cr_expect_eq(figure("notices_total "), 0);
    cr_expect_eq(device_count(absent_of(&scene)), 2, "a name may lead elsewhere tomorrow");
    board_close(scene.board);
}

/* test_hostile_site.c: the server's public name, the listener of health and metrics,
 * and forged headers through a proxy. */
#define _GNU_SOURCE
#include "nginx.h"
#include "raw.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_ALL(house, cases) raw_check_all(house, cases, sizeof(cases) / sizeof *(cases))

/* ------------------------------------------------------------------------- */
/* The name                                                                  */
/* ------------------------------------------------------------------------- */

#define SITE        "Host: trains.example.org\r\n"
#define HELLO(host) "GET /api/1/hello HTTP/1.1\r\nHost: " host "\r\n\r\n"
#define UPGRADE                                                                            \
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"           \
    "Sec-WebSocket-Key: cm91bmRob3VzZSBsb2FkIQ==\r\n"

/* One case, without the plain request afterwards, which names another host. */
static void check_site(const House *house, const RawCase *one)
{
    char expect[64];
    Raw raw = raw_open(house, NULL);
    HttpReply reply = { 0 };
    int is_answered;

    raw_send(&raw, one->bytes, one->length, RAW_AT_ONCE);
    is_answered = raw_reply(&raw, 1, &reply);
    snprintf(expect, sizeof expect, "%d", reply.status);
    cr_expect(is_answered && expect[0] == one->expect[0]
                  && (one->expect[1] == 'x' || strcmp(expect, one->expect) == 0),
              "%s: %d instead of %s", one->name, reply.status, one->expect);
    http_reply_free(&reply);
    raw_close(&raw);
}

Test(hostile_site, host_and_scheme_are_those_of_the_base_url)
{
    static const char *const OPTIONS[] = { "--base-url", "https://trains.example.org",
                                           NULL };
    static const RawCase CASES[] = {
        RAW_CASE("its Host", HELLO("trains.example.org"), "200"),
        RAW_CASE("its Host in capitals", HELLO("Trains.Example.ORG"), "200"),
        RAW_CASE("its Host with the port", HELLO("trains.example.org:443"), "200"),
        RAW_CASE("its Host with another port", HELLO("trains.example.org:80"), "4xx"),
        RAW_CASE("another Host", HELLO("evil.example"), "4xx"),
        RAW_CASE("a name that begins like it", HELLO("trains.example.org.evil.example"),
                 "4xx"),
        RAW_CASE("a name that ends like it", HELLO("eviltrains.example.org"), "4xx"),
        RAW_CASE("loopback", HELLO("127.0.0.1"), "4xx"),
        RAW_CASE("localhost", HELLO("localhost"), "4xx"),
        RAW_CASE("the page for another Host",
                 "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "4xx"),
        RAW_CASE("another Host in the target",
                 "GET http://evil.example/api/1/hello HTTP/1.1\r\n" SITE "\r\n", "4xx"),
        RAW_CASE("the Host of a proxy",
                 "GET /api/1/hello HTTP/1.1\r\nHost: evil.example\r\n"
                 "X-Forwarded-Host: trains.example.org\r\n\r\n",
                 "4xx"),
        RAW_CASE("POST from its own page",
                 "POST /api/1/logout HTTP/1.1\r\n" SITE
                 "Origin: https://trains.example.org\r\nContent-Length: 2\r\n\r\n{}",
                 "200"),
        RAW_CASE("POST from the same name without TLS",
                 "POST /api/1/logout HTTP/1.1\r\n" SITE
                 "Origin: http://trains.example.org\r\nContent-Length: 2\r\n\r\n{}",
                 "403"),
        RAW_CASE("POST from another site that names itself",
                 "POST /api/1/logout HTTP/1.1\r\nHost: evil.example\r\n"
                 "Origin: https://evil.example\r\nContent-Length: 2\r\n\r\n{}",
                 "4xx"),
        RAW_CASE("a WebSocket from its own page",
                 "GET /ws/1 HTTP/1.1\r\n" SITE
                 "Origin: https://trains.example.org\r\n" UPGRADE "\r\n",
                 "101"),
        RAW_CASE("a WebSocket from the same name without TLS",
                 "GET /ws/1 HTTP/1.1\r\n" SITE
                 "Origin: http://trains.example.org\r\n" UPGRADE "\r\n",
                 "403"),
        RAW_CASE("a WebSocket for another Host",
                 "GET /ws/1 HTTP/1.1\r\nHost: evil.example\r\n" UPGRADE "\r\n", "4xx"),
    };
    House *house = house_open_with(HOUSE_OPEN, OPTIONS);

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        check_site(house, &CASES[i]);
    house_close(house);
}

Test(hostile_site, with_https_browsers_are_told_to_stay_there)
{
    static const char *const OPTIONS[] = { "--base-url", "https://trains.example.org",
                                           NULL };
    House *house = house_open_with(HOUSE_OPEN, OPTIONS);
    Raw raw = raw_open(house, NULL);
    HttpReply reply = { 0 };

    raw_send_text(&raw, "POST /api/1/guest HTTP/1.1\r\n" SITE
                        "Origin: https://trains.example.org\r\n"
                        "Content-Length: 14\r\n\r\n{\"name\":\"Ada\"}");
    cr_assert(raw_reply(&raw, 1, &reply));
    cr_assert_eq(reply.status, 200);
    cr_expect_not_null(http_reply_header(&reply, "strict-transport-security"));
    cr_assert_not_null(http_reply_header(&reply, "set-cookie"));
    cr_expect_not_null(strcasestr(http_reply_header(&reply, "set-cookie"), "secure"));
    cr_expect_not_null(strcasestr(http_reply_header(&reply, "set-cookie"), "httponly"));
    http_reply_free(&reply);
    raw_close(&raw);
    house_close(house);
}

/* DNS rebinding: a foreign page whose name points to this machine; the browser sends
 * that name. */
Test(hostile_site, a_server_on_loopback_answers_to_no_other_name)
{
    static const RawCase CASES[] = {
        RAW_CASE("localhost", HELLO("localhost"), "200"),
        RAW_CASE("another name", HELLO("evil.example"), "4xx"),
        RAW_CASE("a WebSocket by another name",
                 "GET /ws/1 HTTP/1.1\r\nHost: evil.example\r\n"
                 "Origin: http://evil.example\r\n" UPGRADE "\r\n",
                 "4xx"),
    };
    House *house = house_open(HOUSE_OPEN);

    CHECK_ALL(house, CASES);
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* Health and metrics                                                        */
/* ------------------------------------------------------------------------- */

/* Neither is reachable on the public listener, however the path is written. */
static void expect_private(const House *house, const char *path)
{
    HttpRequest request = { .path = path };
    HttpReply reply = { 0 };
    Fault fault = { 0 };
    Http http;

    http_open(&http, &house->child.address);
    cr_assert(http_ask(&http, &request, &reply, &fault), "%s", fault.sentence);
    cr_expect(reply.body.length == 0
                  || (strstr(reply.body.bytes, "roundhouse_") == NULL
                      && strstr(reply.body.bytes, "\"ok\"") == NULL),
              "%s is public: %.100s", path, reply.body.bytes);
    http_reply_free(&reply);
    http_close(&http);
}

Test(hostile_site, health_and_metrics_are_not_public)
{
    static const char *const PATHS[] = {
        "/metrics",      "/healthz",     "/api/1/healthz",  "/api/1/metrics",
        "/metrics/",     "//metrics",    "/%6detrics",      "/./metrics",
        "/x/../metrics", "/metrics?x=y", "/metrics%00",     "/metrics;x",
        "/Metrics",      "/api/healthz", "/api/1//healthz", "/api/1/%68ealthz",
    };
    House *house = house_open(HOUSE_OPEN);
    Answer answer;

    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++)
        expect_private(house, PATHS[i]);
    answer = ask(house, NULL, "/metrics", NULL);
    cr_expect_eq(answer.status, 404);
    answer_free(&answer);
    answer = ask_admin(house, "/metrics");
    cr_expect_eq(answer.status, 200);
    cr_expect_not_null(strstr(answer.reply.body.bytes, "roundhouse_"));
    answer_free(&answer);
    answer = ask_admin(house, "/healthz");
    cr_expect_eq(answer.status, 200);
    answer_free(&answer);
    house_close(house);
}

/* Their listener serves nothing else, and is equally strict. */
Test(hostile_site, the_other_listener_has_nothing_else)
{
    static const RawCase CASES[] = {
        RAW_CASE("health", "GET /healthz HTTP/1.1\r\nHost: @\r\n\r\n", "200"),
        RAW_CASE("by the name localhost",
                 "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "200"),
        RAW_CASE("by another name", "GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                 "421 close"),
        RAW_CASE("by no name", "GET /metrics HTTP/1.1\r\nHost:\r\n\r\n", "400 close"),
        RAW_CASE("the page", "GET / HTTP/1.1\r\nHost: @\r\n\r\n", "404"),
        RAW_CASE("the API", "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n", "404"),
        RAW_CASE("POST",
                 "POST /api/1/guest HTTP/1.1\r\nHost: @\r\nContent-Length: 14\r\n\r\n"
                 "{\"name\":\"Ada\"}",
                 "4xx"),
        RAW_CASE("a WebSocket", "GET /ws/1 HTTP/1.1\r\n" RAW_UPGRADE "\r\n", "4xx"),
        RAW_CASE("a WebSocket of health", "GET /healthz HTTP/1.1\r\n" RAW_UPGRADE "\r\n",
                 "4xx"),
        RAW_CASE("a body", "GET /healthz HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx close"),
        RAW_CASE("nonsense", "GARBAGE\r\n\r\n", "4xx close"),
    };
    House *house = house_open(HOUSE_OPEN);
    House admin = { .child.address = house->admin };

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        raw_check_only(&admin, &CASES[i], RAW_AT_ONCE);
    raw_check_alive(house, "requests at the other listener");
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* Forwarded addresses                                                       */
/* ------------------------------------------------------------------------- */

/* Signs in guests with these header lines until one is refused. */
static void use_up(const House *house, const char *lines)
{
    int status = 200;

    for (int i = 0; i < 2000 && status == 200; i++) {
        HttpRequest post = { .path = "/api/1/guest",
                             .body = "{\"name\":\"Ada\"}",
                             .more = lines };
        Answer answer = ask_so(house, &post);
        status = answer.status;
        answer_free(&answer);
    }
    cr_assert_eq(status, 429);
}

static int come_in(const House *house, const char *lines)
{
    HttpRequest post = { .path = "/api/1/guest",
                         .body = "{\"name\":\"Ada\"}",
                         .more = lines };
    Answer answer = ask_so(house, &post);
    int status = answer.status;

    answer_free(&answer);
    return status;
}

Test(hostile_site, forwarded_addresses_cannot_be_made_up)
{
    House *house = house_open(HOUSE_BEHIND_PROXY);

    use_up(house, "X-Forwarded-For: 203.0.113.5\r\n");
    cr_expect_eq(come_in(house, "X-Forwarded-For: 198.51.100.1, 203.0.113.5\r\n"), 429);
    cr_expect_eq(come_in(house, "X-Forwarded-For:  \t203.0.113.5 \r\n"), 429);
    cr_expect_eq(come_in(house, "X-Forwarded-For: ::ffff:203.0.113.5\r\n"), 429);
    cr_expect_eq(come_in(house, "X-Forwarded-For: 198.51.100.1\r\n"
                                "X-Forwarded-For: 203.0.113.5\r\n"),
                 429);
    cr_expect_eq(come_in(house, "X-Forwarded-For: 203.0.113.6\r\n"), 200);
    /* A household has a whole IPv6 network. */
    use_up(house, "X-Forwarded-For: 2001:db8:1:2::1\r\n");
    cr_expect_eq(come_in(house, "X-Forwarded-For: 2001:db8:1:2:ffff::9\r\n"), 429);
    cr_expect_eq(come_in(house, "X-Forwarded-For: 2001:db8:1:3::1\r\n"), 200);
    house_close(house);
}

Test(hostile_site, only_the_proxy_is_believed)
{
    static const char *const OPTIONS[] = { "--behind-proxy=10.0.0.5", NULL };
    House *house = house_open_with(HOUSE_LIMITED, OPTIONS);

    use_up(house, "X-Forwarded-For: 203.0.113.5\r\n");
    cr_expect_eq(come_in(house, "X-Forwarded-For: 203.0.113.6\r\n"), 429);
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* nginx                                                                     */
/* ------------------------------------------------------------------------- */

/* Requests an upgrade at a path, then sends a request for the metrics on the same
 * connection, as if the first had opened a tunnel. */
static void try_tunnel(const House *proxy, const char *path, const char *upgrade)
{
    Raw raw = raw_open(proxy, NULL);
    Text request = { 0 };

    text_add(&request, "GET ");
    text_add(&request, path);
    text_add(&request, " HTTP/1.1\r\nHost: @\r\n");
    text_add(&request, upgrade);
    text_add(&request, "\r\n");
    raw_send_text(&raw, request.bytes);
    raw_send_text(&raw,
                  "GET /metrics HTTP/1.1\r\nHost: @\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n"
                  "GET /healthz HTTP/1.1\r\nHost: @\r\nConnection: close\r\n\r\n");
    raw_is_closed(&raw, 2000);
    cr_expect(raw.in.length > 0, "%s: no answer", path);
    cr_expect(raw.in.length < 12 || strncmp(raw.in.bytes + 9, "101", 3) != 0,
              "%s is upgraded", path);
    cr_expect(raw.in.length == 0
                  || (memmem(raw.in.bytes, raw.in.length, "roundhouse_", 11) == NULL
                      && memmem(raw.in.bytes, raw.in.length, "\"ok\":true", 9) == NULL),
              "%s opens a way to the metrics", path);
    text_free(&request);
    raw_close(&raw);
}

static void try_tunnels(const House *proxy)
{
    static const char *const PATHS[] = {
        "/", "/api/1/hello", "/metrics", "/metrics/", "/healthz", "/ws/2", "/t/AAAAAAAAAA"
    };
    static const char *const UPGRADES[] = {
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        "HTTP2-Settings: AAMAAABkAAQAAP__\r\n",
        UPGRADE,
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 777\r\n",
    };

    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        for (size_t k = 0; k < sizeof UPGRADES / sizeof *UPGRADES; k++)
            try_tunnel(proxy, PATHS[i], UPGRADES[k]);
    }
    /* A WebSocket with a wrong version, at the right path. */
    try_tunnel(proxy, "/ws/1", UPGRADES[2]);
}

/* Through nginx people play, strangers see nothing, and nobody can forge an address. */
static void check_behind(House *proxy)
{
    Person ada = person_new(proxy, "Ada");
    Tab *tab = tab_open(proxy, &ada);

    tab_must(tab, "{\"do\":\"ping\"}");
    tab_close(tab);
    try_tunnels(proxy);
    expect_private(proxy, "/metrics");
    expect_private(proxy, "/metrics/");
    expect_private(proxy, "//metrics");
    expect_private(proxy, "/healthz");
    use_up(proxy, "X-Forwarded-For: 203.0.113.5\r\n");
    cr_expect_eq(come_in(proxy, "X-Forwarded-For: 203.0.113.6\r\n"), 429);
    cr_expect_eq(come_in(proxy, "Forwarded: for=203.0.113.6\r\nX-Real-IP: 1.2.3.4\r\n"),
                 429);
}

static void check_requests_behind(const House *proxy)
{
    static const RawCase CASES[] = {
        RAW_CASE("GET with a body",
                 "GET /api/1/tables HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx"),
        RAW_CASE("chunked POST",
                 "POST /api/1/logout HTTP/1.1\r\nHost: @\r\nTransfer-Encoding: "
                 "chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                 "200"),
        RAW_CASE("two requests",
                 "POST /api/1/logout HTTP/1.1\r\nHost: @\r\nContent-Length: 2\r\n\r\n{}"
                 "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n\r\n",
                 "200 200"),
        RAW_CASE("DELETE with a body",
                 "DELETE /api/1/tables HTTP/1.1\r\nHost: @\r\nContent-Length: 1\r\n\r\nx",
                 "4xx"),
    };

    for (int times = 0; times < 3; times++)
        CHECK_ALL(proxy, CASES);
}

static void check_page(const char *page)
{
    char url[64];
    const char *const options[] = { "--base-url", url, NULL };
    House *house, proxy;
    Nginx nginx;

    nginx_choose(&nginx);
    snprintf(url, sizeof url, "http://127.0.0.1:%d", nginx.address.port);
    house = house_open_with(HOUSE_BEHIND_PROXY, options);
    nginx_open(&nginx, page, &house->child.address);
    proxy = *house;
    proxy.child.address = nginx.address;
    check_requests_behind(&proxy);
    check_behind(&proxy);
    nginx_close(&nginx);
    house_close(house);
}

/* `Upgrade` on every path, as an earlier version of the docs had it. */
Test(hostile_site, behind_the_old_nginx_page)
{
    check_page(nginx_old_page());
}

Test(hostile_site, behind_the_nginx_page)
{
    char *page = nginx_page_of(HOSTING_PAGE);

    check_page(page);
    free(page);
}

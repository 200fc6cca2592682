/* tab.c: one WebSocket of a person; fails if a message contains a secret. */
#define _GNU_SOURCE
#include "talk.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The WebSocket alone; 0: error in *fault. */
static int connect_tab(Tab *tab, const House *house, const Person *who, Fault *fault)
{
    char origin[SERVER_HOST_MAX + 32];
    HttpRequest request = { .path = "/ws/1", .origin = origin };

    snprintf(origin, sizeof origin, "http://%s:%d", house->child.address.host,
             house->child.address.port);
    request.token = who == NULL ? NULL : who->token;
    return ws_open(&tab->ws, &house->child.address, &request, NULL, fault);
}

static void check_hello(const Json *hello, const Person *who)
{
    cr_assert_eq(number_at(hello, "protocol"), 1);
    if (who == NULL)
        cr_assert(is_null_at(hello, "you"));
    else
        cr_assert_str_eq(text_at(json_at(hello, "you"), "user"), who->user);
}

Tab *tab_open(const House *house, const Person *who)
{
    Tab *tab = calloc(1, sizeof *tab);
    Fault fault = { 0 };

    cr_assert_not_null(tab);
    cr_assert(connect_tab(tab, house, who, &fault), "%s", fault.sentence);
    check_hello(tab_wait_for(tab, "hello"), who);
    return tab;
}

Tab *tab_try(const House *house, const Person *who)
{
    Tab *tab = calloc(1, sizeof *tab);
    const Json *hello = NULL;
    Fault fault = { 0 };

    cr_assert_not_null(tab);
    if (connect_tab(tab, house, who, &fault))
        hello = tab_next(tab, PATIENCE_MS);
    /* Another message: the connection is refused. */
    if (hello == NULL || strcmp(text_at(hello, "type"), "hello") != 0) {
        tab_close(tab);
        return NULL;
    }
    check_hello(hello, who);
    return tab;
}

void tab_close(Tab *tab)
{
    ws_close(&tab->ws);
    json_free(tab->json);
    free(tab);
}

/* ------------------------------------------------------------------------- */
/* Secrets                                                                   */
/* ------------------------------------------------------------------------- */

/* Every card of the list that begins here is "?". */
static void check_hidden(const char *list, const char *message)
{
    const char *end = strchr(list, ']');

    cr_assert_not_null(end);
    for (const char *at = list; at < end; at++)
        cr_assert(strchr("[\"?,", *at) != NULL, "A pile lies open: %s", message);
}

/* Keys and piles are hidden in every view; the seed, and the secret that it is made of, are
 * public when the game is over. */
static void check_for_secrets(const char *message)
{
    const char *at = message;

    while ((at = strstr(at, "\"key\":")) != NULL) {
        at += strlen("\"key\":");
        cr_assert_eq(strncmp(at, "\"?\"", 3), 0, "A key: %s", message);
    }
    for (at = message; (at = strstr(at, "\"deck\":[")) != NULL; at++)
        check_hidden(at + strlen("\"deck\":"), message);
    if (strstr(message, "\"seed\":") != NULL || strstr(message, "\"secret\":") != NULL)
        cr_assert_not_null(strstr(message, "\"state\":\"over\""), "A seed: %s", message);
}

/* ------------------------------------------------------------------------- */
/* Receiving                                                                 */
/* ------------------------------------------------------------------------- */

const Json *tab_next(Tab *tab, int milliseconds)
{
    const char *message = ws_receive(&tab->ws, milliseconds);
    Fault fault = { 0 };

    if (message == NULL)
        return NULL;
    check_for_secrets(message);
    json_free(tab->json);
    tab->json = json_read(message, strlen(message), "The message", &fault);
    cr_assert_not_null(tab->json, "%s %s", fault.sentence, message);
    return tab->json;
}

const Json *tab_wait_for(Tab *tab, const char *type)
{
    const Json *message;

    do {
        message = tab_next(tab, PATIENCE_MS);
        cr_assert_not_null(message, "No %s came (closed with %d)", type,
                           tab->ws.close_code);
    } while (strcmp(text_at(message, "type"), type) != 0);
    return message;
}

/* ------------------------------------------------------------------------- */
/* Sending                                                                   */
/* ------------------------------------------------------------------------- */

void tab_send(Tab *tab, const char *format, ...)
{
    char *message;
    va_list values;

    va_start(values, format);
    cr_assert_geq(vasprintf(&message, format, values), 0);
    va_end(values);
    cr_assert(ws_send_text(&tab->ws, message), "The connection is gone");
    free(message);
}

static const Json *do_so(Tab *tab, const char *format, va_list values)
{
    char *message;
    const Json *answer, *id;

    cr_assert_geq(vasprintf(&message, format, values), 0);
    cr_assert_eq(message[0], '{');
    tab_send(tab, "{\"id\":%d,%s", ++tab->id, message + 1);
    do {
        answer = tab_next(tab, PATIENCE_MS);
        cr_assert_not_null(answer, "No answer to %s", message);
        id = json_get(answer, "id");
    } while (id == NULL || id->number != tab->id);
    free(message);
    return answer;
}

const Json *tab_do(Tab *tab, const char *format, ...)
{
    const Json *answer;
    va_list values;

    va_start(values, format);
    answer = do_so(tab, format, values);
    va_end(values);
    return answer;
}

void tab_must(Tab *tab, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    cr_assert_str_neq(text_at(do_so(tab, format, values), "type"), "error", "%s",
                      tab->ws.message.bytes);
    va_end(values);
}

void tab_must_not(Tab *tab, const char *code, const char *format, ...)
{
    const Json *answer;
    va_list values;

    va_start(values, format);
    answer = do_so(tab, format, values);
    va_end(values);
    cr_assert_str_eq(text_at(answer, "type"), "error", "%s", tab->ws.message.bytes);
    cr_assert_str_eq(text_at(answer, "code"), code, "%s", tab->ws.message.bytes);
    cr_assert_gt(strlen(text_at(answer, "text")), 5);
}

void tab_return(Tab *tab, const char *code)
{
    for (;;) {
        const Json *reply = tab_do(tab, "{\"do\":\"return\",\"table\":\"%s\"}", code);
        if (strcmp(text_at(reply, "type"), "error") != 0)
            return;
        cr_assert_str_eq(text_at(reply, "code"), "time-up");
        usleep(20000);
    }
}

void tab_stand(Tab *tab, const char *code)
{
    const Json *reply = tab_do(tab, "{\"do\":\"stand\",\"table\":\"%s\"}", code);

    if (strcmp(text_at(reply, "type"), "error") == 0)
        cr_assert_str_eq(text_at(reply, "code"), "not-playing");
}

int tab_is_hung_up(Tab *tab)
{
    while (ws_receive(&tab->ws, PATIENCE_MS) != NULL)
        ;
    return tab->ws.fd < 0;
}

/* fetch.c: a request on a connection of its own: there are few of them, and none during a
 * game. */
#include "client/fetch.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Fields                                                                    */
/* ------------------------------------------------------------------------- */

static const Json *field(const Json *object, const char *key, JsonKind kind)
{
    const Json *value = object == NULL ? NULL : json_get(object, key);

    return value != NULL && json_is(value, kind) ? value : NULL;
}

int field_is_true(const Json *object, const char *key)
{
    const Json *value = field(object, key, JSON_IS_FLAG);

    return value != NULL && value->number;
}

long long field_number(const Json *object, const char *key)
{
    const Json *value = field(object, key, JSON_IS_NUMBER);

    return value == NULL ? -1 : value->number;
}

int field_is(const Json *object, const char *key, const char *text)
{
    const Json *value = field(object, key, JSON_IS_TEXT);

    return value != NULL && strcmp(value->text, text) == 0;
}

void field_text(const Json *object, const char *key, char *out, size_t size)
{
    const Json *value = field(object, key, JSON_IS_TEXT);

    out[0] = '\0';
    if (value == NULL || !text_is_harmless(value->text, value->length))
        return;
    size_t length = value->length < size ? value->length : size - 1;
    memcpy(out, value->text, length);
    while (length > 0 && !text_is_utf8(out, length))
        length--;
    out[length] = '\0';
}

uint32_t field_list(const Json *object, const char *key, const Json **entry)
{
    const Json *list = field(object, key, JSON_IS_LIST);

    *entry = list == NULL ? NULL : json_first(list);
    return list == NULL ? 0 : list->length;
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

int fetch(const ServerAddress *server, const HttpRequest *request, HttpReply *reply,
          Fault *fault)
{
    HttpRequest closing = *request;
    Http http;

    closing.more = "Connection: close\r\n";
    http_open(&http, server);
    int is_fine = http_ask(&http, &closing, reply, fault);
    http_close(&http);
    return is_fine
           && (!reply->body.has_failed || fault_set(fault, "there is no memory left"));
}

static void report_error(const Json *json, int status, Fault *fault)
{
    char text[FAULT_MAX];

    field_text(json_get(json, "error"), "text", text, sizeof text);
    if (text[0] != '\0')
        fault_set(fault, "%s", text);
    else
        fault_set(fault, "the server answers with status %d", status);
}

/* The reply as JSON. NULL: error in *fault. */
static Json *fetch_object(const ServerAddress *server, const HttpRequest *request,
                          HttpReply *reply, Fault *fault)
{
    Json *json = NULL;

    if (fetch(server, request, reply, fault))
        json = json_read(reply->body.bytes == NULL ? "" : reply->body.bytes,
                         reply->body.length, "the answer is not JSON", fault);
    if (json != NULL && (reply->status >= 400 || !json_is(json, JSON_IS_OBJECT))) {
        report_error(json, reply->status, fault);
        json_free(json);
        json = NULL;
    }
    return json;
}

Json *fetch_json(const ServerAddress *server, const HttpRequest *request, Fault *fault)
{
    HttpReply reply = { 0 };
    Json *json = fetch_object(server, request, &reply, fault);

    http_reply_free(&reply);
    return json;
}

int fetch_fine(const ServerAddress *server, const HttpRequest *request, HttpReply *reply,
               Fault *fault)
{
    Json *json = fetch_object(server, request, reply, fault);
    int is_fine = json != NULL;

    json_free(json);
    return is_fine;
}

/* fetch.c: one request on a connection of its own: there are few of them, and none while
 * a game goes on. */
#include "client/fetch.h"

int fetch(const FetchRequest *request, HttpReply *reply, Fault *fault)
{
    HttpRequest ask = { .path = request->path,
                        .token = request->token,
                        .body = request->body,
                        .more = "Connection: close\r\n" };
    Http http;

    http_open(&http, request->server);
    int is_fine = http_ask(&http, &ask, reply, fault);
    http_close(&http);
    return is_fine
           && (!reply->body.has_failed || fault_set(fault, "there is no memory left"));
}

static int tell_refusal(const Json *json, int status, Fault *fault)
{
    const Json *error = json_is(json, JSON_IS_OBJECT) ? json_get(json, "error") : NULL;
    const Json *text =
        error != NULL && json_is(error, JSON_IS_OBJECT) ? json_get(error, "text") : NULL;

    if (text != NULL && json_is(text, JSON_IS_TEXT)
        && text_is_harmless(text->text, text->length))
        return fault_set(fault, "%s", text->text);
    return fault_set(fault, "the server answers with status %d", status);
}

Json *fetch_json(const FetchRequest *request, Fault *fault)
{
    HttpReply reply = { 0 };
    Json *json = NULL;

    if (fetch(request, &reply, fault))
        json = json_read(reply.body.bytes == NULL ? "" : reply.body.bytes,
                         reply.body.length, "the answer is not JSON", fault);
    if (json != NULL && (reply.status >= 400 || !json_is(json, JSON_IS_OBJECT))) {
        tell_refusal(json, reply.status, fault);
        json_free(json);
        json = NULL;
    }
    http_reply_free(&reply);
    return json;
}

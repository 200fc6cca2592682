/* fetch.c: by libwebsockets, in a context of its own for each request: there are
 * few of them, and none while a game goes on. */
#include "client/fetch.h"

#include <libwebsockets.h>
#include <string.h>

enum { ANSWER_MAX = 4 << 20, HEADER_MAX = 512, READ_ROOM = 4096, SECONDS_MAX = 20 };

typedef struct Fetch {
    const FetchRequest *request;
    FetchAnswer *answer;
    int is_done, has_answer;
    char reason[128];
} Fetch;

static int add_header(struct lws *wsi, const char *name, const char *value, void *in,
                      size_t length)
{
    unsigned char **at = in, *end = *at + length;

    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end);
}

static int add_headers(struct lws *wsi, const FetchRequest *request, void *in,
                       size_t length)
{
    char value[HEADER_MAX];

    if (request->token != NULL) {
        snprintf(value, sizeof value, "Bearer %s", request->token);
        if (add_header(wsi, "authorization:", value, in, length))
            return -1;
    }
    if (request->body == NULL)
        return 0;
    snprintf(value, sizeof value, "%zu", strlen(request->body));
    if (add_header(wsi, "content-type:", "application/json", in, length)
        || add_header(wsi, "content-length:", value, in, length))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(struct lws *wsi, const FetchRequest *request)
{
    unsigned char room[LWS_PRE + READ_ROOM];
    size_t length = request->body == NULL ? 0 : strlen(request->body);

    if (length == 0 || length > READ_ROOM)
        return length > READ_ROOM ? -1 : 0;
    memcpy(room + LWS_PRE, request->body, length);
    lws_client_http_body_pending(wsi, 0);
    return lws_write(wsi, room + LWS_PRE, length, LWS_WRITE_HTTP_FINAL) < 0 ? -1 : 0;
}

static int receive(struct lws *wsi)
{
    char room[LWS_PRE + READ_ROOM];
    char *at = room + LWS_PRE;
    int length = READ_ROOM;

    return lws_http_client_read(wsi, &at, &length) < 0 ? -1 : 0;
}

static void end(Fetch *fetch, const char *reason)
{
    if (!fetch->is_done && reason != NULL)
        snprintf(fetch->reason, sizeof fetch->reason, "%s", reason);
    fetch->is_done = 1;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    (void)user;
    if (wsi == NULL)
        return 0;
    Fetch *fetch = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_headers(wsi, fetch->request, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return send_body(wsi, fetch->request);
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        fetch->answer->status = (int)lws_http_client_http_response(wsi);
        fetch->has_answer = 1;
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return receive(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        if (fetch->answer->body.length + length > ANSWER_MAX)
            return -1;
        text_append(&fetch->answer->body, in, length);
        return 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        end(fetch, NULL);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        end(fetch, in == NULL ? "no connection" : in);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols PROTOCOLS[] = {
    { .name = "fetch", .callback = on_event },
    { 0 },
};

static struct lws_context *make_context(Fetch *fetch)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = PROTOCOLS,
        .user = fetch,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
        .timeout_secs = SECONDS_MAX,
        .connect_timeout_secs = SECONDS_MAX,
    };

    lws_set_log_level(0, NULL);
    return lws_create_context(&info);
}

int fetch(const FetchRequest *request, FetchAnswer *answer, Fault *fault)
{
    Fetch fetch = { .request = request, .answer = answer };
    struct lws_context *context = make_context(&fetch);
    const ServerAddress *server = request->server;
    struct lws_client_connect_info info = {
        .context = context,
        .address = server->host,
        .port = server->port,
        .path = request->path,
        .host = server->host,
        .method = request->body == NULL ? "GET" : "POST",
        .protocol = PROTOCOLS[0].name,
        .alpn = "http/1.1",
        .ssl_connection = server->is_secure ? LCCSCF_USE_SSL : 0,
    };

    *answer = (FetchAnswer){ 0 };
    if (context == NULL)
        return fault_tell(fault, "there is no memory left");
    if (lws_client_connect_via_info(&info) == NULL)
        end(&fetch, "no connection");
    while (!fetch.is_done && lws_service(context, 0) >= 0) {
    }
    lws_context_destroy(context);
    if (fetch.has_answer && !answer->body.has_failed)
        return 1;
    return fault_tell(fault, "cannot reach %s: %s", server->host,
                      fetch.reason[0] == '\0' ? "it closed the connection" : fetch.reason);
}

static int tell_refusal(const Json *json, int status, Fault *fault)
{
    const Json *error = json_is(json, JSON_IS_OBJECT) ? json_get(json, "error") : NULL;
    const Json *text =
        error != NULL && json_is(error, JSON_IS_OBJECT) ? json_get(error, "text") : NULL;

    if (text != NULL && json_is(text, JSON_IS_TEXT)
        && text_is_harmless(text->text, text->length))
        return fault_tell(fault, "%s", text->text);
    return fault_tell(fault, "the server answers with status %d", status);
}

Json *fetch_json(const FetchRequest *request, Fault *fault)
{
    FetchAnswer answer;
    Json *json = NULL;

    if (fetch(request, &answer, fault))
        json = json_read(answer.body.bytes == NULL ? "" : answer.body.bytes,
                         answer.body.length, "the answer is not JSON", fault);
    if (json != NULL && (answer.status >= 400 || !json_is(json, JSON_IS_OBJECT))) {
        tell_refusal(json, answer.status, fault);
        json_free(json);
        json = NULL;
    }
    text_free(&answer.body);
    return json;
}

/* ws.c: WebSockets: frames to messages, posts to frames. */
#include "server/link.h"

#include <string.h>

_Static_assert(POST_HEADROOM >= LWS_PRE, "a post has room for the header of a frame");

enum { POSTS_AT_ONCE = 16, TOO_MANY_REQUESTS = 429 };

static int is_our_path(struct lws *wsi)
{
    char path[32];

    header_copy(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    return strcmp(path, "/ws/1") == 0;
}

/* Refused before it is a WebSocket: the client sees a status of HTTP. */
static int filter(Net *net, struct lws *wsi)
{
    char address[64];

    link_address(net, wsi, address, sizeof address);
    if (!is_our_path(wsi)) {
        lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL);
        return -1;
    }
    if (link_origin(net, wsi) == ORIGIN_OTHER) {
        lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL);
        return -1;
    }
    if (core_refuses_connection(net->core, address) != NULL) {
        lws_return_http_status(wsi, TOO_MANY_REQUESTS, NULL);
        return -1;
    }
    return 0;
}

/* Browsers always tell the Origin, so a cookie that comes without one is not sent by
 * a page of ours. */
static int established(Net *net, struct lws *wsi, Link *link)
{
    char address[64], token[TOKEN_MAX];
    int is_bearer = link_token(wsi, token);

    if (!is_bearer && link_origin(net, wsi) != ORIGIN_OURS)
        token[0] = '\0';
    link_address(net, wsi, address, sizeof address);
    memset(link, 0, sizeof *link);
    link->wsi = wsi;
    link->net = net;
    link->conn = core_open(net->core, link, address, token, link_language(wsi, ""));
    return link->conn == NULL ? -1 : 0;
}

static int refuse_frame(struct lws *wsi, enum lws_close_status status)
{
    lws_close_reason(wsi, status, NULL, 0);
    return -1;
}

static int receive(struct lws *wsi, Link *link, const char *bytes, size_t length)
{
    int is_whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;

    if (link->is_hanging_up)
        return 0;
    if (lws_frame_is_binary(wsi))
        return refuse_frame(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    if (link->in.length + length > MESSAGE_MAX)
        return refuse_frame(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    if (is_whole && link->in.length == 0) {
        core_receive(link->conn, bytes, length);
        return 0;
    }
    text_append(&link->in, bytes, length);
    if (link->in.has_failed)
        return -1;
    if (is_whole) {
        core_receive(link->conn, link->in.bytes, link->in.length);
        text_free(&link->in);
        link->in = (Text){ 0 };
    }
    return 0;
}

static int send_post(struct lws *wsi, Post *post)
{
    int written =
        lws_write(wsi, (unsigned char *)post_text(post), post->length, LWS_WRITE_TEXT);

    post_release(post);
    return written < 0 ? -1 : 0;
}

static int send_posts(struct lws *wsi, Link *link)
{
    for (int i = 0; i < POSTS_AT_ONCE; i++) {
        Post *post = core_next_post(link->conn);
        if (post == NULL)
            break;
        if (send_post(wsi, post) < 0)
            return -1;
        if (lws_partial_buffered(wsi))
            break;
    }
    if (core_has_posts(link->conn))
        lws_callback_on_writable(wsi);
    else if (link->is_hanging_up)
        return refuse_frame(wsi, LWS_CLOSE_STATUS_GOINGAWAY);
    return 0;
}

void ws_speak(Link *link)
{
    if (lws_partial_buffered(link->wsi) || link->is_hanging_up)
        lws_callback_on_writable(link->wsi);
    else if (send_posts(link->wsi, link) < 0)
        lws_set_timeout(link->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static int closed(Link *link)
{
    if (link != NULL)
        link_forget(link);
    if (link != NULL && link->conn != NULL) {
        core_close(link->conn);
        link->conn = NULL;
        text_free(&link->in);
    }
    return 0;
}

int ws_event(Net *net, struct lws *wsi, enum lws_callback_reasons reason, Link *link,
             void *bytes, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter(net, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return established(net, wsi, link);
    case LWS_CALLBACK_RECEIVE:
        return receive(wsi, link, bytes, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_posts(wsi, link);
    case LWS_CALLBACK_CLOSED:
        return closed(link);
    default:
        return 0;
    }
}

/* echo.c: the echo of libwebsockets. A message waits in the session until the
 * socket can be written, as the library wants it. */
#include "load/echo.h"

#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_MOST = 4096, WAITING_MOST = 16 };

typedef struct Heard {
    size_t length;
    unsigned char room[LWS_PRE + MESSAGE_MOST];
} Heard;

typedef struct Session {
    Heard waiting[WAITING_MOST]; /* a ring */
    unsigned begin, end;
} Session;

static volatile sig_atomic_t is_over;

static void end(int signal_number)
{
    (void)signal_number;
    is_over = 1;
}

static int hear(struct lws *wsi, Session *session, const void *bytes, size_t length)
{
    Heard *heard = &session->waiting[session->end % WAITING_MOST];

    if (length > MESSAGE_MOST || session->end - session->begin == WAITING_MOST)
        return -1;
    memcpy(heard->room + LWS_PRE, bytes, length);
    heard->length = length;
    session->end++;
    lws_callback_on_writable(wsi);
    return 0;
}

static int say(struct lws *wsi, Session *session)
{
    Heard *heard = &session->waiting[session->begin % WAITING_MOST];

    if (session->begin == session->end)
        return 0;
    session->begin++;
    if (lws_write(wsi, heard->room + LWS_PRE, heard->length, LWS_WRITE_TEXT) < 0)
        return -1;
    if (session->begin != session->end)
        lws_callback_on_writable(wsi);
    return 0;
}

static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes,
                 size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        return hear(wsi, user, bytes, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return say(wsi, user);
    default:
        return 0;
    }
}

static const struct lws_protocols PROTOCOLS[] = {
    { "echo", serve, sizeof(Session), MESSAGE_MOST, 0, NULL, 0 },
    { NULL, NULL, 0, 0, 0, NULL, 0 },
};

int echo_serve(Fault *fault)
{
    struct lws_context_creation_info info = {
        .port = 0,
        .iface = "lo",
        .protocols = PROTOCOLS,
        .options = LWS_SERVER_OPTION_DISABLE_IPV6 | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
    };
    struct lws_context *context;
    struct lws_vhost *vhost;

    lws_set_log_level(0, NULL);
    signal(SIGTERM, end);
    context = lws_create_context(&info);
    vhost = context == NULL ? NULL : lws_create_vhost(context, &info);
    if (vhost != NULL) {
        printf("http://127.0.0.1:%d\n", lws_get_vhost_listen_port(vhost));
        fflush(stdout);
        while (!is_over && lws_service(context, 0) >= 0)
            ;
    }
    if (context != NULL)
        lws_context_destroy(context);
    return vhost != NULL || fault_tell(fault, "The echo server cannot listen.");
}

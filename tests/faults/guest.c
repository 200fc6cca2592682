/* guest.c: a client connection that moves to another node when it is lost. */
#include "guest.h"

#include "fleet.h"
#include "load/crowd.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIAL_MS = 1000,  /* timeout of connecting */
    RETRY_MS = 100,  /* delay before the next node */
    PING_MS = 500,   /* idle time before a ping */
    SILENT_MS = 2000 /* idle time before the guest leaves */
};

static const int64_t MILLISECOND = 1000000;

void guest_start(Guest *guest, const char *token, int node)
{
    *guest = (Guest){ .node = node, .dial = { .fd = -1 }, .ws = { .fd = -1 } };
    snprintf(guest->token, sizeof guest->token, "%s", token);
}

void guest_end(Guest *guest)
{
    dial_free(&guest->dial);
    ws_close(&guest->ws);
    json_free(guest->message);
    guest->message = NULL;
    guest->state = GUEST_AWAY;
}

void guest_move(Guest *guest, int node, int milliseconds)
{
    guest_end(guest);
    guest->node = node;
    guest->retry_at = crowd_now() + milliseconds * MILLISECOND;
}

void guest_leave(Guest *guest, int milliseconds)
{
    guest_move(guest, (guest->node + 1) % FLEET, milliseconds);
}

void guest_send(Guest *guest, const char *message)
{
    ws_send_text(&guest->ws, message);
}

int guest_descriptor(const Guest *guest, short *events)
{
    *events = guest->state == GUEST_DIALING ? dial_events(&guest->dial) : POLLIN;
    return guest->state == GUEST_DIALING ? guest->dial.fd
           : guest->state == GUEST_HERE  ? guest->ws.fd
                                         : -1;
}

static int dial_on(Guest *guest, int64_t now)
{
    switch (dial_step(&guest->dial)) {
    case DIAL_DONE:
        guest->ws = dial_take(&guest->dial);
        dial_free(&guest->dial);
        guest->state = GUEST_HERE;
        guest->received_at = guest->pinged_at = now;
        return 1;
    case DIAL_FAILED:
        guest_leave(guest, RETRY_MS);
        return 0;
    default:
        if (now > guest->began_at + DIAL_MS * MILLISECOND)
            guest_leave(guest, 0);
        return 0;
    }
}

static void check_line(Guest *guest, int64_t now)
{
    int64_t pinged =
        guest->received_at > guest->pinged_at ? guest->received_at : guest->pinged_at;

    if (guest->ws.fd < 0) {
        guest_leave(guest, RETRY_MS);
    } else if (now > guest->received_at + SILENT_MS * MILLISECOND) {
        guest_leave(guest, 0);
    } else if (now > pinged + PING_MS * MILLISECOND) {
        guest->pinged_at = now;
        guest_send(guest, "{\"do\":\"ping\"}");
    }
}

int guest_go_on(Guest *guest)
{
    int64_t now = crowd_now();

    switch (guest->state) {
    case GUEST_AWAY:
        if (now < guest->retry_at)
            return 0;
        guest->state = GUEST_DIALING;
        guest->began_at = now;
        dial_start(&guest->dial, fleet_address(guest->node), "/ws/1",
                   guest->token[0] == '\0' ? NULL : guest->token);
        return 0;
    case GUEST_DIALING:
        return dial_on(guest, now);
    default:
        check_line(guest, now);
        return 0;
    }
}

static const Json *read_message(Guest *guest, const char *message)
{
    Fault fault = { 0 };

    json_free(guest->message);
    guest->message = json_read(message, strlen(message), "The message", &fault);
    cr_assert_not_null(guest->message, "%s %s", fault.sentence, message);
    return guest->message;
}

/* Jitter: 0.5 to 1.5 times what the node says, as in the page. */
static void take_leave(Guest *guest, const Json *bye)
{
    const Json *again = json_get(bye, "again");
    int wait = again == NULL ? RETRY_MS : (int)again->number;

    guest_leave(guest, wait / 2 + rand() % (wait + 1));
}

const Json *guest_receive(Guest *guest)
{
    const char *bytes = guest->state == GUEST_HERE ? ws_receive(&guest->ws, 0) : NULL;
    const Json *message;

    if (bytes == NULL)
        return NULL;
    guest->received_at = crowd_now();
    message = read_message(guest, bytes);
    if (strcmp(json_get(message, "type")->text, "bye") != 0)
        return message;
    take_leave(guest, message);
    return NULL;
}

/* notify.c: who is told what; the rounds in which notices are claimed, sent and settled. */
#include "server/notify.h"

#include "server/log.h"
#include "server/mail.h"
#include "server/nodes.h"
#include "server/outbox.h"
#include "server/push_send.h"
#include "server/quiet.h"
#include "wire/json_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A page that is loaded again is back by then. */
static const int64_t GRACE = 5000;
static const int64_t LEASE = 30000;

enum { AT_ONCE = 16, TRIES_MAX = 6 };

/* ------------------------------------------------------------------------- */
/* Making notices                                                            */
/* ------------------------------------------------------------------------- */

typedef struct Adding {
    Job job;
    PushNotice notices[SEATS_MAX];
    int count;
} Adding;

static StoreStatus add_run(Job *job, Store *store, Fault *fault)
{
    const Adding *adding = (const Adding *)job;
    StoreStatus status = STORE_OK;

    for (int i = 0; i < adding->count && status == STORE_OK; i++)
        status = store_notice_add(store, &adding->notices[i], fault);
    return status;
}

/* A notice that could not be stored is lost: the game is not. */
static void add_done(Job *job)
{
    if (job->status != STORE_OK)
        log_line(LOG_WARNING, "notice-lost", NULL);
    free(job);
}

static Adding *adding_new(const Core *core)
{
    Adding *adding =
        (core->config.push == NULL && core->config.mail == NULL) || core->is_closing
            ? NULL
            : calloc(1, sizeof *adding);

    if (adding != NULL)
        adding->job = (Job){ .run = add_run, .done = add_done };
    return adding;
}

static void add(Adding *adding, const Table *table, int seat, NoticeKind kind, int kinds)
{
    int64_t now = table->core->now;

    adding->notices[adding->count++] =
        (PushNotice){ .kind = kind,
                      .kinds = kinds,
                      .user = table->row.seats[seat].user,
                      .table = table->row.id,
                      .n = table->row.turn.n,
                      .made = now,
                      .due = now + GRACE,
                      .digest = mail_gathers_until(table->core, now) };
}

static void submit(Core *core, Adding *adding)
{
    if (adding->count == 0)
        free(adding);
    else
        core_submit(core, &adding->job);
}

static int is_looking_here(Core *core, const char *code, StoreId user)
{
    const Table *table = table_find(core, code);

    for (const Watch *watch = table == NULL ? NULL : table->watches; watch != NULL;
         watch = watch->next_of_table) {
        if (conn_user(watch->conn) == user)
            return 1;
    }
    return 0;
}

/* Whether somebody looks by way of another node is decided when the notice is due: what
 * this node knows of that may be a moment old. */
static int may_be_told(const Table *table, int seat)
{
    const StoreSeat *at = &table->row.seats[seat];

    return at->who == SEAT_PERSON && !seat_is_bots(at)
           && !is_looking_here(table->core, table->row.code, at->user);
}

void notify_changed(Table *table, TableState was, SeatSet waited)
{
    const StoreTable *row = &table->row;
    int has_begun = was != TABLE_PLAYING;
    Adding *adding = row->state == TABLE_PLAYING ? adding_new(table->core) : NULL;

    if (adding == NULL)
        return;
    for (int seat = 0; seat < row->seat_count; seat++) {
        int is_turn = seats_have(row->turn.waiting, seat);
        if (!may_be_told(table, seat))
            continue;
        if (has_begun && is_turn)
            add(adding, table, seat, NOTICE_TURN, 1 << NOTICE_TURN | 1 << NOTICE_BEGIN);
        else if (has_begun)
            add(adding, table, seat, NOTICE_BEGIN, 1 << NOTICE_BEGIN);
        else if (is_turn && !seats_have(waited, seat))
            add(adding, table, seat, NOTICE_TURN, 1 << NOTICE_TURN);
    }
    submit(table->core, adding);
}

void notify_left(Table *table, StoreId user)
{
    int seat =
        user == 0 || !table_is_known(table) ? NOBODY : table_seat_of(&table->row, user);

    if (seat == NOBODY || table->row.state != TABLE_PLAYING
        || !seats_have(table->row.turn.waiting, seat) || !may_be_told(table, seat))
        return;
    Adding *adding = adding_new(table->core);
    if (adding == NULL)
        return;
    add(adding, table, seat, NOTICE_TURN, 1 << NOTICE_TURN);
    submit(table->core, adding);
}

/* ------------------------------------------------------------------------- */
/* Rounds                                                                    */
/* ------------------------------------------------------------------------- */

typedef enum Outcome {
    OUTCOME_RETRY, /* the claim expires by itself; others to that device wait as long */
    OUTCOME_DONE,
    OUTCOME_REFUSED, /* for good, or too often */
    OUTCOME_DROP,    /* it need not be sent */
    OUTCOME_GONE,    /* the device */
    OUTCOME_LATER,
    OUTCOME_SEND, /* on its way */
} Outcome;

typedef struct Round {
    OutboxRound base;
    StorePush pushes[AT_ONCE];
    Outcome outcomes[AT_ONCE];
    int64_t later[AT_ONCE];
} Round;

static StoreStatus settle(const OutboxRound *base, Store *store, Fault *fault)
{
    const Round *round = (const Round *)base;
    StoreStatus status = STORE_OK;

    for (int i = 0; i < base->count && status == STORE_OK; i++) {
        const StorePush *push = &round->pushes[i];
        if (round->outcomes[i] == OUTCOME_DONE || round->outcomes[i] == OUTCOME_REFUSED)
            status = store_push_done(store, push, fault);
        else if (round->outcomes[i] == OUTCOME_RETRY)
            status = store_push_delay(store, push->device, base->now + LEASE, fault);
        else if (round->outcomes[i] == OUTCOME_DROP)
            status = store_push_drop(store, push, fault);
        else if (round->outcomes[i] == OUTCOME_GONE)
            status = store_device_gone(store, push->device, fault);
        else if (round->outcomes[i] == OUTCOME_LATER)
            status = store_push_later(store, push, round->later[i], fault);
    }
    return status;
}

/* ------------------------------------------------------------------------- */
/* Sending, on a thread of its own                                           */
/* ------------------------------------------------------------------------- */

static void write_message(const StorePush *push, Text *text)
{
    static const char *const KEYS[] = { [NOTICE_TURN] = "server.notice.turn",
                                        [NOTICE_BEGIN] = "server.notice.begin",
                                        [NOTICE_INVITED] = "server.notice.invited" };
    JsonOut out = { .text = text };
    int found = language_find(push->language);
    Language language = found < 0 ? LANGUAGE_EN : (Language)found;
    char title_key[STORE_WORD_MAX + 16], sentence[400], url[64];

    snprintf(title_key, sizeof title_key, "%s.title", push->game);
    const char *title = words_find(language, title_key);
    const WordsArgument arguments[] = { { "game", title != NULL ? title : push->game, 0 },
                                        { "name", push->by, 0 } };
    words_write(language, KEYS[push->kind], arguments, 2, sentence, sizeof sentence);
    snprintf(url, sizeof url, "/t/%s", push->code);
    json_open_object(&out);
    json_put_text(&out, "title", title != NULL ? title : "Roundhouse");
    json_put_text(&out, "body", sentence);
    json_put_name(&out, "url", url);
    json_put_name(&out, "tag", push->code);
    json_put_name(&out, "language", language == LANGUAGE_FR ? "fr" : "en");
    json_close_object(&out);
}

static Outcome outcome_of(const PushMessage *message)
{
    long status = message->status;
    int is_temporary = status == 0 || status == 429 || status >= 500;

    if (status == 404 || status == 410)
        return OUTCOME_GONE;
    if (status >= 200 && status < 300)
        return OUTCOME_DONE;
    /* A name may lead to a forbidden address for a while only: the device stays. */
    return is_temporary && !message->is_forbidden && message->to->tries < TRIES_MAX
               ? OUTCOME_RETRY
               : OUTCOME_REFUSED;
}

static void send_selected(Round *round, const PushSender *sender, const atomic_int *stop)
{
    PushMessage messages[AT_ONCE];
    int numbers[AT_ONCE], count = 0;

    for (int i = 0; i < round->base.count; i++) {
        if (round->outcomes[i] != OUTCOME_SEND)
            continue;
        messages[count] = (PushMessage){ .to = &round->pushes[i], .now = round->base.now };
        write_message(&round->pushes[i], &messages[count].text);
        numbers[count++] = i;
    }
    push_send(sender, messages, count, stop);
    for (int i = 0; i < count; i++) {
        round->outcomes[numbers[i]] = outcome_of(&messages[i]);
        text_free(&messages[i].text);
    }
}

static void send_all(OutboxRound *base, const atomic_int *stop)
{
    Round *round = (Round *)base;

    for (int i = 0; i < base->count; i++) {
        if (round->outcomes[i] != OUTCOME_SEND)
            continue;
        round->later[i] = quiet_until(&round->pushes[i].notify, base->now);
        if (round->later[i] > 0)
            round->outcomes[i] = OUTCOME_LATER;
    }
    send_selected(round, base->core->config.push, stop);
}

static void count_sent(const OutboxRound *base)
{
    const Round *round = (const Round *)base;
    Counts *counts = &base->core->counts;

    for (int i = 0; i < base->count; i++) {
        counts->pushes += round->outcomes[i] == OUTCOME_DONE;
        counts->pushes_failed += round->outcomes[i] == OUTCOME_RETRY
                                 || round->outcomes[i] == OUTCOME_GONE
                                 || round->outcomes[i] == OUTCOME_REFUSED;
    }
}

/* ------------------------------------------------------------------------- */
/* Claiming                                                                  */
/* ------------------------------------------------------------------------- */

/* Does the person still want such notices? The first turn of a game is also its begin. */
static int is_wanted(const StorePush *push)
{
    int kinds = 1 << push->kind;

    if (push->kind == NOTICE_TURN)
        kinds |= 1 << NOTICE_BEGIN;
    return (push->notify.kinds & kinds) != 0;
}

int notify_is_needed(Core *core, const NoticeNow *notice)
{
    if (is_looking_here(core, notice->code, notice->user))
        return 0;
    if (notice->seat != NOBODY
        && seats_have(presence_elsewhere(core, notice->code).seats, notice->seat))
        return 0;
    if (notice->kind == NOTICE_INVITED)
        return notice->state == TABLE_OPEN && notice->seat == NOBODY;
    return notice->state == TABLE_PLAYING && notice->seat != NOBODY
           && (notice->kind == NOTICE_BEGIN || notice->is_turn);
}

static int is_needed(Core *core, const StorePush *push)
{
    const NoticeNow notice = { .kind = push->kind,
                               .user = push->user,
                               .code = push->code,
                               .state = push->state,
                               .seat = push->seat,
                               .is_turn = push->is_turn };

    return !push->is_void && is_wanted(push) && notify_is_needed(core, &notice);
}

static StoreStatus claim(OutboxRound *base, Store *store, Fault *fault)
{
    const StorePushClaim claim = { .now = base->now, .lease = LEASE };

    return store_push_claim(store, &claim, ((Round *)base)->pushes, AT_ONCE, &base->count,
                            fault);
}

static int select_needed(OutboxRound *base)
{
    Round *round = (Round *)base;
    int to_send = 0;

    for (int i = 0; i < base->count; i++) {
        int must_send = is_needed(base->core, &round->pushes[i]);
        round->outcomes[i] = must_send ? OUTCOME_SEND : OUTCOME_DROP;
        to_send += must_send;
    }
    return to_send;
}

void notify_look(Core *core)
{
    static const OutboxKind PUSHES = { .size = sizeof(Round),
                                       .at_once = AT_ONCE,
                                       .next = store_notice_next,
                                       .claim = claim,
                                       .select = select_needed,
                                       .send = send_all,
                                       .count_sent = count_sent,
                                       .settle = settle };

    if (core->config.push != NULL)
        outbox_look(core, &core->pushes, &PUSHES, core->config.senders);
}

/* mail.c: the rounds in which mail is claimed, sent and settled. */
#include "server/mail.h"

#include "server/log.h"
#include "server/notify.h"
#include "server/outbox.h"
#include "server/quiet.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t GATHER = 15 * 60 * 1000, DAY = 24 * 3600 * 1000;
static const int64_t LEASE = 60000;

_Static_assert(MAIL_ROUND_MS < 60000, "no claim expires while its mail is sent");

enum { AT_ONCE = 8, TRIES_MAX = 8 };

int64_t mail_gathers_until(const Core *core, int64_t now)
{
    return core->config.mail == NULL ? 0 : now + GATHER;
}

typedef enum Outcome {
    OUTCOME_RETRY, /* the claim expires by itself */
    OUTCOME_SENT,
    OUTCOME_REFUSED, /* the address */
    OUTCOME_DROP,    /* it need not be sent, or never can be */
    OUTCOME_LATER,
    OUTCOME_SEND, /* on its way */
} Outcome;

typedef struct Round {
    OutboxRound base;
    StoreMail claimed[AT_ONCE];
    MailDraft drafts[AT_ONCE];
    StoreNotify notify[AT_ONCE]; /* quiet hours */
    Outcome outcomes[AT_ONCE];
} Round;

/* ------------------------------------------------------------------------- */
/* Settling                                                                  */
/* ------------------------------------------------------------------------- */

static StoreStatus settle_items(Store *store, const MailDraft *draft, Outcome outcome,
                                Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < draft->item_count && status == STORE_OK; i++) {
        if (!draft->is_told[i])
            status = store_mail_item_drop(store, draft->mail.user, &draft->items[i], fault);
        else if (outcome == OUTCOME_SENT)
            status = store_mail_item_sent(store, draft->mail.user, &draft->items[i], fault);
    }
    return status;
}

/* Of an address that is not confirmed nothing is kept. */
static StoreStatus settle_address(Store *store, const Round *round, const MailDraft *draft,
                                  Outcome outcome, Fault *fault)
{
    StoreStatus status = STORE_OK;
    int64_t digest = draft->mail.kind == MAIL_DIGEST ? round->base.now : 0;

    for (int i = 0; i < draft->account_count && status == STORE_OK; i++) {
        StoreId user = draft->accounts[i].user;
        if (draft->mail.kind == MAIL_CONFIRM)
            continue;
        if (outcome == OUTCOME_SENT)
            status = store_mailbox_sent(store, user, draft->key, digest, fault);
        else if (outcome == OUTCOME_REFUSED)
            status = store_mailbox_failed(store, user, draft->key, fault);
    }
    return status;
}

static StoreStatus settle_one(Store *store, const Round *round, int i, Fault *fault)
{
    const MailDraft *draft = &round->drafts[i];
    Outcome outcome = round->outcomes[i];
    int is_over =
        outcome == OUTCOME_SENT || outcome == OUTCOME_REFUSED || outcome == OUTCOME_DROP;
    StoreStatus status = settle_items(store, draft, outcome, fault);

    if (status == STORE_OK)
        status = settle_address(store, round, draft, outcome, fault);
    if (status == STORE_OK && outcome == OUTCOME_LATER)
        status = store_mail_later(store, &draft->mail, draft->mail.due, fault);
    if (status == STORE_OK && is_over)
        status = store_mail_done(store, &draft->mail, fault);
    /* What came in the meantime, or is left. */
    if (status == STORE_OK && is_over && draft->mail.kind == MAIL_DIGEST)
        status =
            store_mail_digest(store, draft->mail.user,
                              round->base.now + (outcome == OUTCOME_SENT ? GATHER : DAY),
                              round->base.now, fault);
    return status;
}

static StoreStatus settle(const OutboxRound *base, Store *store, Fault *fault)
{
    const Round *round = (const Round *)base;
    StoreStatus status = STORE_OK;

    for (int i = 0; i < base->count && status == STORE_OK; i++)
        status = settle_one(store, round, i, fault);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Sending, on a thread of its own                                           */
/* ------------------------------------------------------------------------- */

/* Neither addresses nor names are logged. */
static void log_failure(const MailDraft *draft, const MailLetter *letter)
{
    static const char *const KINDS[MAIL_KINDS] = { "confirm", "reset", "digest",
                                                   "changed" };
    char status[16], tries[16];

    if (letter->result == MAIL_SENT)
        return;
    snprintf(status, sizeof status, "%ld", letter->status);
    snprintf(tries, sizeof tries, "%d", draft->mail.tries);
    log_line(LOG_WARNING, "mail-failed",
             LOG_PAIRS({ "mail", KINDS[draft->mail.kind] }, { "status", status },
                       { "try", tries }));
}

static Outcome outcome_of(const MailDraft *draft, MailResult result)
{
    switch (result) {
    case MAIL_SENT:
        return OUTCOME_SENT;
    case MAIL_REFUSED:
        return OUTCOME_REFUSED;
    case MAIL_REJECTED:
        return OUTCOME_DROP;
    default:
        return draft->mail.tries < TRIES_MAX ? OUTCOME_RETRY : OUTCOME_DROP;
    }
}

static void send_drafts(Round *round, const MailSender *sender, const atomic_int *stop)
{
    MailLetter letters[AT_ONCE];
    int numbers[AT_ONCE], count = 0;

    for (int i = 0; i < round->base.count; i++) {
        MailLetter *letter = &letters[count];
        if (round->outcomes[i] != OUTCOME_SEND)
            continue;
        *letter = (MailLetter){ .to = round->drafts[i].to };
        if (!mail_text_write(sender, &round->drafts[i], round->base.now, &letter->text))
            letter->text.has_failed = 1;
        numbers[count++] = i;
    }
    mail_send(sender, letters, count, stop);
    for (int i = 0; i < count; i++) {
        const MailDraft *draft = &round->drafts[numbers[i]];
        round->outcomes[numbers[i]] = outcome_of(draft, letters[i].result);
        log_failure(draft, &letters[i]);
        if (letters[i].text.bytes != NULL)
            sodium_memzero(letters[i].text.bytes, letters[i].text.length);
        text_free(&letters[i].text);
    }
}

/* What somebody has asked for does not wait for the morning. */
static void send_all(OutboxRound *base, const atomic_int *stop)
{
    Round *round = (Round *)base;

    for (int i = 0; i < base->count; i++) {
        MailDraft *draft = &round->drafts[i];
        int64_t later =
            draft->mail.kind == MAIL_DIGEST ? quiet_until(&round->notify[i], base->now) : 0;
        if (round->outcomes[i] != OUTCOME_SEND || later == 0)
            continue;
        draft->mail.due = later;
        round->outcomes[i] = OUTCOME_LATER;
    }
    send_drafts(round, base->core->config.mail, stop);
}

static void count_sent(const OutboxRound *base)
{
    const Round *round = (const Round *)base;
    Counts *counts = &base->core->counts;

    for (int i = 0; i < base->count; i++) {
        counts->mails += round->outcomes[i] == OUTCOME_SENT;
        counts->mails_failed +=
            round->outcomes[i] == OUTCOME_RETRY || round->outcomes[i] == OUTCOME_REFUSED;
    }
}

/* ------------------------------------------------------------------------- */
/* Claiming                                                                  */
/* ------------------------------------------------------------------------- */

/* Which lines of a digest are still so; 0: none. */
static int check_items(Core *core, MailDraft *draft)
{
    int told = 0;

    for (int i = 0; i < draft->item_count; i++) {
        const StoreMailItem *item = &draft->items[i];
        const NoticeNow now = { .kind = item->kind,
                                .user = draft->mail.user,
                                .code = item->code,
                                .state = item->state,
                                .seat = item->seat,
                                .is_turn = item->is_turn };
        draft->is_told[i] = notify_is_needed(core, &now);
        told += draft->is_told[i];
    }
    return told;
}

static StoreStatus claim(OutboxRound *base, Store *store, Fault *fault)
{
    Round *round = (Round *)base;
    const StorePushClaim claim = { .now = base->now, .lease = LEASE };
    StoreStatus status =
        store_mail_claim(store, &claim, round->claimed, AT_ONCE, &base->count, fault);

    for (int i = 0; i < base->count && status == STORE_OK; i++) {
        MailDraft *draft = &round->drafts[i];
        int is_due = 0;
        *draft = (MailDraft){ .mail = round->claimed[i] };
        status = mail_draft_read(store, base->now, draft, &is_due, fault);
        if (status == STORE_OK)
            status = store_notify_get(store, draft->mail.user, &round->notify[i], fault);
        round->outcomes[i] = is_due                 ? OUTCOME_SEND
                             : draft->mail.due != 0 ? OUTCOME_LATER
                                                    : OUTCOME_DROP;
    }
    return status;
}

static int select_due(OutboxRound *base)
{
    Round *round = (Round *)base;
    int to_send = 0;

    for (int i = 0; i < base->count; i++) {
        if (round->outcomes[i] == OUTCOME_SEND && round->drafts[i].mail.kind == MAIL_DIGEST
            && check_items(base->core, &round->drafts[i]) == 0)
            round->outcomes[i] = OUTCOME_DROP;
        to_send += round->outcomes[i] == OUTCOME_SEND;
    }
    return to_send;
}

void mail_look(Core *core)
{
    static const OutboxKind MAILS = { .size = sizeof(Round),
                                      .at_once = AT_ONCE,
                                      .next = store_mail_next,
                                      .claim = claim,
                                      .select = select_due,
                                      .send = send_all,
                                      .count_sent = count_sent,
                                      .settle = settle };

    if (core->config.mail != NULL)
        outbox_look(core, &core->mails, &MAILS, core->config.mailers);
}

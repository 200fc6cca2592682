/* outbox.c: the rounds of a queue whose items leave by a slow line. */
#include "server/outbox.h"

#include <sodium.h>
#include <stdlib.h>

static const int64_t LOOK_EVERY = 1000;

/* Rounds of mail hold addresses and links for new passwords. */
static void end_round(OutboxRound *round)
{
    size_t size = round->kind->size;

    round->outbox->is_running = 0;
    round->outbox->has_more = round->count == round->kind->at_once;
    sodium_memzero(round, size);
    free(round);
}

static StoreStatus settle_run(Job *job, Store *store, Fault *fault)
{
    const OutboxRound *round = (const OutboxRound *)job;

    return round->kind->settle(round, store, fault);
}

static void settle_done(Job *job)
{
    end_round((OutboxRound *)job);
}

static void settle(OutboxRound *round)
{
    round->job = (Job){ .run = settle_run, .done = settle_done };
    core_submit(round->core, &round->job);
}

static StoreStatus send_run(Job *job, Store *store, Fault *fault)
{
    OutboxRound *round = (OutboxRound *)job;

    (void)store;
    (void)fault;
    round->kind->send(round, worker_pool_stop(round->senders));
    return STORE_OK;
}

static void send_done(Job *job)
{
    OutboxRound *round = (OutboxRound *)job;

    if (job->status != STORE_OK) { /* the server ends: the claims expire */
        end_round(round);
        return;
    }
    round->kind->count_sent(round);
    settle(round);
}

static StoreStatus claim_run(Job *job, Store *store, Fault *fault)
{
    OutboxRound *round = (OutboxRound *)job;

    round->count = 0; /* it may have to run twice */
    return round->kind->claim(round, store, fault);
}

static void claim_done(Job *job)
{
    OutboxRound *round = (OutboxRound *)job;
    Core *core = round->core;

    if (job->status != STORE_OK || core->is_closing) {
        round->count = 0;
        end_round(round);
        return;
    }
    if (round->kind->select(round) == 0) {
        settle(round);
        return;
    }
    core->jobs++;
    round->job = (Job){ .run = send_run, .done = send_done, .counter = &core->jobs };
    worker_pool_submit(round->senders, &round->job, 0);
}

static StoreStatus look_run(Job *job, Store *store, Fault *fault)
{
    OutboxRound *round = (OutboxRound *)job;

    return round->kind->next(store, &round->due, fault);
}

static void look_done(Job *job)
{
    OutboxRound *round = (OutboxRound *)job;

    if (job->status != STORE_OK || round->due == 0 || round->due > round->now
        || round->core->is_closing) {
        end_round(round);
        return;
    }
    round->job = (Job){ .run = claim_run, .done = claim_done };
    core_submit(round->core, &round->job);
}

void outbox_look(Core *core, Outbox *outbox, const OutboxKind *kind, WorkerPool *senders)
{
    if (outbox->is_running || core_expiry_is_paused(core)
        || (core->steady - outbox->looked < LOOK_EVERY && !outbox->has_more))
        return;
    OutboxRound *round = calloc(1, kind->size);
    if (round == NULL)
        return;
    *round = (OutboxRound){ .job = { .run = look_run, .done = look_done, .only_reads = 1 },
                            .core = core,
                            .kind = kind,
                            .outbox = outbox,
                            .senders = senders,
                            .now = core->now };
    outbox->looked = core->steady;
    outbox->is_running = 1;
    core_submit(core, &round->job);
}

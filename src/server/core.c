/* core.c: the core as a whole: start and end, iterations of the event loop, clocks. */
#include "server/internal.h"
#include "server/incomes.h"
#include "server/preview.h"

#include "server/acts.h"
#include "server/daily.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/mail.h"
#include "server/notify.h"
#include "server/passwords.h"
#include "server/security.h"
#include "server/sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

Core *core_new(const CoreConfig *config)
{
    Core *core = calloc(1, sizeof *core);
    uint64_t chance;

    if (core == NULL)
        return NULL;
    core->config = *config;
    core->steady = config->steady(config->clock_context);
    core->now = core->started = config->clock(config->clock_context);
    if (config->node != NULL)
        core->now = core->started = core->steady + config->database_time.ahead;
    core->heartbeat.time = config->database_time;
    times_begin(&core->times, core->steady, core->now, config->latest);
    core->clocks_paused_until = core->started;
    randombytes_buf(&chance, sizeof chance);
    rng_seed(&core->rng, chance);
    return core;
}

void core_free(Core *core)
{
    if (core == NULL)
        return;
    while (core->conns != NULL)
        core_close(core->conns);
    peers_free(core);
    tables_free(core);
    addresses_free(core);
    passwords_free(core);
    previews_free(core);
    persons_free(core);
    text_free(&core->scratch);
    text_free(&core->seen.text);
    free(core);
}

/* ------------------------------------------------------------------------- */
/* The event loop                                                            */
/* ------------------------------------------------------------------------- */

void core_submit(Core *core, Job *job)
{
    core->jobs++;
    job->counter = &core->jobs;
    db_pool_submit(core->config.db_pool, job);
}

/* The wall clock; of a node, that of the database, which is the same for all of them. */
static int64_t reference_clock(const Core *core)
{
    const CoreConfig *config = &core->config;

    return core_is_node(core) ? core->steady + core->heartbeat.time.ahead
                              : config->clock(config->clock_context);
}

/* Restarts live clocks now: nobody could move, or it is unknown for how long. */
static void restart_clocks(Core *core)
{
    core->started = core->clocks_paused_until = core->pause_found = core->now;
}

/* Detects that the process was stopped or the machine suspended: ticks come at least
 * four times a second. Uses the system's clock, since tests move the other one. */
static void notice_stop(Core *core)
{
    enum { STOPPED_MS = 1500 };
    int64_t now = clock_ms(CLOCK_BOOTTIME), gap = now - core->ran_at;
    char text[24];

    core->ran_at = now;
    if (gap < STOPPED_MS || gap == now)
        return;
    snprintf(text, sizeof text, "%lld", (long long)gap);
    log_line(LOG_WARNING, "stopped", LOG_PAIRS({ "milliseconds", text }));
    heartbeat_was_stopped(core);
    if (!core_is_node(core))
        restart_clocks(core);
}

void core_read_clocks(Core *core)
{
    core->steady = core->config.steady(core->config.clock_context);
    int was_paused = core_expiry_is_paused(core);
    core->now = times_read(&core->times, core->steady, reference_clock(core));
    if (was_paused && !core_expiry_is_paused(core))
        restart_clocks(core);
    notice_stop(core);
}

void core_confirm_time(Core *core)
{
    core_read_clocks(core);
    int was_paused = core_expiry_is_paused(core);
    times_confirm(&core->times, core->steady, reference_clock(core));
    core->now = core->steady + core->times.offset;
    if (was_paused)
        restart_clocks(core);
}

int core_expiry_is_paused(const Core *core)
{
    return core->times.trust != TIME_TRUSTED;
}

int64_t core_expiry_time(const Core *core)
{
    return core_expiry_is_paused(core) ? 0 : core->now;
}

void core_poll(Core *core)
{
    core_read_clocks(core);
    inbox_empty(core->config.inbox);
    mine_flush(core);
    db_pool_flush(core->config.db_pool);
}

int core_setting(const Core *core, int setting, int otherwise)
{
    return core->has_settings && setting >= 0 ? setting : otherwise;
}

int core_tables_most(const Core *core)
{
    return core_setting(core, core->settings.tables_per_person,
                        core->config.limits.tables_per_person);
}

/* As many as there are connections to the database for reads. */
static int most_replays(const Core *core)
{
    enum { OF_A_FILE = 1, OF_A_NODE = 3 };

    return core_is_node(core) ? OF_A_NODE : OF_A_FILE;
}

static void start_replays(Core *core)
{
    while (core->replays.first != NULL && core->replays_running < most_replays(core)) {
        core->replays_running++;
        core_submit(core, job_queue_take(&core->replays));
    }
}

void core_submit_replay(Core *core, Job *job)
{
    job_queue_put(&core->replays, job);
    start_replays(core);
}

void core_replay_done(Core *core)
{
    core->replays_running--;
    start_replays(core);
}

/* Those that wait at the end are not done. */
static void cancel_replays(Core *core)
{
    JobQueue waiting = core->replays;

    core->replays = (JobQueue){ NULL, NULL };
    for (Job *job; (job = job_queue_take(&waiting)) != NULL;) {
        core->replays_running++;
        job->status = STORE_AWAY;
        job->done(job);
    }
}

int core_silence(const Core *core)
{
    return db_pool_silence(core->config.db_pool);
}

int core_is_busy(const Core *core)
{
    return core->jobs > 0;
}

int core_has_connections(const Core *core)
{
    return core->conn_count > 0;
}

void core_tick(Core *core)
{
    enum { SWEEP_EVERY = 10000 };

    core_read_clocks(core);
    heartbeat_tick(core);
    tables_tick(core);
    peers_tick(core);
    if (core->is_closing)
        return;
    acts_look(core);
    wakes_look(core);
    tidy_look(core);
    daily_look(core);
    incomes_look(core);
    notify_look(core);
    mail_look(core);
    sessions_tick(core);
    if (core->now - core->swept >= SWEEP_EVERY || core->now < core->swept) {
        core->swept = core->now;
        tables_sweep(core);
        addresses_sweep(core);
        security_tick(core);
        passwords_sweep(core);
        persons_sweep(core);
    }
}

/* Milliseconds after which people reconnect, with jitter. Other nodes are there at once;
 * the jitter spreads CONNECTS_PER_MS connections over each millisecond. */
static int reconnect_after(const Core *core)
{
    enum { ALONE_MS = 2000, NODES_MS = 40, CONNECTS_PER_MS = 10 };
    int spread = NODES_MS + core->conn_count / CONNECTS_PER_MS;

    return core_is_node(core) && spread < ALONE_MS ? spread : ALONE_MS;
}

void core_send_bye(Core *core, const char *reason)
{
    JsonOut out = message_begin(core, "bye");

    json_put_name(&out, "reason", reason);
    json_put_number(&out, "again", reconnect_after(core));
    json_close_object(&out);
    Packet *packet = packet_of(out.text);
    for (Conn *conn = core->conns, *next; conn != NULL; conn = next) {
        next = conn->next;
        conn_send(conn, packet);
        core->config.transport->hang_up(conn->link);
    }
    packet_release(packet);
}

void core_shut_down(Core *core)
{
    core->is_closing = 1;
    cancel_replays(core);
    core_send_bye(core, "restart");
    nodes_leave(core);
}

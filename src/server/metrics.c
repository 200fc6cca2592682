/* metrics.c: figures for Prometheus. */
#include "server/internal.h"

#include <stdio.h>

void metrics_add(Text *out, const char *name, const char *kind, const char *help,
                 long long value)
{
    char line[400];

    snprintf(line, sizeof line,
             "# HELP roundhouse_%s %s\n# TYPE roundhouse_%s %s\nroundhouse_%s %lld\n", name,
             help, name, kind, name, value);
    text_add(out, line);
}

static int busy_tables(const Core *core)
{
    int busy = 0;

    for (int i = 0; i < core->table_room; i++) {
        for (const Table *table = core->tables[i]; table != NULL; table = table->next)
            busy += table->cache == CACHE_WRITING;
    }
    return busy;
}

void core_write_metrics(Core *core, Text *out)
{
    const Counts *counts = &core->counts;
    const DbPoolCounts *db_pool = db_pool_counts(core->config.db_pool);

    metrics_add(out, "connections", "gauge", "WebSocket connections", core->conn_count);
    metrics_add(out, "queued_bytes", "gauge", "Messages that they have not read yet",
                (long long)core->queued_bytes);
    metrics_add(out, "tables_in_memory", "gauge", "Tables held in memory",
                core->table_count);
    metrics_add(out, "tables_writing", "gauge", "Tables with a write on its way",
                busy_tables(core));
    metrics_add(out, "tables_elsewhere", "gauge",
                "Tables at which people are by way of other nodes, for each node",
                core->elsewhere_count);
    metrics_add(out, "addresses", "gauge", "Addresses that came lately",
                core->address_count);
    metrics_add(out, "bots_waiting", "gauge", "Decisions that wait for a bot",
                worker_pool_waiting(core->config.thinkers));
    metrics_add(out, "messages_total", "counter", "Messages received", counts->messages);
    metrics_add(out, "posts_total", "counter", "Messages sent", counts->sent);
    metrics_add(out, "moves_total", "counter", "Actions and undos stored", counts->moves);
    metrics_add(out, "bot_moves_total", "counter", "Those of bots", counts->bot_moves);
    metrics_add(out, "conflicts_total", "counter",
                "Writes that came after another server's", counts->conflicts);
    metrics_add(out, "retries_total", "counter",
                "Those that were tried again by themselves", counts->retries);
    metrics_add(out, "quarantines_total", "counter",
                "Tables set apart because log and hashes disagree", counts->quarantines);
    metrics_add(out, "requests_total", "counter", "Requests to the API", counts->requests);
    metrics_add(out, "refused_total", "counter", "Requests and messages beyond the limits",
                counts->refused);
    metrics_add(out, "slow_readers_total", "counter", "Connections dropped for not reading",
                counts->dropped);
    metrics_add(out, "notices_total", "counter", "Notices taken by push services",
                counts->pushes);
    metrics_add(out, "notices_failed_total", "counter",
                "Notices that a push service did not take", counts->pushes_failed);
    metrics_add(out, "mails_total", "counter", "Mails taken by the mail server",
                counts->mails);
    metrics_add(out, "mails_failed_total", "counter",
                "Mails that the mail server did not take", counts->mails_failed);
    metrics_add(out, "store_batches_total", "counter", "Transactions",
                atomic_load(&db_pool->batches));
    metrics_add(out, "store_errands_total", "counter", "What they carried",
                atomic_load(&db_pool->jobs));
    metrics_add(out, "store_failures_total", "counter", "Transactions that failed",
                atomic_load(&db_pool->failures));
}

/* acts.c: reads new acts from the log, and applies to memory what they changed in the
 * store.
 *
 *     about a person    reloads name, role and mute; a banned or deleted person leaves all
 *                       tables, and bots take over
 *     about a table     refreshes the table
 *     about settings    reloads the settings, and sends the announcement */
#include "server/acts.h"

#include "server/api.h"
#include "server/sessions.h"

#include <stdlib.h>
#include <string.h>

enum { ACTS_AT_ONCE = 16 };

/* At least: nodes of another version send notices that this one does not receive. */
static const int64_t LOOK_EVERY = 10000;

/* A seat, or a table of one's own, that must be left. */
typedef struct Place {
    char table[STORE_CODE_MAX + 1];
    StoreId user; /* the person, or one of the person's programs */
} Place;

/* The user whom an act is about, as stored now, and what the user must leave. */
typedef struct ActTarget {
    StoreUser user; /* id 0: nobody */
    Place *places;
    int place_count;
} ActTarget;

typedef struct Following {
    Job job;
    Core *core;
    int64_t now;
    int is_first; /* at start: reads the settings, and where the log ends */
    int64_t after;
    int count;
    StoreAct acts[ACTS_AT_ONCE];
    ActTarget targets[ACTS_AT_ONCE];
    Settings settings;
} Following;

/* ------------------------------------------------------------------------- */
/* On a database thread                                                      */
/* ------------------------------------------------------------------------- */

static int must_leave(const StoreUser *user, int64_t now)
{
    return user->deleted != 0 || user->banned > now;
}

static StoreStatus add_places(ActTarget *target, StoreId user, Store *store, Fault *fault)
{
    StoreTable *tables = malloc(TABLES_LEFT_MAX * sizeof *tables);
    StoreCursor cursor = { 0 };
    int count = 0;
    StoreStatus status = tables == NULL
                             ? STORE_NO_MEMORY
                             : store_list(store, LIST_LEFT, user, &cursor, tables,
                                          TABLES_LEFT_MAX, &count, fault);
    Place *places =
        realloc(target->places, (size_t)(target->place_count + count + 1) * sizeof *places);

    if (places != NULL)
        target->places = places;
    for (int i = 0; i < count && places != NULL; i++) {
        Place *place = &places[target->place_count++];
        memcpy(place->table, tables[i].code, sizeof place->table);
        place->user = user;
    }
    free(tables);
    return places == NULL ? STORE_NO_MEMORY : status;
}

/* Of the person and of the person's programs. */
static StoreStatus find_places(ActTarget *target, Store *store, Fault *fault)
{
    StoreUser *programs = malloc(PROGRAMS_MAX * sizeof *programs);
    int count = 0;
    StoreStatus status = programs == NULL ? STORE_NO_MEMORY
                                          : store_programs(store, target->user.id, programs,
                                                           PROGRAMS_MAX, &count, fault);

    target->place_count = 0;
    if (status == STORE_OK)
        status = add_places(target, target->user.id, store, fault);
    for (int i = 0; i < count && status == STORE_OK; i++)
        status = add_places(target, programs[i].id, store, fault);
    free(programs);
    return status;
}

static StoreStatus read_target(const Following *following, const StoreAct *act,
                               ActTarget *target, Store *store, Fault *fault)
{
    target->user.id = 0;
    if (act->whom[0] == '\0')
        return STORE_OK;
    StoreStatus status = store_user_by_code(store, act->whom, &target->user, fault);
    if (status == STORE_NOT_FOUND) {
        target->user.id = 0;
        return STORE_OK;
    }
    return status == STORE_OK && must_leave(&target->user, following->now)
               ? find_places(target, store, fault)
               : status;
}

static StoreStatus follow_run(Job *job, Store *store, Fault *fault)
{
    Following *following = (Following *)job;
    StoreStatus status;

    following->count = 0;
    if (following->is_first)
        status = store_acts_count(store, &following->after, fault);
    else
        status = store_acts(store, following->after, following->acts, ACTS_AT_ONCE,
                            &following->count, fault);
    for (int i = 0; i < following->count && status == STORE_OK; i++)
        status = read_target(following, &following->acts[i], &following->targets[i], store,
                             fault);
    if (status == STORE_OK && (following->count > 0 || following->is_first))
        status = settings_read(store, &following->settings, fault);
    return status;
}

/* ------------------------------------------------------------------------- */
/* On the core's thread                                                      */
/* ------------------------------------------------------------------------- */

const char *announcement_now(const Core *core)
{
    const Settings *settings = &core->settings;

    return settings->announced_until > core->now ? settings->announcement : "";
}

static Packet *announcement_packet(Core *core)
{
    JsonOut out = message_begin(core, "announcement");

    json_put_text(&out, "text", announcement_now(core));
    json_close_object(&out);
    return packet_of(out.text);
}

void announcement_send(Conn *conn)
{
    if (announcement_now(conn->core)[0] == '\0')
        return;
    Packet *packet = announcement_packet(conn->core);
    conn_send(conn, packet);
    packet_release(packet);
}

static void announce_to_all(Core *core)
{
    Packet *packet = announcement_packet(core);

    for (Conn *conn = core->conns; conn != NULL; conn = conn->next) {
        if (conn->is_greeted)
            conn_send(conn, packet);
    }
    packet_release(packet);
    core->is_announcing = announcement_now(core)[0] != '\0';
}

static void adopt_settings(Core *core, const Settings *settings)
{
    int is_other = strcmp(core->settings.announcement, settings->announcement) != 0
                   || core->settings.announced_until != settings->announced_until;

    core->settings = *settings;
    core->has_settings = 1;
    if (is_other)
        announce_to_all(core);
}

static void leave_tables(Core *core, const ActTarget *target)
{
    for (int i = 0; i < target->place_count && !core->is_closing; i++)
        table_leave(core, target->places[i].table, target->places[i].user);
}

/* A mute holds for the person's programs, too. The sessions are looked up again because a
 * connection that is just being opened may have read the user before the act. */
static void update_person(Core *core, const StoreUser *user)
{
    user_has_changed(core, user);
    sessions_recheck(core, user->id);
    for (Conn *conn = core->conns; conn != NULL; conn = conn->next) {
        if (conn->person != NULL && conn->person->user.owner == user->id)
            conn->person->user.muted = user->muted;
    }
}

static void apply_act(Core *core, const StoreAct *act, const ActTarget *target)
{
    Table *table = act->table[0] == '\0' ? NULL : table_find(core, act->table);

    if (target->user.id != 0)
        update_person(core, &target->user);
    if (target->user.id != 0 && must_leave(&target->user, core->now))
        leave_tables(core, target);
    if (table != NULL)
        table_refresh(table);
}

static void follow_done(Job *job)
{
    Following *following = (Following *)job;
    Core *core = following->core;
    int is_done = job->status == STORE_OK;

    core->is_following = 0;
    if (!is_done)
        acts_hurry(core);
    if (is_done && (following->count > 0 || following->is_first))
        adopt_settings(core, &following->settings);
    if (is_done)
        core->acts_seen = following->after;
    for (int i = 0; i < following->count && is_done; i++) {
        apply_act(core, &following->acts[i], &following->targets[i]);
        core->acts_seen = following->acts[i].n;
    }
    if (following->count == ACTS_AT_ONCE)
        acts_hurry(core);
    for (int i = 0; i < ACTS_AT_ONCE; i++)
        free(following->targets[i].places);
    free(following);
}

void acts_hurry(Core *core)
{
    core->acts_are_due = 1;
}

/* Two commits within some milliseconds may have the same stamp, so the log is read once
 * more with the tick after a change. */
static int is_due(Core *core)
{
    int64_t stamp = db_pool_stamp(core->config.db_pool);
    int was_written = stamp != core->acts_stamp;
    int is_due = was_written || core->acts_are_due || !core->has_settings
                 || core->steady - core->acts_looked >= LOOK_EVERY;

    core->acts_stamp = stamp;
    core->acts_are_due = was_written;
    return is_due;
}

void acts_look(Core *core)
{
    if (core->is_announcing && announcement_now(core)[0] == '\0')
        announce_to_all(core); /* its time is over */
    if (core->is_following || !is_due(core))
        return;
    Following *following = calloc(1, sizeof *following);
    if (following == NULL) {
        acts_hurry(core);
        return;
    }
    following->job = (Job){ .run = follow_run, .done = follow_done, .only_reads = 1 };
    following->core = core;
    following->now = core->now;
    following->is_first = !core->has_settings;
    following->after = core->acts_seen;
    core->acts_looked = core->steady;
    core->is_following = 1;
    core_submit(core, &following->job);
}

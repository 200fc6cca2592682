/* nodes.c: notices between nodes: writing and handling them. */
#include "server/nodes.h"

#include "server/acts.h"
#include "server/node_protocol.h"
#include "server/relations.h"
#include "server/sessions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int core_is_node(const Core *core)
{
    return core->config.node != NULL;
}

int node_speaks_ours(const char *node)
{
    size_t length = strlen(NODE_PROTOCOL_VERSION);

    return strncmp(node, NODE_PROTOCOL_VERSION, length) == 0 && node[length] == '-';
}

/* ------------------------------------------------------------------------- */
/* Sending                                                                    */
/* ------------------------------------------------------------------------- */

typedef struct Sending {
    Job job;
    Core *core;
    char channel[STORE_WORD_MAX + 1];
    Text lines;
} Sending;

/* All of it or nothing. */
static StoreStatus send_run(Job *job, Store *store, Fault *fault)
{
    Sending *sending = (Sending *)job;
    StoreStatus status = STORE_OK;

    for (char *line = sending->lines.bytes, *end; *line != '\0' && status == STORE_OK;
         line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        status = store_notify(store, sending->channel, line, fault);
        *end = '\n'; /* it may have to run twice */
    }
    return status;
}

static void send_done(Job *job)
{
    Sending *sending = (Sending *)job;

    if (job->status != STORE_OK && sending->lines.bytes[0] == 'q')
        sending->core->must_repeat_question = 1;
    else if (job->status != STORE_OK)
        sending->core->must_repeat_presence = 1;
    text_free(&sending->lines);
    free(sending);
}

void node_send(Core *core, const char *channel, Text *lines)
{
    Sending *sending = lines->has_failed ? NULL : calloc(1, sizeof *sending);

    if (sending == NULL) {
        text_free(lines);
        return;
    }
    sending->job = (Job){ .run = send_run, .done = send_done };
    sending->core = core;
    sending->lines = *lines;
    *lines = (Text){ 0 };
    snprintf(sending->channel, sizeof sending->channel, "%s", channel);
    core_submit(core, &sending->job);
}

/* Written for every move, so without printf. */
static char *put_text(char *at, const char *text)
{
    while (*text != '\0')
        *at++ = *text++;
    *at++ = ' ';
    return at;
}

static char *put_number(char *at, int64_t number)
{
    char digits[24];
    int count = 0;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;

    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        *at++ = '-';
    while (count > 0)
        *at++ = digits[--count];
    *at++ = ' ';
    return at;
}

/* Those who sit there, with commas. */
static char *put_users(char *at, const StoreTable *row)
{
    for (int seat = 0; seat < row->seat_count; seat++) {
        at = put_number(at, row->seats[seat].user);
        at[-1] = ',';
    }
    at[-1] = ' ';
    return at;
}

/* The longest: names, the users and clocks of all seats, ten numbers. */
_Static_assert(WRITE_NOTICE_MAX
                   > STORE_WORD_MAX + STORE_CODE_MAX + (2 * SEATS_MAX + 10) * 21 + 8,
               "every entry fits");

static char *put_entry(char *at, const StoreTable *row, const StoreEntry *entry)
{
    const StoreTurn *turn = &entry->turn;

    at = put_number(at, turn->n);
    at = put_number(at, entry->done.kind);
    at = put_number(at, entry->done.seat);
    at = put_number(at, entry->done.is_by_bot);
    at = put_number(at, entry->done.action);
    at = put_number(at, entry->at);
    at = put_number(at, turn->waiting);
    at = put_number(at, turn->deadline);
    at = put_number(at, (int64_t)entry->hash);
    for (int seat = 0; seat < row->seat_count; seat++)
        at = put_number(at, turn->left[seat]);
    return at;
}

void node_write_notice(Write *write)
{
    const Core *core = write->table->core;
    const StoreTable *row = write->store.row;
    char *at = write->notice;

    *at = '\0';
    if (!core_is_node(core))
        return;
    at = put_text(at, row == NULL ? "e" : "c");
    at = put_text(at, core->config.node);
    at = put_text(at, write->table->row.code);
    at = put_users(at, row == NULL ? &write->table->row : row);
    if (row == NULL)
        at = put_entry(at, &write->table->row, &write->store.entry);
    at[-1] = '\0';
}

/* A message that is too long for a notice is left out: it stands in the store. */
StoreStatus node_notify_chat(const Core *core, Store *store, const char *code, int k,
                             const Text *message, Fault *fault)
{
    char text[STORE_NOTICE_MAX + 1];

    if (!core_is_node(core))
        return STORE_OK;
    int length = snprintf(text, sizeof text, "s %s %s %d ", core->config.node, code, k);
    if (message->length < sizeof text - (size_t)length)
        snprintf(text + length, sizeof text - (size_t)length, "%.*s", (int)message->length,
                 message->bytes);
    return store_notify(store, ALL_NODES, text, fault);
}

StoreStatus node_notify_user(const Core *core, Store *store, char kind, StoreId user,
                             Fault *fault)
{
    char text[STORE_WORD_MAX + 40];

    if (!core_is_node(core))
        return STORE_OK;
    snprintf(text, sizeof text, "%c %s %lld", kind, core->config.node, (long long)user);
    return store_notify(store, ALL_NODES, text, fault);
}

StoreStatus node_notify_session(const Core *core, Store *store, char kind, StoreId user,
                                const char *code, Fault *fault)
{
    char text[STORE_WORD_MAX + STORE_CODE_MAX + 40];

    if (!core_is_node(core))
        return STORE_OK;
    snprintf(text, sizeof text, "%c %s %lld %s", kind, core->config.node, (long long)user,
             code[0] == '\0' ? "-" : code);
    return store_notify(store, ALL_NODES, text, fault);
}

/* ------------------------------------------------------------------------- */
/* Received: tables                                                          */
/* ------------------------------------------------------------------------- */

/* Those who sit there look at their tables again. */
static void mine_changed_for(Core *core, const char *users)
{
    while (*users != '\0') {
        char *end;
        Person *person = person_find(core, strtoll(users, &end, 10));
        if (person != NULL)
            mine_ask(core, person);
        if (*end != ',')
            return;
        users = end + 1;
    }
}

/* "-12 …": as put_number has written it; NULL: it is none. Read for every move, so without
 * strtoll. */
static const char *read_number(const char *at, int64_t *number)
{
    int is_negative = *at == '-';
    const char *digits = at += is_negative;
    uint64_t sum = 0;

    for (; *at >= '0' && *at <= '9'; at++)
        sum = 10 * sum + (uint64_t)(*at - '0');
    if (at == digits || (*at != ' ' && *at != '\0'))
        return NULL;
    *number = (int64_t)(is_negative ? -sum : sum);
    return *at == ' ' ? at + 1 : at;
}

/* 0: it is not one. */
static int read_entry(const char *text, StoreEntry *entry)
{
    int64_t numbers[9 + SEATS_MAX] = { 0 };
    int count = 0;

    while (count < 9 + SEATS_MAX && *text != '\0') {
        text = read_number(text, &numbers[count++]);
        if (text == NULL)
            return 0;
    }
    if (count <= 9 || numbers[0] < 1 || numbers[0] > INT32_MAX || numbers[2] < 0
        || numbers[2] >= SEATS_MAX)
        return 0;
    *entry =
        (StoreEntry){ .turn = { .n = (int)numbers[0],
                                .waiting = (SeatSet)numbers[6],
                                .deadline = numbers[7] },
                      .done = { .kind = numbers[1] == ENTRY_UNDO ? ENTRY_UNDO : ENTRY_ACT,
                                .seat = (int)numbers[2],
                                .is_by_bot = numbers[3] != 0,
                                .action = (Action)numbers[4] },
                      .at = numbers[5],
                      .hash = (uint64_t)numbers[8] };
    memcpy(entry->turn.left, numbers + 9, sizeof entry->turn.left);
    return 1;
}

/* A game that nobody follows here any more leaves memory instead of being kept up to date.
 * NULL: it is not in memory. */
static Table *find_followed(Core *core, const char *code)
{
    Table *table = table_find(core, code);

    if (table == NULL || table->row.state != TABLE_PLAYING || !table_is_ready(table)
        || !table_is_unused(table))
        return table;
    table_free(table);
    return NULL;
}

/* What concerns no table in memory is not even read. */
static void receive_change(Core *core, const Notice *notice)
{
    Table *table = find_followed(core, notice->what);
    size_t users = strcspn(notice->rest, " ");
    StoreEntry entry;

    if (table != NULL && notice->kind == 'e' && notice->rest[users] == ' '
        && read_entry(notice->rest + users + 1, &entry))
        table_receive_entry(table, &entry);
    else if (table != NULL)
        table_refresh(table);
    mine_changed_for(core, notice->rest);
}

static void receive_chat(Core *core, const Notice *notice)
{
    Table *table = table_find(core, notice->what);
    char *message;
    int k = (int)strtol(notice->rest, &message, 10);

    if (table != NULL && k > 0 && *message == ' ')
        chat_receive(table, k, message + 1, strlen(message + 1));
}

/* ------------------------------------------------------------------------- */
/* Received: people                                                          */
/* ------------------------------------------------------------------------- */

typedef struct Renewal {
    Job job;
    Core *core;
    StoreUser user;
} Renewal;

static StoreStatus renew_run(Job *job, Store *store, Fault *fault)
{
    Renewal *renewal = (Renewal *)job;

    return store_user_get(store, renewal->user.id, &renewal->user, fault);
}

static void renew_done(Job *job)
{
    Renewal *renewal = (Renewal *)job;

    if (job->status == STORE_OK) {
        user_has_changed(renewal->core, &renewal->user);
        blocked_ask(renewal->core, renewal->user.id);
    }
    free(renewal);
}

static void receive_user(Core *core, const Notice *notice)
{
    Renewal *renewal = calloc(1, sizeof *renewal);

    if (renewal == NULL)
        return;
    renewal->job = (Job){ .run = renew_run, .done = renew_done, .only_reads = 1 };
    renewal->core = core;
    renewal->user.id = strtoll(notice->what, NULL, 10);
    core_submit(core, &renewal->job);
}

static void receive_session(Core *core, const Notice *notice)
{
    sessions_recheck(core, strtoll(notice->what, NULL, 10));
}

static void receive_act(Core *core, const Notice *notice)
{
    (void)notice;
    acts_hurry(core);
}

static void receive_mine(Core *core, const Notice *notice)
{
    mine_changed_for(core, notice->what);
}

/* ------------------------------------------------------------------------- */
/* Received: nodes                                                           */
/* ------------------------------------------------------------------------- */

/* The tables of a node that ends are taken over at once. */
static void receive_farewell(Core *core, const Notice *notice)
{
    core->last_scan = 0;
    core->scans_urgently = 1;
    peers_forget(core, notice->node);
}

void node_catch_up(Core *core)
{
    tables_catch_up(core);
    for (Conn *conn = core->conns; conn != NULL; conn = conn->next) {
        if (conn->person != NULL)
            mine_ask(core, conn->person);
    }
    acts_hurry(core);
    persons_forget(core);
    sessions_recheck(core, 0);
    peers_request_presence(core);
}

/* "K NODE WHAT REST", of which the last two may be missing. */
static int read_notice(char *line, Notice *notice)
{
    if (line[0] == '\0' || line[1] != ' ')
        return 0;
    *notice = (Notice){ .kind = line[0], .node = line + 2 };
    notice->what = line + 2 + strcspn(line + 2, " ");
    if (*notice->what == ' ')
        *notice->what++ = '\0';
    notice->rest = notice->what + strcspn(notice->what, " ");
    if (*notice->rest == ' ')
        *notice->rest++ = '\0';
    return strlen(notice->node) <= STORE_WORD_MAX;
}

static void receive_line(Core *core, char *line)
{
    static const struct {
        char kind;
        void (*receive)(Core *core, const Notice *notice);
    } KINDS[] = {
        { 'e', receive_change },
        { 'c', receive_change },
        { 's', receive_chat },
        { 'u', receive_user },
        { 'm', receive_mine },
        { 'b', receive_farewell },
        { 'a', receive_act },
        { 'p', presence_receive },
        { 'q', presence_receive_request },
        { 'w', presence_receive_reset },
        { END_ONE, receive_session },
        { END_OTHERS, receive_session },
    };
    Notice notice;

    if (!read_notice(line, &notice) || strcmp(notice.node, core->config.node) == 0)
        return;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        if (KINDS[i].kind == notice.kind)
            KINDS[i].receive(core, &notice);
    }
}

void node_receive(void *context, const char *channel, char *lines)
{
    Core *core = context;

    core_read_clocks(core);
    if (lines == NULL) {
        node_catch_up(core);
    } else if (strcmp(channel, EVERY_NODE) == 0) {
        peer_seen(core, lines);
    } else {
        for (char *line = lines, *end; line != NULL; line = end) {
            end = strchr(line, '\n');
            if (end != NULL)
                *end++ = '\0';
            receive_line(core, line);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* The end                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Leaving {
    Job job;
    Core *core;
    int64_t now;
} Leaving;

static StoreStatus leave_run(Job *job, Store *store, Fault *fault)
{
    const Leaving *leaving = (const Leaving *)job;
    const char *node = leaving->core->config.node;
    char text[STORE_WORD_MAX + 8];
    StoreStatus status = store_claims_drop(store, node, leaving->now, fault);

    if (status != STORE_OK)
        return status;
    snprintf(text, sizeof text, "b %s", node);
    return store_notify(store, ALL_NODES, text, fault);
}

/* If nobody receives it, what it has claimed runs out. */
static void leave_done(Job *job)
{
    free(job);
}

void nodes_leave(Core *core)
{
    Leaving *leaving = core_is_node(core) ? calloc(1, sizeof *leaving) : NULL;

    if (leaving == NULL)
        return;
    leaving->job = (Job){ .run = leave_run, .done = leave_done };
    leaving->core = core;
    leaving->now = core->now;
    core_submit(core, &leaving->job);
}

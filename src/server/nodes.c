/* nodes.c: what nodes say to each other, said and heard. */
#include "server/nodes.h"

#include "server/dialect.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int core_is_node(const Core *core)
{
    return core->config.node != NULL;
}

int table_is_ours(const Table *table)
{
    return !table->is_foreign && (!core_is_node(table->core) || table->lease != 0);
}

int node_speaks_ours(const char *node)
{
    size_t length = strlen(NODES_DIALECT);

    return strncmp(node, NODES_DIALECT, length) == 0 && node[length] == '-';
}

/* ------------------------------------------------------------------------- */
/* Saying                                                                    */
/* ------------------------------------------------------------------------- */

typedef struct Saying {
    Errand errand;
    Core *core;
    long number; /* of an ask; 0: it is none */
    char channel[STORE_WORD_MAX + 1];
    char text[];
} Saying;

static StoreStatus say_run(Errand *errand, Store *store, Fault *fault)
{
    const Saying *saying = (const Saying *)errand;

    return store_notify(store, saying->channel, saying->text, fault);
}

static void say_done(Errand *errand)
{
    const Saying *saying = (const Saying *)errand;

    core_post_back(saying->core);
    if (errand->status != STORE_OK && saying->number != 0)
        asking_was_not_heard(saying->core, saying->number);
    free(errand);
}

static void say(Core *core, const char *channel, long number, const char *text, int length)
{
    Saying *saying = length < 0 || length > STORE_NOTICE_MAX
                         ? NULL
                         : malloc(sizeof *saying + (size_t)length + 1);

    if (saying == NULL)
        return;
    saying->errand = (Errand){ .run = say_run, .done = say_done };
    saying->core = core;
    saying->number = number;
    snprintf(saying->channel, sizeof saying->channel, "%s", channel);
    memcpy(saying->text, text, (size_t)length + 1);
    core_post(core, &saying->errand);
}

void node_say(Core *core, const char *channel, const char *format, ...)
{
    char text[STORE_NOTICE_MAX + 1];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    say(core, channel, 0, text, length);
}

void node_say_ask(const Conn *conn, const char *writer, long number, const char *message)
{
    char text[STORE_NOTICE_MAX + 1];
    int length = snprintf(text, sizeof text, "q %s %ld %lld %d %s", conn->core->config.node,
                          number, (long long)conn_user(conn), (int)conn->language, message);

    say(conn->core, writer, number, text, length);
}

/* Room for a change and its entry, whatever the numbers. */
enum { CHANGE_ROOM = 512 + 2 * SEATS_MAX * 24 };

static int write_users(char *text, size_t room, const StoreTable *row)
{
    int length = 0;

    for (int seat = 0; seat < row->seat_count; seat++)
        length += snprintf(text + length, room - (size_t)length, "%s%lld",
                           seat > 0 ? "," : "", (long long)row->seats[seat].user);
    return length;
}

static int write_entry(char *text, size_t room, const StoreEntry *entry)
{
    const StoreMoment *moment = &entry->moment;
    int length = snprintf(text, room, " %d %d %d %d %lu %lld %lu %lld", moment->n,
                          (int)entry->kind, entry->seat, entry->is_by_bot,
                          (unsigned long)entry->action, (long long)entry->at,
                          (unsigned long)moment->waiting, (long long)moment->deadline);

    for (int seat = 0; seat < SEATS_MAX; seat++)
        length += snprintf(text + length, room - (size_t)length, " %lld",
                           (long long)moment->left[seat]);
    return length;
}

StoreStatus node_tell_change(const Write *write, Store *store, Fault *fault)
{
    const Core *core = write->table->core;
    const StoreTable *row = write->has_row ? &write->row : &write->table->row;
    int is_asked = write->by != NULL && write->by->relay != NULL;
    int is_entry_alone = write->has_entry && !write->has_row;
    char text[CHANGE_ROOM];
    int length;

    if (!core_is_node(core))
        return STORE_OK;
    length = snprintf(text, sizeof text, "%c %s %s %s %ld ", is_entry_alone ? 'e' : 'c',
                      core->config.node, row->code, is_asked ? relay_node(write->by) : "-",
                      is_asked ? relay_number(write->by) : 0);
    length += write_users(text + length, sizeof text - (size_t)length, row);
    if (is_entry_alone)
        write_entry(text + length, sizeof text - (size_t)length, &write->entry);
    else
        snprintf(text + length, sizeof text - (size_t)length, " %d",
                 write->has_entry ? write->entry.moment.n : 0);
    return store_notify(store, ALL_NODES, text, fault);
}

/* A message that is too long for a notice is left out: it stands in the store. */
StoreStatus node_tell_chat(const Core *core, Store *store, const char *code, int k,
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

StoreStatus node_tell_user(const Core *core, Store *store, char kind, StoreId user,
                           Fault *fault)
{
    char text[STORE_WORD_MAX + 40];

    if (!core_is_node(core))
        return STORE_OK;
    snprintf(text, sizeof text, "%c %s %lld", kind, core->config.node, (long long)user);
    return store_notify(store, ALL_NODES, text, fault);
}

/* ------------------------------------------------------------------------- */
/* Hearing of tables                                                         */
/* ------------------------------------------------------------------------- */

/* Those who sit there look at their tables again. */
static void tell_mine_to(Core *core, const char *users)
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

/* 0: it is not one. */
static int read_entry(const char *text, StoreEntry *entry)
{
    StoreMoment *moment = &entry->moment;
    unsigned long action, waiting;
    long long at, deadline;
    int kind, begin = 0;

    *entry = (StoreEntry){ 0 };
    if (sscanf(text, "%d %d %d %d %lu %lld %lu %lld%n", &moment->n, &kind, &entry->seat,
               &entry->is_by_bot, &action, &at, &waiting, &deadline, &begin)
            != 8
        || entry->seat < 0 || entry->seat >= SEATS_MAX)
        return 0;
    entry->kind = kind == ENTRY_UNDO ? ENTRY_UNDO : ENTRY_ACT;
    entry->action = (Action)action;
    entry->at = at;
    moment->waiting = (SeatSet)waiting;
    moment->deadline = deadline;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        char *end;
        moment->left[seat] = strtoll(text + begin, &end, 10);
        begin = (int)(end - text);
    }
    return 1;
}

static void hear_change(Core *core, int kind, const char *code, const char *text)
{
    Table *table = table_find(core, code);
    char asker[STORE_WORD_MAX + 1], users[256];
    StoreEntry entry;
    long number;
    int begin = 0;

    if (sscanf(text, "%32s %ld %255s %n", asker, &number, users, &begin) != 3 || begin == 0)
        return;
    int is_entry = kind == 'e' && read_entry(text + begin, &entry);
    int n = is_entry ? entry.moment.n : (int)strtol(text + begin, NULL, 10);
    if (n > 0 && strcmp(asker, core->config.node) == 0)
        asking_note_entry(core, number, n);
    if (table != NULL && is_entry)
        table_follow_entry(table, &entry);
    else if (table != NULL)
        table_follow(table);
    tell_mine_to(core, users);
}

static void hear_chat(Core *core, const char *code, const char *text)
{
    Table *table = table_find(core, code);
    int k, begin = 0;

    if (table != NULL && sscanf(text, "%d %n", &k, &begin) == 1 && begin > 0)
        chat_hear(table, k, text + begin, strlen(text + begin));
}

/* ------------------------------------------------------------------------- */
/* Hearing of people                                                         */
/* ------------------------------------------------------------------------- */

typedef struct Renewal {
    Errand errand;
    Core *core;
    StoreUser user;
} Renewal;

static StoreStatus renew_run(Errand *errand, Store *store, Fault *fault)
{
    Renewal *renewal = (Renewal *)errand;

    return store_user_get(store, renewal->user.id, &renewal->user, fault);
}

static void renew_done(Errand *errand)
{
    Renewal *renewal = (Renewal *)errand;

    core_post_back(renewal->core);
    if (errand->status == STORE_OK)
        user_has_changed(renewal->core, &renewal->user);
    free(renewal);
}

static void hear_user(Core *core, StoreId user)
{
    Renewal *renewal = calloc(1, sizeof *renewal);

    if (renewal == NULL)
        return;
    renewal->errand = (Errand){ .run = renew_run, .done = renew_done, .only_reads = 1 };
    renewal->core = core;
    renewal->user.id = user;
    core_post(core, &renewal->errand);
}

/* ------------------------------------------------------------------------- */
/* Hearing of nodes                                                          */
/* ------------------------------------------------------------------------- */

static void hear_farewell(Core *core, const char *node)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (strcmp(table->writer, node) == 0)
                table->writer[0] = '\0';
        }
    }
    core->looked_for_wakes = 0;
    peers_forget(core, node);
    asking_turn_from(core, node);
}

void node_catch_up(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            table_follow(table);
            chat_recall(table);
        }
    }
    for (Conn *conn = core->conns; conn != NULL; conn = conn->next) {
        if (conn->person != NULL)
            mine_ask(core, conn->person);
    }
    persons_forget(core);
    presence_begin_anew(core);
}

static void hear_of(Core *core, const char *text)
{
    char node[STORE_WORD_MAX + 1] = "", what[STORE_WORD_MAX + 1] = "";
    int begin = 0, kind = (unsigned char)text[0];

    if (sscanf(text, "%*c %32s %32s %n", node, what, &begin) < 1
        || strcmp(node, core->config.node) == 0)
        return;
    if ((kind == 'c' || kind == 'e') && begin > 0) {
        hear_change(core, kind, what, text + begin);
    } else if (kind == 's' && begin > 0) {
        hear_chat(core, what, text + begin);
    } else if (kind == 'p' && begin > 0) {
        presence_hear(core, node, what, text + begin);
    } else if (kind == 'w') {
        presence_forget(core, node);
        presence_say_all(core, node);
    } else if (kind == 'u') {
        hear_user(core, strtoll(what, NULL, 10));
    } else if (kind == 'm') {
        tell_mine_to(core, what);
    } else if (kind == 'b') {
        hear_farewell(core, node);
    }
}

void node_hear(void *context, const StoreNotice *notice)
{
    Core *core = context;

    core_read_clocks(core);
    if (notice->has_gap)
        node_catch_up(core);
    else if (strcmp(notice->channel, EVERY_NODE) == 0)
        peers_hear(core, notice->text);
    else if (notice->text[0] == 'a')
        asking_hear(core, notice->text);
    else if (notice->text[0] == 'q')
        answering_hear(core, notice->text);
    else
        hear_of(core, notice->text);
}

void nodes_free(Core *core)
{
    asking_free(core);
    answering_free(core);
    peers_free(core);
    presence_free(core);
}

/* Four times a second. */
void nodes_tick(Core *core)
{
    if (!core_is_node(core))
        return;
    asking_tick(core);
    answering_tick(core);
    peers_tick(core);
    leases_keep(core);
}

/* mine.c: the message `mine`: a person's tables and whose turn it is, sent whenever that
 * changes. */
#include "server/internal.h"

#include <stdlib.h>
#include <string.h>

enum { MINE_MAX = 100 };

/* The message is written on a database thread. */
typedef struct Mine {
    Job job;
    Person *person;
    Core *core;
    StoreId user;
    Text text;
} Mine;

static void format_table(JsonOut *out, const StoreTable *row, StoreId user)
{
    int seat = table_seat_of(row, user);
    int is_playing = row->state == TABLE_PLAYING;

    json_open_object(out);
    json_put_name(out, "table", row->code);
    json_put_name(out, "game", row->game);
    json_put_name(out, "state", is_playing ? "playing" : "open");
    json_put_flag(out, "turn",
                  is_playing && seat != NOBODY && seats_have(row->turn.waiting, seat));
    json_put_list(out, "waiting");
    for (int i = 0; is_playing && i < row->seat_count; i++) {
        const char *name =
            row->seats[i].who == SEAT_BOT ? row->seats[i].level : row->seats[i].name;
        if (seats_have(row->turn.waiting, i))
            json_text(out, name, strlen(name));
    }
    json_close_list(out);
    json_put_number(out, "changed", row->changed);
    json_close_object(out);
}

static void format_mine(Mine *mine, const StoreTable *tables, int count)
{
    JsonOut out = { .text = &mine->text };

    text_clear(&mine->text);
    json_open_object(&out);
    json_put_name(&out, "type", "mine");
    json_put_list(&out, "tables");
    for (int i = 0; i < count; i++)
        format_table(&out, &tables[i], mine->user);
    json_close_list(&out);
    json_close_object(&out);
}

static StoreStatus mine_run(Job *job, Store *store, Fault *fault)
{
    Mine *mine = (Mine *)job;
    StoreCursor cursor = { 0 };
    StoreTable *tables = malloc(MINE_MAX * sizeof *tables);
    int count = 0;

    if (tables == NULL)
        return STORE_NO_MEMORY;
    StoreStatus status =
        store_list(store, LIST_MINE, mine->user, &cursor, tables, MINE_MAX, &count, fault);
    if (status == STORE_OK)
        format_mine(mine, tables, count);
    free(tables);
    return status;
}

static void mine_done(Job *job)
{
    Mine *mine = (Mine *)job;
    Person *person = mine->person;
    int is_written = job->status == STORE_OK && !mine->text.has_failed;
    Packet *packet = is_written ? packet_new(mine->text.bytes, mine->text.length) : NULL;

    person->is_asking = 0;
    for (Conn *conn = person->conns, *next; conn != NULL; conn = next) {
        next = conn->next_of_person;
        if (conn->wants_mine)
            conn_send(conn, packet);
    }
    packet_release(packet);
    person_drop_if_gone(mine->core, person);
    text_free(&mine->text);
    free(mine);
}

static void ask(Core *core, Person *person)
{
    Mine *mine = calloc(1, sizeof *mine);

    if (mine == NULL)
        return;
    mine->job = (Job){ .run = mine_run, .done = mine_done, .only_reads = 1 };
    mine->person = person;
    mine->core = core;
    mine->user = person->user.id;
    person->is_asking = 1;
    person->is_mine_stale = 0;
    core_submit(core, &mine->job);
}

/* ------------------------------------------------------------------------- */
/* Changes                                                                   */
/* ------------------------------------------------------------------------- */

static int wants_mine(const Person *person)
{
    for (const Conn *conn = person->conns; conn != NULL; conn = conn->next_of_person) {
        if (conn->wants_mine)
            return 1;
    }
    return 0;
}

void mine_ask(Core *core, Person *person)
{
    if (person->is_mine_stale || !wants_mine(person))
        return;
    person->is_mine_stale = 1;
    person->next_stale = core->stale_persons;
    core->stale_persons = person;
}

void mine_changed(Table *table)
{
    Core *core = table->core;

    for (int seat = 0; seat < table->row.seat_count; seat++) {
        StoreId user = table->row.seats[seat].user;
        Person *person = user == 0 ? NULL : person_find(core, user);
        if (person != NULL)
            mine_ask(core, person);
    }
}

/* One query per person and iteration of the event loop; a change during the query causes
 * another one. */
void mine_flush(Core *core)
{
    Person *later = NULL;

    while (core->stale_persons != NULL) {
        Person *person = core->stale_persons;
        core->stale_persons = person->next_stale;
        if (person->is_asking) {
            person->next_stale = later;
            later = person;
        } else {
            ask(core, person);
        }
    }
    core->stale_persons = later;
}

void mine_forget(Core *core, Person *person)
{
    Person **at = &core->stale_persons;

    while (*at != NULL && *at != person)
        at = &(*at)->next_stale;
    if (*at != NULL)
        *at = person->next_stale;
    person->is_mine_stale = 0;
}

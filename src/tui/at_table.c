/* at_table.c: between the server's messages and the sitting. */
#include "tui/at_table.h"

#include <stdlib.h>
#include <string.h>

static AtTable *table_of(const Sitting *sitting)
{
    return sitting->at;
}

/* ------------------------------------------------------------------------- */
/* The host                                                                  */
/* ------------------------------------------------------------------------- */

void at_table_observe(const Sitting *sitting, int seat, State *view)
{
    (void)seat; /* there is only what the server shows us */
    *view = table_of(sitting)->table.view;
}

SittingStatus at_table_move(Sitting *sitting, int seat, Action action)
{
    AtTable *at = table_of(sitting);

    (void)seat;
    if (!at->table.is_connected)
        return SITTING_REFUSED;
    at->sent_at = at->table.n;
    remote_act(&at->table, action);
    return SITTING_OK;
}

int at_table_can_undo(const Sitting *sitting, int seat)
{
    const AtTable *at = table_of(sitting);

    (void)seat;
    return at->table.can_undo && at->table.is_connected && at->sent_at < 0;
}

void at_table_take_back(Sitting *sitting)
{
    AtTable *at = table_of(sitting);

    at->sent_at = at->table.n;
    remote_undo(&at->table);
}

int at_table_moves(const Sitting *sitting)
{
    return table_of(sitting)->table.n;
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

static int remember_start(AtTable *at)
{
    if (at->start_count == at->start_room) {
        int room = at->start_room == 0 ? 256 : 2 * at->start_room;
        int *starts = realloc(at->starts, (size_t)room * sizeof *starts);
        if (starts == NULL)
            return 0;
        at->starts = starts;
        at->start_room = room;
    }
    at->starts[at->start_count++] = at->sitting->journal.count;
    return 1;
}

static void happened(void *context, const Event *events, int count)
{
    AtTable *at = context;
    Events all = { .count = count };

    if (!remember_start(at))
        return;
    memcpy(all.items, events, (size_t)count * sizeof *events);
    journal_add(&at->sitting->journal, at->start_count - 1, &all);
}

static void undone(void *context)
{
    AtTable *at = context;

    if (at->start_count > 0)
        at->sitting->journal.count = at->starts[--at->start_count];
}

/* ------------------------------------------------------------------------- */
/* The game and who plays it                                                 */
/* ------------------------------------------------------------------------- */

static void name_seats(AtTable *at)
{
    for (int seat = 0; seat < at->sitting->seats; seat++) {
        const TableSeat *there = &at->table.seats[seat];
        WordsArgument arguments[] = { { "level", there->name, 0 },
                                      { "number", NULL, seat + 1 } };
        if (there->who == SEAT_PERSON && there->name[0] != '\0')
            snprintf(at->names[seat], TABLE_NAME_MAX, "%s", there->name);
        else
            words_write(at->language,
                        there->who == SEAT_BOT ? "play.remote.name" : "player", arguments,
                        2, at->names[seat], TABLE_NAME_MAX);
        at->name_list[seat] = at->names[seat];
    }
    sitting_name(at->sitting, at->name_list);
}

static void take_game(AtTable *at)
{
    const RemoteTable *table = &at->table;
    Sitting *sitting = at->sitting;

    if (table->game == NULL)
        return;
    sitting->game = table->game;
    sitting->drawing = drawing_of(table->game);
    sitting->seats = table->setup.seats;
    sitting->humans = table->seat == NOBODY ? 0 : seat_bit(table->seat);
    name_seats(at);
}

void at_table_hear(AtTable *at, const News *news, long long now)
{
    int n = at->table.n;

    remote_hear(&at->table, news, now);
    take_game(at);
    if (at->table.n != n || !at->table.is_connected || at->table.complaint[0] != '\0')
        at->sent_at = -1;
}

int at_table_is_ours(const AtTable *at)
{
    const RemoteTable *table = &at->table;

    return table->game != NULL && table->has_view && table->state == TABLE_PLAYING
           && table->seat != NOBODY && seats_have(remote_waiting(table), table->seat)
           && !table->is_away && table->is_connected && at->sent_at < 0;
}

void at_table_begin(AtTable *at, Sitting *sitting, Connection *connection, const char *code,
                    Language language)
{
    const TableLog log = { at, happened, undone };

    *at = (AtTable){
        .connection = connection, .sitting = sitting, .language = language, .sent_at = -1
    };
    remote_sit_down(&at->table, connection, code, &log);
    *sitting = (Sitting){ .at = at,
                          .shown_to = NOBODY,
                          .line_to = -1,
                          .kept_at = -1,
                          .drawing = &DRAWING_GENERIC };
}

void at_table_end(AtTable *at)
{
    free(at->starts);
    at->starts = NULL;
}

/* ------------------------------------------------------------------------- */
/* Before the game                                                           */
/* ------------------------------------------------------------------------- */

const char *at_table_name(const AtTable *at, int seat)
{
    return at->table.seats[seat].who == SEAT_OPEN
               ? words_find(at->language, "play.remote.open")
               : at->names[seat];
}

static int is_full(const RemoteTable *table)
{
    for (int seat = 0; seat < table->setup.seats; seat++) {
        if (table->seats[seat].who == SEAT_OPEN)
            return 0;
    }
    return 1;
}

int at_table_items(const AtTable *at, SeatItem items[SEAT_ITEMS_MAX])
{
    const RemoteTable *table = &at->table;
    int count = 0;

    if (table->state == TABLE_CLOSED)
        return 0;
    if (table->is_host && is_full(table))
        items[count++] = (SeatItem){ DEED_START, NOBODY };
    for (int seat = 0; seat < table->setup.seats; seat++) {
        SeatWho who = table->seats[seat].who;

        if (who == SEAT_OPEN && table->seat == NOBODY)
            items[count++] = (SeatItem){ DEED_SIT, seat };
        if (who == SEAT_OPEN && table->is_host)
            items[count++] = (SeatItem){ DEED_BOT, seat };
        if (who == SEAT_BOT && table->is_host)
            items[count++] = (SeatItem){ DEED_FREE, seat };
    }
    if (table->seat != NOBODY)
        items[count++] = (SeatItem){ DEED_STAND, table->seat };
    if (table->is_host)
        items[count++] = (SeatItem){ DEED_CLOSE, NOBODY };
    return count;
}

void at_table_do(AtTable *at, const SeatItem *item)
{
    switch (item->deed) {
    case DEED_SIT:
        remote_sit(&at->table, item->seat);
        break;
    case DEED_BOT:
        remote_set_seat(&at->table, item->seat, "medium");
        break;
    case DEED_FREE:
        remote_set_seat(&at->table, item->seat, "open");
        break;
    case DEED_STAND:
        remote_do(&at->table, "stand");
        break;
    case DEED_CLOSE:
        remote_do(&at->table, "close");
        break;
    default:
        remote_do(&at->table, "start");
        break;
    }
}

void at_table_item_words(const AtTable *at, const SeatItem *item, char *out, size_t size)
{
    static const char *const KEYS[] = {
        [DEED_START] = "play.remote.start", [DEED_SIT] = "play.remote.sit",
        [DEED_BOT] = "play.remote.bot",     [DEED_FREE] = "play.remote.free",
        [DEED_STAND] = "play.remote.stand", [DEED_CLOSE] = "play.remote.close",
    };
    WordsArgument seat = { "seat", NULL, item->seat + 1 };

    words_write(at->language, KEYS[item->deed], &seat, 1, out, size);
}

/* ledger.c: compares what clients received with the log. */
#include "ledger.h"

#include "board.h"

#include "play/setup.h"
#include "store/replay.h"
#include "wire/table_json.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_AT_ONCE = 64 };

typedef struct Wanted {
    char *action; /* NULL: nothing */
    int seat;
} Wanted;

/* What clients received about one entry. */
typedef struct Line {
    char *shown[LEDGER_READERS];
    Wanted stored, not_stored;
} Line;

struct Ledger {
    Line *lines; /* by n */
    long room;
    long last_n;
};

/* ------------------------------------------------------------------------- */
/* Recording                                                                 */
/* ------------------------------------------------------------------------- */

Ledger *ledger_new(void)
{
    Ledger *ledger = calloc(1, sizeof *ledger);

    cr_assert_not_null(ledger);
    return ledger;
}

void ledger_free(Ledger *ledger)
{
    if (ledger == NULL)
        return;
    for (long n = 0; n < ledger->room; n++) {
        for (int i = 0; i < LEDGER_READERS; i++)
            free(ledger->lines[n].shown[i]);
        free(ledger->lines[n].stored.action);
        free(ledger->lines[n].not_stored.action);
    }
    free(ledger->lines);
    free(ledger);
}

static Line *line_at(Ledger *ledger, long n)
{
    if (n >= ledger->room) {
        long room = n + 256;
        ledger->lines = realloc(ledger->lines, (size_t)room * sizeof *ledger->lines);
        cr_assert_not_null(ledger->lines);
        memset(ledger->lines + ledger->room, 0,
               (size_t)(room - ledger->room) * sizeof *ledger->lines);
        ledger->room = room;
    }
    return &ledger->lines[n];
}

/* A position that is received twice must be the same. */
static void check_same(long n, int reader, const char *before, Piece position)
{
    size_t same = 0;

    while (same < position.length && before[same] == position.bytes[same])
        same++;
    size_t from = same > 60 ? same - 60 : 0;
    cr_assert(same == position.length && before[same] == '\0',
              "entry %ld was shown to reader %d as …%.200s and then as …%.*s", n, reader,
              before + from,
              (int)(position.length - from > 200 ? 200 : position.length - from),
              position.bytes + from);
}

void ledger_shown(Ledger *ledger, long n, int reader, Piece position)
{
    char **shown = &line_at(ledger, n)->shown[reader];

    if (*shown != NULL)
        check_same(n, reader, *shown, position);
    else
        *shown = strndup(position.bytes, position.length);
    if (n > ledger->last_n)
        ledger->last_n = n;
}

static void want(Wanted *wanted, int seat, const char *action)
{
    free(wanted->action);
    wanted->action = strdup(action);
    wanted->seat = seat;
}

void ledger_stored(Ledger *ledger, long n, int seat, const char *action)
{
    Line *line = line_at(ledger, n);

    cr_assert_null(line->stored.action, "entry %ld was promised to %d and to %d", n,
                   line->stored.seat, seat);
    want(&line->stored, seat, action);
    if (n > ledger->last_n)
        ledger->last_n = n;
}

void ledger_not_stored(Ledger *ledger, long n, int seat, const char *action)
{
    want(&line_at(ledger, n)->not_stored, seat, action);
}

long ledger_last(const Ledger *ledger)
{
    return ledger->last_n;
}

/* ------------------------------------------------------------------------- */
/* Comparing                                                                 */
/* ------------------------------------------------------------------------- */

static Match *match_at_the_start(Store *store, const StoreTable *table)
{
    const Game *game = catalogue_find(table->game);
    Fault fault = { 0 };
    Setup setup;

    cr_assert_not_null(game);
    game_default_setup(game, table->seat_count, &setup);
    cr_assert(replay_read_options(game, table->options, &setup, &fault));
    cr_assert_eq(replay_seed(store, table, setup.seed, NULL, &fault), STORE_OK);
    Match *match = match_new(game, &setup);
    cr_assert_not_null(match);
    return match;
}

/* Is this entry the wanted action in the match's present state? */
static int is_wanted(const Match *match, const StoreEntry *entry, const Wanted *wanted)
{
    Fault fault = { 0 };
    Action action;

    if (entry->done.seat != wanted->seat || entry->done.is_by_bot
        || (entry->done.kind == ENTRY_UNDO) != (wanted->action[0] == '\0'))
        return 0;
    if (entry->done.kind == ENTRY_UNDO)
        return 1;
    Json *json = json_read(wanted->action, strlen(wanted->action), "The action", &fault);
    cr_assert(json != NULL
                  && action_read(json, match_game(match), match_state(match), wanted->seat,
                                 &action, &fault),
              "%s", fault.sentence);
    json_free(json);
    return action == entry->done.action;
}

static void follow(Match *match, const StoreEntry *entry, const char *code)
{
    int is_done =
        entry->done.kind == ENTRY_UNDO
            ? match_can_undo(match, entry->done.seat) && match_undo(match)
            : match_apply(match, entry->done.seat, entry->done.action, NULL) == MATCH_OK;

    cr_assert(is_done, "%s: entry %d is against the rules", code, entry->turn.n);
}

static void check_shown(const Line *line, const Match *match, LedgerCounts *counts)
{
    for (int i = 0; i < LEDGER_READERS; i++) {
        if (line->shown[i] == NULL)
            continue;
        check_position(match, i == LEDGER_SPECTATOR ? NOBODY : i, line->shown[i]);
        counts->shown++;
    }
}

static void check_entry(const Ledger *ledger, Match *match, const StoreEntry *entry,
                        const char *code, LedgerCounts *counts)
{
    static const Line nothing;
    int n = entry->turn.n;
    const Line *line = n < ledger->room ? &ledger->lines[n] : &nothing;

    counts->entries++;
    if (line->stored.action != NULL) {
        counts->stored++;
        cr_assert(is_wanted(match, entry, &line->stored),
                  "%s: entry %d is another one than seat %d was acknowledged", code, n,
                  line->stored.seat);
    }
    if (line->not_stored.action != NULL) {
        counts->not_stored++;
        counts->doubtful +=
            line->stored.action == NULL && is_wanted(match, entry, &line->not_stored);
    }
    follow(match, entry, code);
    check_shown(line, match, counts);
}

void ledger_check(const Ledger *ledger, Store *store, const char *code,
                  LedgerCounts *counts)
{
    StoreEntry entries[ENTRIES_AT_ONCE];
    StoreTable table;
    Fault fault = { 0 };
    int n = 0, count;

    cr_assert_eq(store_table_by_code(store, code, &table, &fault), STORE_OK, "%s",
                 fault.sentence);
    Match *match = match_at_the_start(store, &table);
    if (ledger->room > 0)
        check_shown(&ledger->lines[0], match, counts);
    do {
        cr_assert_eq(
            store_log(store, table.id, n + 1, entries, ENTRIES_AT_ONCE, &count, &fault),
            STORE_OK, "%s", fault.sentence);
        for (int i = 0; i < count; i++) {
            cr_assert_eq(entries[i].turn.n, ++n, "%s: the log has no %d", code, n);
            check_entry(ledger, match, &entries[i], code, counts);
        }
    } while (count == ENTRIES_AT_ONCE);
    cr_assert_geq(n, ledger->last_n, "%s: %ld entries were acknowledged, %d are stored",
                  code, ledger->last_n, n);
    match_free(match);
}

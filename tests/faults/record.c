/* record.c: compares what readers received and players tried with the log. The log is
 * read by plain SQL, so that programs of several versions can be compared. */
#include "record.h"

#include "engine/seats.h"
#include "games/catalogue.h"
#include "play/match.h"
#include "play/deal.h"
#include "play/setup.h"
#include "store/database.h"
#include "store/replay.h"
#include "wire/position.h"
#include "wire/table_json.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_ROOM = 4096 };

/* What one reader received about one entry. */
typedef struct Sight {
    char *position;          /* NULL: no update */
    char *events;            /* names, each followed by a space; NULL: nothing received */
    int by, is_bot, is_back; /* by: a seat or NOBODY */
} Sight;

typedef struct Try {
    long n; /* the number sent with it */
    char *action;
    long answer; /* the number of the update that answered it; 0: none */
} Try;

typedef struct Tries {
    Try *items;
    size_t count, room;
} Tries;

typedef struct Reader {
    Sight *sights; /* by n */
    long room;
    long seen;
    int again; /* updates that may come a second time */
} Reader;

struct Record {
    Reader readers[RECORD_READERS];
    Tries tries[SEATS_MAX];
    long last_n;
};

/* ------------------------------------------------------------------------- */
/* Recording                                                                 */
/* ------------------------------------------------------------------------- */

Record *record_new(void)
{
    Record *record = calloc(1, sizeof *record);

    cr_assert_not_null(record);
    for (int i = 0; i < RECORD_READERS; i++)
        record->readers[i].seen = -1;
    return record;
}

void record_free(Record *record)
{
    if (record == NULL)
        return;
    for (int i = 0; i < RECORD_READERS; i++) {
        Reader *reader = &record->readers[i];
        for (long n = 0; n < reader->room; n++) {
            free(reader->sights[n].position);
            free(reader->sights[n].events);
        }
        free(reader->sights);
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        for (size_t i = 0; i < record->tries[seat].count; i++)
            free(record->tries[seat].items[i].action);
        free(record->tries[seat].items);
    }
    free(record);
}

static Sight *sight_at(Reader *reader, long n)
{
    if (n >= reader->room) {
        long room = n + 256;
        reader->sights = realloc(reader->sights, (size_t)room * sizeof *reader->sights);
        cr_assert_not_null(reader->sights);
        memset(reader->sights + reader->room, 0,
               (size_t)(room - reader->room) * sizeof *reader->sights);
        reader->room = room;
    }
    return &reader->sights[n];
}

static long long number_or(const Json *object, const char *key, long long without)
{
    const Json *found = json_get(object, key);

    return found != NULL && json_is(found, JSON_IS_NUMBER) ? found->number : without;
}

static int has_flag(const Json *object, const char *key)
{
    const Json *found = json_get(object, key);

    return found != NULL && json_is(found, JSON_IS_FLAG) && found->number != 0;
}

static void add_name(char *names, const char *name)
{
    size_t length = strlen(names);

    snprintf(names + length, NAMES_ROOM - length, "%s ", name);
}

static char *names_of(const Json *events)
{
    char names[NAMES_ROOM] = "";
    const Json *event = json_first(events);

    for (uint32_t i = 0; i < events->length; i++, event = json_beside(event))
        add_name(names, json_get(event, "event")->text);
    return strdup(names);
}

/* An entry that is received twice must be the same. */
static void see_entry(Record *record, int reader, long n, const Json *entry)
{
    Sight *sight = sight_at(&record->readers[reader], n);
    char *events = names_of(json_get(entry, "events"));
    int by = (int)number_or(entry, "by", NOBODY);

    if (sight->events != NULL) {
        cr_assert(strcmp(sight->events, events) == 0 && sight->by == by,
                  "reader %d was sent entry %ld as %s of %d and then as %s of %d", reader,
                  n, sight->events, sight->by, events, by);
        free(events);
        return;
    }
    sight->events = events;
    sight->by = by;
    sight->is_bot = has_flag(entry, "bot");
    sight->is_back = has_flag(entry, "back");
    if (n > record->last_n)
        record->last_n = n;
}

void record_update(Record *record, int reader, const Json *update, Piece position)
{
    Reader *who = &record->readers[reader];
    long n = (long)number_or(update, "n", -1);
    Sight *sight = sight_at(who, n);

    see_entry(record, reader, n, update);
    if (sight->position == NULL)
        sight->position = strndup(position.bytes, position.length);
    else
        cr_assert(strlen(sight->position) == position.length
                      && memcmp(sight->position, position.bytes, position.length) == 0,
                  "reader %d was shown entry %ld as %s and then as %.*s", reader, n,
                  sight->position, (int)position.length, position.bytes);
    cr_assert(who->seen < 0 || n <= who->seen + 1, "reader %d was sent %ld after %ld",
              reader, n, who->seen);
    cr_assert_geq(n, who->seen, "reader %d was sent %ld after %ld", reader, n, who->seen);
    cr_assert(n > who->seen || who->again-- > 0, "reader %d was sent %ld twice", reader, n);
    who->seen = n;
}

void record_expect_again(Record *record, int reader)
{
    record->readers[reader].again++;
}

void record_log(Record *record, int reader, const Json *log)
{
    Reader *who = &record->readers[reader];
    const Json *entries = json_get(log, "entries"), *entry = json_first(entries);
    long n = (long)number_or(log, "from", -1);

    cr_assert(n <= who->seen, "reader %d has seen %ld, its log begins after %ld", reader,
              who->seen, n);
    for (uint32_t i = 0; i < entries->length; i++, entry = json_beside(entry)) {
        cr_assert_eq(number_or(entry, "n", -1), ++n, "a log skips %ld", n);
        see_entry(record, reader, n, entry);
        if (n > who->seen)
            who->seen = n;
    }
}

long record_seen(const Record *record, int reader)
{
    return record->readers[reader].seen;
}

long record_last(const Record *record)
{
    return record->last_n;
}

void record_try(Record *record, int seat, long n, const char *action)
{
    Tries *tries = &record->tries[seat];

    if (tries->count == tries->room) {
        tries->room = 2 * tries->room + 64;
        tries->items = realloc(tries->items, tries->room * sizeof *tries->items);
        cr_assert_not_null(tries->items);
    }
    tries->items[tries->count++] = (Try){ .n = n, .action = strdup(action) };
}

void record_acknowledge(Record *record, int seat, long n)
{
    Tries *tries = &record->tries[seat];
    Try *last = &tries->items[tries->count - 1];

    cr_assert_gt(n, last->n, "a move in number %ld was answered with %ld", last->n, n);
    last->answer = n;
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

static PGresult *ask(PGconn *connection, const char *statement, const char *code)
{
    PGresult *result = PQexecParams(connection, statement, 1, NULL, &code, NULL, NULL, 0);

    cr_assert_eq(PQresultStatus(result), PGRES_TUPLES_OK, "%s", PQerrorMessage(connection));
    return result;
}

static Match *match_at_the_start(PGconn *connection, const char *code)
{
    PGresult *row = ask(connection,
                        "SELECT game, options, seat_count, encode(seed, 'hex') "
                        "FROM tables WHERE code = $1",
                        code);
    Fault fault = { 0 };
    Setup setup;
    Deal deal;
    uint8_t secret[SEED_BYTES];

    cr_assert_eq(PQntuples(row), 1, "there is no table %s", code);
    const Game *game = catalogue_find(PQgetvalue(row, 0, 0));
    game_default_setup(game, atoi(PQgetvalue(row, 0, 2)), &setup);
    cr_assert(replay_read_options(game, PQgetvalue(row, 0, 1), &setup, &fault));
    cr_assert(text_read_hex(PQgetvalue(row, 0, 3), strlen(PQgetvalue(row, 0, 3)), secret,
                            SEED_BYTES));
    deal_open(&deal, code, secret); /* nobody here takes part in the deal */
    deal_seed(&deal, secret, setup.seed);
    PQclear(row);
    Match *match = match_new(game, &setup);
    cr_assert_not_null(match);
    return match;
}

static Entry entry_at(const PGresult *log, int row)
{
    return (Entry){ .kind = (EntryKind)atoi(PQgetvalue(log, row, 1)),
                    .seat = atoi(PQgetvalue(log, row, 2)),
                    .is_by_bot = atoi(PQgetvalue(log, row, 3)),
                    .action = (Action)strtoul(PQgetvalue(log, row, 4), NULL, 10) };
}

/* ------------------------------------------------------------------------- */
/* Comparing                                                                 */
/* ------------------------------------------------------------------------- */

typedef struct Check {
    const Record *record;
    const char *code;
    Match *match;
    const PGresult *log;
    size_t next_try[SEATS_MAX]; /* tries before this one are settled */
    RecordCounts *counts;
} Check;

/* Is this entry the try's action in the match's present state? */
static int is_tried(const Check *check, const Entry *entry, const Try *wanted)
{
    const Match *match = check->match;
    Fault fault = { 0 };
    Action action;
    Json *json;
    int is_read;

    int is_undo = entry->kind == ENTRY_UNDO;

    if (is_undo || wanted->action[0] == '\0')
        return is_undo && wanted->action[0] == '\0';
    json = json_read(wanted->action, strlen(wanted->action), "The action", &fault);
    cr_assert_not_null(json, "%s", fault.sentence);
    is_read = action_read(json, match_game(match), match_state(match), entry->seat, &action,
                          &fault);
    json_free(json);
    return is_read && action == entry->action;
}

/* A move is entry n + 1, or a later one if all entries between are other seats'. */
static int is_in_reach(const Check *check, int seat, long n, long number)
{
    for (long between = n + 1; between < number; between++) {
        if (entry_at(check->log, (int)between - 1).seat == seat)
            return 0;
    }
    return n < number;
}

/* The try that became this entry: the next one that was acknowledged, if it fits, else
 * one before it whose answer was lost. NULL: none. */
static const Try *find_try(const Check *check, const Entry *entry, long number)
{
    const Tries *tries = &check->record->tries[entry->seat];
    const Try *found = NULL;

    for (size_t i = check->next_try[entry->seat]; i < tries->count; i++) {
        const Try *try = &tries->items[i];
        int is_fitting =
            is_in_reach(check, entry->seat, try->n, number) && is_tried(check, entry, try);
        if (try->answer > 0)
            return is_fitting ?
            try : found
                ;
        if (is_fitting && found == NULL)
            found = try;
    }
    return found;
}

/* Every entry of a person uses up one try of that person; tries are in order. */
static void check_try(Check *check, const Entry *entry, long number)
{
    const Tries *tries = &check->record->tries[entry->seat];
    const Try *try = entry->is_by_bot ? NULL : find_try(check, entry, number);

    if (entry->is_by_bot)
        return;
    cr_assert_not_null(try,
                       "%s: entry %ld of seat %d was not tried, or is there twice, "
                       "or took the place of an acknowledged one",
                       check->code, number, entry->seat);
    cr_assert(try->answer == 0 || number <= try->answer,
              "%s: seat %d was answered %ld for entry %ld", check->code, entry->seat,
              try->answer, number);
    check->counts->acknowledged += try->answer > 0;
    check->next_try[entry->seat] = (size_t)(try - tries->items) + 1;
}

static void check_position(const Check *check, long n, int reader, const char *shown)
{
    const Match *match = check->match;
    State view = { { 0 } };
    Text text = { 0 };
    JsonOut out = { .text = &text };

    match_game(match)->observe(match_state(match),
                               reader == RECORD_SPECTATOR ? NOBODY : reader, &view);
    position_format(&out, match_game(match), match_setup(match), &view, SEEN_AS_VIEW);
    cr_assert_str_eq(shown, text.bytes, "%s: entry %ld was shown to reader %d as %s",
                     check->code, n, reader, shown);
    text_free(&text);
}

static void check_events(const Check *check, const Sight *sight, long n, int reader,
                         const Events *events)
{
    int seat = reader == RECORD_SPECTATOR ? NOBODY : reader;
    char names[NAMES_ROOM] = "";

    for (int i = 0; i < events->count; i++) {
        if (event_is_seen_by(&events->items[i], seat))
            add_name(names,
                     match_game(check->match)->event_kinds[events->items[i].kind].word);
    }
    cr_assert_str_eq(sight->events, names, "%s: entry %ld was sent to reader %d as %s",
                     check->code, n, reader, sight->events);
}

static void check_sights(const Check *check, long n, const Entry *entry,
                         const Events *events)
{
    for (int i = 0; i < RECORD_READERS; i++) {
        const Reader *reader = &check->record->readers[i];
        const Sight *sight = n < reader->room ? &reader->sights[n] : NULL;
        if (sight == NULL || sight->events == NULL)
            continue;
        check_events(check, sight, n, i, events);
        if (entry != NULL)
            cr_assert(sight->by == entry->seat && sight->is_bot == entry->is_by_bot
                          && sight->is_back == (entry->kind == ENTRY_UNDO),
                      "%s: entry %ld is another than reader %d was sent", check->code, n,
                      i);
        if (sight->position != NULL)
            check_position(check, n, i, sight->position);
        check->counts->shown++;
    }
}

static void follow(Check *check, const Entry *entry, long number, Events *events)
{
    Match *match = check->match;
    int is_done = entry->kind == ENTRY_UNDO
                      ? match_can_undo(match, entry->seat) && match_undo(match)
                      : match_apply(match, entry->seat, entry->action, events) == MATCH_OK;

    cr_assert(is_done, "%s: entry %ld is against the rules", check->code, number);
}

static void check_entries(Check *check)
{
    int count = PQntuples(check->log);

    check_sights(check, 0, NULL, &(Events){ 0 });
    for (int i = 0; i < count; i++) {
        Entry entry = entry_at(check->log, i);
        Events events = { 0 };
        long n = i + 1;
        cr_assert_eq(atol(PQgetvalue(check->log, i, 0)), n, "%s: the log has no %ld",
                     check->code, n);
        check_try(check, &entry, n);
        follow(check, &entry, n, &events);
        check_sights(check, n, &entry, &events);
    }
    check->counts->entries += count;
    cr_assert_geq(count, check->record->last_n, "%s: %ld entries were sent, %d are stored",
                  check->code, check->record->last_n, count);
}

/* Tries after the last entry were not acknowledged. */
static void check_rest(const Check *check)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const Tries *tries = &check->record->tries[seat];
        for (size_t i = check->next_try[seat]; i < tries->count; i++)
            cr_assert_eq(tries->items[i].answer, 0,
                         "%s: the move of seat %d answered with %ld is lost", check->code,
                         seat, tries->items[i].answer);
    }
}

void record_check(const Record *record, const char *code, RecordCounts *counts)
{
    PGconn *connection = PQconnectdb(database());
    PGresult *log;

    cr_assert_eq(PQstatus(connection), CONNECTION_OK, "%s", PQerrorMessage(connection));
    log = ask(connection,
              "SELECT n, kind, seat, is_by_bot, action FROM log WHERE table_id = "
              "(SELECT id FROM tables WHERE code = $1) ORDER BY n",
              code);
    Check check = { .record = record,
                    .code = code,
                    .match = match_at_the_start(connection, code),
                    .log = log,
                    .counts = counts };
    check_entries(&check);
    check_rest(&check);
    match_free(check.match);
    PQclear(log);
    PQfinish(connection);
}

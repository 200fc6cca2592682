/* replay.c: options in words, and the game of a table replayed from its log. */
#include "store/replay.h"

#include "play/setup.h"

#include <assert.h>
#include <stdio.h>
#include <sodium.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

void replay_write_options(const Game *game, const Setup *setup,
                          char out[STORE_OPTIONS_MAX + 1])
{
    size_t length = 0;

    out[0] = '\0';
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        length += (size_t)snprintf(out + length, STORE_OPTIONS_MAX + 1 - length, "%s%s=%s",
                                   i > 0 ? " " : "", option->id,
                                   option->values.items[setup->options[i]]);
        assert(length <= STORE_OPTIONS_MAX);
    }
}

/* One "id=value", which ends in a NUL. */
static int read_option(const Game *game, char *word, Setup *setup, Fault *fault)
{
    char *value = strchr(word, '=');

    if (value == NULL)
        return fault_set(fault, "the option '%s' has no value", word);
    *value++ = '\0';
    if (setup_set_option(game, setup, word, value) != SETUP_OK)
        return fault_set(fault, "%s has no option %s=%s", game->id, word, value);
    return 1;
}

int replay_read_options(const Game *game, const char *text, Setup *setup, Fault *fault)
{
    char copy[STORE_OPTIONS_MAX + 1];
    char *rest = copy, *word;
    int is_right = 1;

    if (strlen(text) >= sizeof copy)
        return fault_set(fault, "the options are too long");
    memcpy(copy, text, strlen(text) + 1);
    while (is_right && (word = strsep(&rest, " ")) != NULL) {
        if (word[0] != '\0')
            is_right = read_option(game, word, setup, fault);
    }
    return is_right;
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

enum { ENTRIES_AT_ONCE = 128 };

typedef struct Replay {
    const StoreTable *table;
    Match *match;
    void (*see)(void *context, const ReplayStep *step);
    void *context;
    Fault *fault;
} Replay;

static StoreStatus refuse(StoreStatus status, Fault *fault, const StoreTable *table,
                          const char *what)
{
    fault_set(fault, "table %s: %s", table->code, fault_words(fault, what));
    return status;
}

static StoreStatus refuse_entry(const Replay *replay, int n)
{
    fault_set(replay->fault, "table %s: entry %d of the log cannot be", replay->table->code,
              n);
    return STORE_BROKEN;
}

/* The entry, which must be number n. */
static StoreStatus apply_entry(const Replay *replay, const StoreEntry *entry, int n)
{
    Events events;

    if (entry->turn.n != n)
        return refuse_entry(replay, n);
    switch (match_apply_entry(replay->match, &entry->done, &events)) {
    case MATCH_OK:
        break;
    case MATCH_NO_MEMORY:
        return refuse(STORE_NO_MEMORY, replay->fault, replay->table,
                      "there is not enough memory");
    default:
        return refuse_entry(replay, n);
    }
    if (replay->see != NULL)
        replay->see(replay->context, &(ReplayStep){ replay->match, entry, &events });
    return STORE_OK;
}

/* How many entries to read at once, from entry n on. */
static int room_from(int n, int last)
{
    return last - n < ENTRIES_AT_ONCE ? last - n + 1 : ENTRIES_AT_ONCE;
}

/* Up to the entry that the row names: another server may have appended meanwhile. */
static StoreStatus redo_log(const Replay *replay, Store *store)
{
    StoreEntry entries[ENTRIES_AT_ONCE];
    StoreStatus status = STORE_OK;
    int n = 1, last = replay->table->turn.n;

    while (status == STORE_OK && n <= last) {
        int count;
        status = store_log(store, replay->table->id, n, entries, room_from(n, last), &count,
                           replay->fault);
        if (status == STORE_OK && count == 0)
            return refuse_entry(replay, n);
        for (int i = 0; i < count && status == STORE_OK; i++)
            status = apply_entry(replay, &entries[i], n++);
    }
    return status;
}

int replay_has_rules(const StoreTable *table)
{
    const Game *game = catalogue_find(table->game);

    return game != NULL && game->rules_version == table->rules;
}

StoreStatus replay_seed(Store *store, const StoreTable *table, uint8_t seed[SEED_BYTES],
                        DealProof *proof, Fault *fault)
{
    uint8_t secret[SEED_BYTES];
    int is_derived = deal_is_given(&table->deal.shown) && table->deal.until != 0;
    StoreStatus status = store_table_seed(store, table->id, secret, fault);

    if (status == STORE_OK && is_derived)
        deal_seed(&table->deal.shown, secret, seed);
    else
        memcpy(seed, secret, SEED_BYTES);
    if (proof != NULL)
        memset(proof, 0, sizeof *proof);
    if (proof != NULL && is_derived) {
        proof->deal = table->deal.shown;
        memcpy(proof->secret, secret, SEED_BYTES);
    }
    sodium_memzero(secret, sizeof secret);
    return status;
}

static StoreStatus read_setup(Store *store, const StoreTable *table, const Game *game,
                              Setup *setup, uint8_t *secret, Fault *fault)
{
    DealProof proof;

    game_default_setup(game, table->seat_count, setup);
    if (!replay_read_options(game, table->options, setup, fault))
        return STORE_BROKEN;
    if (setup_refusal(game, setup) != NULL)
        return refuse(STORE_BROKEN, fault, table, "its options do not go together");
    if (table->turn.n > 0)
        store_announce_log(store, table->id, 1, room_from(1, table->turn.n));
    StoreStatus status = replay_seed(store, table, setup->seed, &proof, fault);
    if (status == STORE_OK && secret != NULL)
        memcpy(secret, proof.secret, SEED_BYTES);
    sodium_memzero(&proof, sizeof proof);
    return status;
}

StoreStatus replay_table(Store *store, const StoreTable *table,
                         void (*see)(void *context, const ReplayStep *step), void *context,
                         Match **match, uint8_t *secret, Fault *fault)
{
    const Game *game = catalogue_find(table->game);
    Setup setup;

    *match = NULL;
    if (!replay_has_rules(table))
        return refuse(STORE_NOT_FOUND, fault, table,
                      "this program does not have its game by those rules");
    StoreStatus status = read_setup(store, table, game, &setup, secret, fault);
    if (status != STORE_OK)
        return status;
    Replay replay = { table, match_new(game, &setup), see, context, fault };
    if (replay.match == NULL)
        return refuse(STORE_NO_MEMORY, fault, table, "there is not enough memory");
    status = redo_log(&replay, store);
    if (status == STORE_OK)
        *match = replay.match;
    else
        match_free(replay.match);
    return status;
}

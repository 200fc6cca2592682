/* replay.c: options in words, and a log acted out. */
#include "store/replay.h"

#include "play/setup.h"

#include <assert.h>
#include <stdio.h>
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
        return fault_tell(fault, "the option '%s' has no value", word);
    *value++ = '\0';
    if (setup_set_option(game, setup, word, value) != SETUP_OK)
        return fault_tell(fault, "%s has no option %s=%s", game->id, word, value);
    return 1;
}

int replay_read_options(const Game *game, const char *text, Setup *setup, Fault *fault)
{
    char copy[STORE_OPTIONS_MAX + 1];
    char *rest = copy, *word;
    int is_right = 1;

    if (strlen(text) >= sizeof copy)
        return fault_tell(fault, "the options are too long");
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

static StoreStatus tell(StoreStatus status, Fault *fault, const StoreTable *table,
                        const char *what)
{
    fault_tell(fault, "table %s: %s", table->code, what);
    return status;
}

static StoreStatus tell_entry(const StoreTable *table, int n, Fault *fault)
{
    fault_tell(fault, "table %s: entry %d of the log cannot be", table->code, n);
    return STORE_BROKEN;
}

static StoreStatus act(Match *match, const StoreTable *table, const StoreEntry *entry,
                       int n, Fault *fault)
{
    if (entry->moment.n != n)
        return tell_entry(table, n, fault);
    if (entry->kind == ENTRY_UNDO)
        return match_can_undo(match, entry->seat) && match_undo(match)
                   ? STORE_OK
                   : tell_entry(table, n, fault);
    switch (match_apply(match, entry->seat, entry->action, NULL)) {
    case MATCH_OK:
        return STORE_OK;
    case MATCH_NO_MEMORY:
        return tell(STORE_NO_MEMORY, fault, table, "there is not enough memory");
    default:
        return tell_entry(table, n, fault);
    }
}

static StoreStatus act_out(Store *store, const StoreTable *table, Match *match,
                           Fault *fault)
{
    StoreEntry entries[ENTRIES_AT_ONCE];
    StoreStatus status;
    int n = 1, count;

    do {
        status = store_log(store, table->id, n, entries, ENTRIES_AT_ONCE, &count, fault);
        for (int i = 0; i < count && status == STORE_OK; i++)
            status = act(match, table, &entries[i], n++, fault);
    } while (status == STORE_OK && count == ENTRIES_AT_ONCE);
    return status;
}

StoreStatus replay_table(Store *store, const StoreTable *table, Match **match, Fault *fault)
{
    Fault unheard = { 0 };
    const Game *game = catalogue_find(table->game);
    Setup setup;

    fault = fault != NULL ? fault : &unheard;
    if (game == NULL || game->rules_version != table->rules)
        return tell(STORE_NOT_FOUND, fault, table,
                    "this program does not have its game by those rules");
    game_usual_setup(game, table->seat_count, &setup);
    if (!replay_read_options(game, table->options, &setup, fault))
        return STORE_BROKEN;
    if (setup_refusal(game, &setup) != NULL)
        return tell(STORE_BROKEN, fault, table, "its options do not go together");
    StoreStatus status = store_table_seed(store, table->id, setup.seed, fault);
    if (status != STORE_OK)
        return status;
    Match *played = match_new(game, &setup);
    if (played == NULL)
        return tell(STORE_NO_MEMORY, fault, table, "there is not enough memory");
    status = act_out(store, table, played, fault);
    if (status == STORE_OK)
        *match = played;
    else
        match_free(played);
    return status;
}

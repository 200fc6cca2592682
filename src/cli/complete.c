/* complete.c: completions by the names that --help gives to values: GAME, LEVEL, FILE. */
#include "cli/complete.h"

#include "ai/ai.h"
#include "cli/common.h"
#include "cli/last_game.h"
#include "play/setup.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* What the shell asks for: words[0] is the verb. The program serves one request. */
static struct {
    int count;
    char **words;       /* NULL: nothing is being completed */
    const char *before; /* what stands before the value: "--bot=", "" */
} asked;

void complete_begin(int count, char **words)
{
    asked.count = count;
    asked.words = words;
    asked.before = "";
}

int complete_is_asked(void)
{
    return asked.words != NULL;
}

static const char *current(void)
{
    return asked.words[asked.count - 1];
}

void complete_offer(const char *text, const char *meaning)
{
    size_t before = strlen(asked.before);
    const char *word = current();

    if (strncmp(word, asked.before, before) == 0
        && strncmp(text, word + before, strlen(word + before)) == 0)
        printf("%s%s\t%s\n", asked.before, text, meaning);
}

/* ------------------------------------------------------------------------- */
/* Values                                                                    */
/* ------------------------------------------------------------------------- */

static void offer_games(void)
{
    for (int i = 0; i < catalogue_count(); i++)
        complete_offer(catalogue_game(i)->id, "");
}

/* The game that the line names already; NULL: none. */
static const Game *named_game(void)
{
    for (int i = 1; i + 1 < asked.count; i++) {
        if (catalogue_find(asked.words[i]) != NULL)
            return catalogue_find(asked.words[i]);
    }
    return NULL;
}

/* "edition=mayfair" */
static void offer_options_of(const Game *game)
{
    char text[128];

    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        for (int value = 0; value < option->values.count; value++) {
            snprintf(text, sizeof text, "%s=%s", option->id, option->values.items[value]);
            complete_offer(text, game->id);
        }
    }
}

static void offer_options(void)
{
    const Game *game = named_game();

    for (int i = 0; i < catalogue_count(); i++) {
        if (game == NULL || game == catalogue_game(i))
            offer_options_of(catalogue_game(i));
    }
}

static void offer_levels(void)
{
    for (int i = 0; i < BOT_COUNT; i++)
        complete_offer(BOTS[i]->name, "");
}

/* A bot for each seat: what stands before the last comma stays. */
static void offer_bots(void)
{
    static char start[256];
    const char *comma = strrchr(current(), ',');

    if (comma != NULL) {
        snprintf(start, sizeof start, "%.*s", (int)(comma + 1 - current()), current());
        asked.before = start;
    }
    offer_levels();
}

static void offer_all(const char *const *texts)
{
    for (; *texts != NULL; texts++)
        complete_offer(*texts, "");
}

static void offer_languages(void)
{
    offer_all((const char *const[]){ "en", "fr", NULL });
}

static void offer_clocks(void)
{
    offer_all((const char *const[]){ "none", "turn:90", "bank:900+5", "days:3", NULL });
}

static void offer_seats(void)
{
    offer_all((const char *const[]){ "all", "0", "0,1", "0,1,2", NULL });
}

/* Files of the shell's own finding, and the games that were left unfinished. */
static void offer_files(void)
{
    char folder[LAST_GAME_PATH], path[LAST_GAME_PATH + 256];
    DIR *directory = last_game_folder(folder) ? opendir(folder) : NULL;
    struct dirent *entry;

    printf(":files\n");
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 5, ".save") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        complete_offer(path, "");
    }
    if (directory != NULL)
        closedir(directory);
}

/* Of admins. */
static void offer_commands(void)
{
    offer_all((const char *const[]){
        "people", "role",        "ban",      "unban",    "mute",   "unmute",
        "delete", "reset",       "token",    "tables",   "close",  "seat",
        "kick",   "log",         "figures",  "settings", "set",    "announce",
        "invite", "invitations", "uninvite", "reports",  "settle", NULL });
}

static void offer_lists(void)
{
    offer_all((const char *const[]){ "all", "staff", "banned", "muted", NULL });
}

static void offer_folders(void)
{
    printf(":folders\n");
}

static const struct {
    const char *name; /* of the value, in --help */
    void (*offer)(void);
} VALUES[] = {
    { "GAME", offer_games },   { "NAME=VALUE", offer_options }, { "LEVEL", offer_levels },
    { "BOT", offer_levels },   { "BOT,BOT...", offer_bots },    { "LANG", offer_languages },
    { "CLOCK", offer_clocks }, { "SEATS", offer_seats },        { "FILE", offer_files },
    { "DIR", offer_folders },  { "COMMAND", offer_commands },   { "LIST", offer_lists },
};

static void offer_value(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
        if (strlen(VALUES[i].name) == length && strncmp(VALUES[i].name, name, length) == 0)
            VALUES[i].offer();
    }
}

/* ------------------------------------------------------------------------- */
/* Options and arguments                                                     */
/* ------------------------------------------------------------------------- */

static const struct argp_option *option_of(const struct argp *argp, const char *word)
{
    size_t length = strcspn(word, "=");

    for (const struct argp_option *option = argp->options;
         option != NULL && (option->name != NULL || option->key != 0); option++) {
        if (strncmp(word, "--", 2) == 0 && option->name != NULL
            && strlen(option->name) == length - 2
            && strncmp(option->name, word + 2, length - 2) == 0)
            return option;
        if (word[0] == '-' && word[1] == option->key && word[2] == '\0')
            return option;
    }
    return NULL;
}

static void offer_names(const struct argp *argp)
{
    char text[128];

    for (const struct argp_option *option = argp->options;
         option != NULL && (option->name != NULL || option->key != 0); option++) {
        snprintf(text, sizeof text, "--%s", option->name == NULL ? "" : option->name);
        if (option->name != NULL && !(option->flags & OPTION_HIDDEN))
            complete_offer(text, option->doc == NULL ? "" : in_locale(option->doc));
    }
    complete_offer("--help", "");
}

/* "[show|keep|login]": one of these words. */
static void offer_choices(const char *words, size_t length)
{
    char copy[256], *rest;

    snprintf(copy, sizeof copy, "%.*s", (int)length, words);
    for (char *word = strtok_r(copy, "|", &rest); word != NULL;
         word = strtok_r(NULL, "|", &rest))
        complete_offer(word, "");
}

/* The n-th argument by position, in any line of the usage. */
static void offer_argument(const char *usage, int n)
{
    for (const char *line = usage; line != NULL && *line != '\0';) {
        const char *end = line + strcspn(line, "\n");
        int place = 0;

        for (const char *at = line; at < end; place++) {
            at += strspn(at, " [");
            size_t length = strcspn(at, " ]\n");
            if (place == n && memchr(at, '|', length) != NULL)
                offer_choices(at, length);
            else if (place == n)
                offer_value(at, length);
            at += length + strspn(at + length, "] .");
        }
        line = *end == '\n' ? end + 1 : end;
    }
}

static int takes_value(const struct argp_option *option)
{
    return option != NULL && option->arg != NULL;
}

void complete_arguments(const struct argp *argp)
{
    const char *word = current();
    const char *previous = asked.count > 2 ? asked.words[asked.count - 2] : "";
    const struct argp_option *before = option_of(argp, previous);
    const struct argp_option *own = option_of(argp, word);
    static char start[128];
    int n = 0;

    if (strchr(word, '=') != NULL && word[0] == '-' && takes_value(own)) {
        snprintf(start, sizeof start, "%.*s=", (int)strcspn(word, "="), word);
        asked.before = start;
        offer_value(own->arg, strlen(own->arg));
    } else if (takes_value(before) && strchr(previous, '=') == NULL) {
        offer_value(before->arg, strlen(before->arg));
    } else if (word[0] == '-') {
        offer_names(argp);
    } else {
        for (int i = 1; i + 1 < asked.count; i++) {
            const char *at = asked.words[i];
            if (at[0] == '-')
                i += takes_value(option_of(argp, at)) && strchr(at, '=') == NULL;
            else
                n++;
        }
        offer_argument(argp->args_doc, n);
    }
}

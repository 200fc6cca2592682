/* main.c: main(): finds the subcommand and calls it. */
#include "cli/common.h"
#include "cli/complete.h"
#include "cli/verbs.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

typedef struct Verb {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *usage; /* what follows the name */
    const char *does;
} Verb;

static const Verb VERBS[] = {
    { "games", verb_games, "", "list the games, their seats and options" },
    { "play", verb_play, "GAME", "play a game in the terminal" },
    { "tables", verb_tables, "URL", "list and open the tables of a server" },
    { "account", verb_account, "URL", "keep a name at a server, log in and out" },
    { "serve", verb_serve, "", "run the server: tables for friends, by link" },
    { "backup", verb_backup, "FILE", "copy the data of a server, while it runs" },
    { "names", verb_names, "", "list the names at a server that look alike" },
    { "admin", verb_admin, "COMMAND", "keep order at a server: people, tables, settings" },
    { "migrate", verb_migrate, "FILE URL", "copy a server's file to PostgreSQL" },
    { "sim", verb_sim, "GAME", "let bots play many games, and record them" },
    { "arena", verb_arena, "GAME", "measure bots against each other" },
    { "replay", verb_replay, "FILE", "step through a saved game" },
    { "review", verb_review, "FILE", "review a saved game: mistakes, luck and skill" },
    { "verify", verb_verify, "FILE", "check the deal of a saved game" },
    { "engine", verb_engine, "", "drive the rules with JSON requests, one per line" },
    { "bench", verb_bench, "[GAME]", "measure the speed of the rules, or of the search" },
};

enum { VERB_COUNT = sizeof VERBS / sizeof VERBS[0] };

static void print_verbs(FILE *out)
{
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(out, "  %-8s%-9s%s\n", VERBS[i].name, VERBS[i].usage,
                in_locale(VERBS[i].does));
}

static int print_help(void)
{
    printf("%s", in_locale("Usage: roundhouse VERB [ARGUMENT...]\n"
                           "Train card games: play them, study them, build on them.\n\n"));
    print_verbs(stdout);
    printf("%s", in_locale("\n'roundhouse VERB --help' describes a verb. To begin:\n\n"
                           "  roundhouse play freight-train\n"));
    return EXIT_FINE;
}

static int refuse_verb(const char *word)
{
    const char *names[VERB_COUNT + 1] = { NULL };
    const char *nearest;

    for (int i = 0; i < VERB_COUNT; i++)
        names[i] = VERBS[i].name;
    nearest = nearest_word(word, names);
    fprintf(stderr, in_locale("roundhouse: there is no verb '%s'."), word);
    if (nearest != NULL)
        fprintf(stderr, in_locale(" Did you mean '%s'?"), nearest);
    fprintf(stderr, "%s", in_locale(" The verbs are:\n"));
    print_verbs(stderr);
    return EXIT_USAGE;
}

static int run_verb(const Verb *verb, int argc, char **argv)
{
    char name[32];

    snprintf(name, sizeof name, "roundhouse %s", verb->name);
    argv[1] = name;
    return verb->run(argc - 1, argv + 1);
}

static const Verb *find_verb(const char *name)
{
    for (int i = 0; i < VERB_COUNT; i++) {
        if (strcmp(VERBS[i].name, name) == 0)
            return &VERBS[i];
    }
    return NULL;
}

/* roundhouse complete -- WORD...: what may be typed in place of the last word, for the
 * completion of shells. A verb prints that instead of running. */
static int run_complete(int argc, char **argv)
{
    int count = argc - 3;
    char **words = argv + 3;
    char *alone[] = { argv[0], argv[1], NULL };

    if (argc < 4 || strcmp(argv[2], "--") != 0)
        return usage_error("roundhouse complete", "the words come after --");
    complete_begin(count, words);
    const Verb *verb = count > 1 ? find_verb(words[0]) : NULL;
    if (verb != NULL)
        return run_verb(verb, 2, alone);
    for (int i = 0; i < VERB_COUNT && count == 1; i++)
        complete_offer(VERBS[i].name, in_locale(VERBS[i].does));
    if (count == 1) {
        complete_offer("--help", "");
        complete_offer("--version", "");
    }
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "%s", in_locale("roundhouse: what shall it do? The verbs are:\n"));
        print_verbs(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0
        || strcmp(argv[1], "help") == 0)
        return print_help();
    if (strcmp(argv[1], "--version") == 0) {
        printf("roundhouse %s\n", ROUNDHOUSE_VERSION);
        return EXIT_FINE;
    }
    if (strcmp(argv[1], "complete") == 0)
        return run_complete(argc, argv);
    const Verb *verb = find_verb(argv[1]);
    return verb == NULL ? refuse_verb(argv[1]) : run_verb(verb, argc, argv);
}

/* Reports write errors of standard output, except a closed pipe (`| head`). */
static int close_output(int status)
{
    int had_failed = ferror(stdout);

    if (fflush(stdout) == 0 && !had_failed)
        return status;
    if (errno != EPIPE)
        fprintf(stderr, in_locale("roundhouse: cannot write the output: %s\n"),
                in_locale(strerror(errno)));
    return status == EXIT_FINE ? EXIT_WORLD : status;
}

int main(int argc, char **argv)
{
    setlocale(LC_MESSAGES, ""); /* what the system says about errors */
    /* A closed pipe is an error of a write, not a signal. */
    signal(SIGPIPE, SIG_IGN);
    argp_err_exit_status = EXIT_USAGE;
    return close_output(run(argc, argv));
}

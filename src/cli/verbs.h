/* verbs.h: the program's subcommands. Each takes its own arguments (argv[0] is
 * "roundhouse VERB") and returns the exit status. */
#ifndef ROUNDHOUSE_CLI_VERBS_H
#define ROUNDHOUSE_CLI_VERBS_H

/* Exit statuses: success, runtime error (disk, network, system), usage error. */
enum { EXIT_FINE = 0, EXIT_WORLD = 1, EXIT_USAGE = 2 };

int verb_games(int argc, char **argv);
int verb_play(int argc, char **argv);
int verb_sim(int argc, char **argv);
int verb_arena(int argc, char **argv);
int verb_replay(int argc, char **argv);
int verb_verify(int argc, char **argv);
int verb_review(int argc, char **argv);
int verb_tables(int argc, char **argv);
int verb_serve(int argc, char **argv);
int verb_account(int argc, char **argv);
int verb_backup(int argc, char **argv);
int verb_names(int argc, char **argv);
int verb_admin(int argc, char **argv);
int verb_migrate(int argc, char **argv);
int verb_engine(int argc, char **argv);
int verb_bench(int argc, char **argv);

#endif

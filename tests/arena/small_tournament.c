/* small_tournament.c: tournaments to test with. */
#include "small_tournament.h"

#include <criterion/criterion.h>
#include <string.h>

static Tournament tournament_of(const Game *game, int seats)
{
    Tournament tournament = { .game = game };

    game_default_setup(game, seats, &tournament.setup);
    tournament.setup.seed[0] = 5;
    return tournament;
}

Tournament table_of(const Game *game, const char *const *bots, int seats)
{
    Tournament tournament = tournament_of(game, seats);
    int entries[SEATS_MAX], count = 0;

    for (int i = 0; i < seats; i++) {
        Fault fault = { 0 };
        Contender bot;
        cr_assert(contender_read(&bot, bots[i], strlen(bots[i]), &fault), "%s",
                  fault.sentence);
        for (entries[i] = 0; entries[i] < count; entries[i]++) {
            if (strcmp(tournament.contenders[entries[i]].label, bot.label) == 0)
                break;
        }
        if (entries[i] == count)
            tournament.contenders[count++] = bot;
    }
    tournament.schedule = schedule_table(entries, seats);
    return tournament;
}

Tournament round_robin_of(const Game *game, int contenders, int seats)
{
    Tournament tournament = tournament_of(game, seats);

    for (int i = 0; i < contenders; i++) {
        tournament.contenders[i].bot = &BOT_RANDOM;
        tournament.contenders[i].label[0] = (char)('a' + i);
    }
    tournament.schedule = schedule_round_robin(contenders, seats);
    return tournament;
}

void play_games(const Tournament *tournament, GameResult *results, long games, int threads,
                Ledger *ledger)
{
    atomic_int stop = 0;
    Fault fault = { 0 };
    const ArenaRun run = { .tournament = tournament,
                           .games = games,
                           .threads = threads,
                           .results = results,
                           .ledger = ledger,
                           .stop = &stop };

    cr_assert(arena_run(&run, &fault), "%s", fault.sentence);
}

void expect_same_results(const GameResult *a, const GameResult *b, long games, int seats)
{
    for (long n = 0; n < games; n++) {
        cr_assert_eq(a[n].is_done, b[n].is_done, "game %ld", n);
        for (int seat = 0; seat < seats; seat++) {
            cr_assert_eq(a[n].places[seat], b[n].places[seat], "game %ld", n);
            cr_assert_eq(a[n].scores[seat], b[n].scores[seat], "game %ld", n);
            cr_assert_eq(a[n].moves[seat], b[n].moves[seat], "game %ld", n);
        }
    }
}

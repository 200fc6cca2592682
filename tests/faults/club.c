/* club.c: all guests play, in one loop over all connections. */
#include "club_inside.h"

#include "fleet.h"
#include "load/crowd.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    ABANDON_MS = 15000, /* without a reply: reconnects, as if the page was reloaded */
    PATIENCE_S = 60,
    ROUND_MS = 2,
};

static const int64_t MILLISECOND = 1000000, SECOND = 1000000000;

Club club;

/* ------------------------------------------------------------------------- */
/* One round                                                                 */
/* ------------------------------------------------------------------------- */

static void send_return(ClubTable *table, Player *player, int64_t now)
{
    char text[96];

    player->return_at = now + SECOND; /* retry unless it has worked */
    snprintf(text, sizeof text, "{\"do\":\"return\",\"table\":\"%s\",\"id\":2}",
             table->code);
    guest_send(&player->guest, text);
}

static void go_on(ClubTable *table, Player *player)
{
    Guest *guest = &player->guest;
    GuestState before = guest->state;

    if (guest_go_on(guest)) {
        player->came_at = crowd_now();
        club_watch(table, player);
        club_receive(table, player); /* messages that came with the connection itself */
    }
    if (before == GUEST_HERE && guest->state != GUEST_HERE)
        club_forget_sent(player);
    if (guest->state != GUEST_HERE)
        return;
    int64_t now = crowd_now();
    if (player->return_at != 0 && now > player->return_at && !table->is_over)
        send_return(table, player, now);
    if (player->id != 0 && now > player->sent_at + ABANDON_MS * MILLISECOND) {
        club.abandoned++;
        club_forget_sent(player);
        guest_leave(guest, 0);
    } else if (player->watch_at != 0 && now > player->watch_at) {
        club_watch(table, player);
    } else if (player->act_at != 0 && now > player->act_at && !club.is_still) {
        club_act(table, player);
    }
}

static void play_round(void)
{
    int count = club.count * RECORD_READERS;
    struct pollfd *ends = calloc((size_t)count, sizeof *ends);

    cr_assert_not_null(ends);
    for (int i = 0; i < count; i++) {
        ClubTable *table = &club.tables[i / RECORD_READERS];
        Player *player = &table->players[i % RECORD_READERS];
        ends[i].fd = -1;
        if (!player->is_here)
            continue;
        go_on(table, player);
        ends[i].fd = guest_descriptor(&player->guest, &ends[i].events);
    }
    poll(ends, (nfds_t)count, ROUND_MS);
    for (int i = 0; i < count; i++) {
        ClubTable *table = &club.tables[i / RECORD_READERS];
        Player *player = &table->players[i % RECORD_READERS];
        int was_here = player->guest.state == GUEST_HERE;
        if (ends[i].revents != 0 && was_here)
            club_receive(table, player);
        if (was_here && player->guest.state != GUEST_HERE)
            club_forget_sent(player);
    }
    free(ends);
}

void club_play(int milliseconds)
{
    int64_t until = crowd_now() + milliseconds * MILLISECOND;

    do
        play_round();
    while (crowd_now() < until);
}

/* ------------------------------------------------------------------------- */
/* Waiting for a condition                                                   */
/* ------------------------------------------------------------------------- */

/* Logs what each reader of a stuck table waits for. */
static void log_stuck_table(const ClubTable *table)
{
    for (int i = 0; i < RECORD_READERS; i++) {
        const Player *player = &table->players[i];
        if (player->is_here)
            cr_log_info("%s (%d) at %ld: reader %d at node %d has seen %ld, %s%s%s",
                        table->code, (int)table->kind, table->last_n, i, player->guest.node,
                        record_seen(table->record, i),
                        player->guest.state == GUEST_HERE ? "is here" : "is away",
                        player->id != 0 ? ", waits for an answer" : "",
                        player->act_at != 0 ? ", will move" : "");
    }
}

void club_play_everywhere(void)
{
    int64_t until = crowd_now() + PATIENCE_S * SECOND;
    long *before = calloc((size_t)club.count, sizeof *before);
    int standing = club.count;

    cr_assert_not_null(before);
    for (int i = 0; i < club.count; i++)
        before[i] = club.tables[i].last_n;
    while (standing > 0) {
        play_round();
        standing = 0;
        for (int i = 0; i < club.count; i++) {
            int is_standing = club.tables[i].last_n <= before[i] && !club.tables[i].is_over;
            standing += is_standing;
            if (is_standing && crowd_now() > until)
                log_stuck_table(&club.tables[i]);
        }
        cr_assert(standing == 0 || crowd_now() <= until, "a table does not go on");
    }
    free(before);
}

void club_stand_still(int is_still)
{
    club.is_still = is_still;
}

void club_go_home(void)
{
    for (int i = 0; i < club.count * RECORD_READERS; i++) {
        Player *player = &club.tables[i / RECORD_READERS].players[i % RECORD_READERS];
        if (!player->is_here || player->guest.node == player->home)
            continue;
        guest_move(&player->guest, player->home, (int)rng_below(&club.rng, 100));
        club_forget_sent(player);
    }
}

/* ------------------------------------------------------------------------- */
/* Checking                                                                  */
/* ------------------------------------------------------------------------- */

static long count_entries(const char *code)
{
    char statement[160];

    snprintf(statement, sizeof statement,
             "SELECT count(*) FROM log WHERE table_id = "
             "(SELECT id FROM tables WHERE code = '%s')",
             code);
    return (long)database_query(statement);
}

/* Every reader has received entry n, and no request is pending. */
static int has_seen_all(const ClubTable *table, long n)
{
    for (int i = 0; i < RECORD_READERS; i++) {
        const Player *player = &table->players[i];
        if (player->is_here
            && (player->guest.state != GUEST_HERE || player->id != 0
                || player->watch_at != 0 || record_seen(table->record, i) < n))
            return 0;
    }
    return 1;
}

/* A bot that sits in plays on meanwhile: entries up to the beginning of the check
 * suffice. */
static void wait_for_all_to_see(ClubTable *table)
{
    int64_t until = crowd_now() + PATIENCE_S * SECOND;
    long n = count_entries(table->code);

    for (;;) {
        while (!has_seen_all(table, n)) {
            if (crowd_now() > until) {
                log_stuck_table(table);
                cr_assert_fail("%s: not everybody sees entry %ld", table->code, n);
            }
            play_round();
        }
        long now = count_entries(table->code);
        if (now == n || table->kind == CLUB_CLOCK)
            return;
        n = now;
    }
}

static void renew(ClubTable *table)
{
    record_check(table->record, table->code, &club.totals.record);
    for (int i = 0; i < RECORD_READERS; i++)
        guest_end(&table->players[i].guest);
    record_free(table->record);
    club_open_table(table);
}

void club_check(void)
{
    RecordCounts counts;

    club.is_still = 1;
    for (int i = 0; i < club.count; i++)
        wait_for_all_to_see(&club.tables[i]);
    club.is_still = 0;
    for (int i = 0; i < club.count; i++) {
        counts = (RecordCounts){ 0 };
        if (club.tables[i].is_over)
            renew(&club.tables[i]);
        else
            record_check(club.tables[i].record, club.tables[i].code, &counts);
    }
}

/* ------------------------------------------------------------------------- */
/* Opening and closing                                                       */
/* ------------------------------------------------------------------------- */

void club_open(const ClubPlan *plan)
{
    club = (Club){ .plan = *plan, .count = plan->people + plan->bots + plan->clocks };
    club.tables = calloc((size_t)club.count, sizeof *club.tables);
    cr_assert_not_null(club.tables);
    rng_seed(&club.rng, plan->seed);
    for (int i = 0; i < club.count; i++) {
        club.tables[i].number = i;
        club.tables[i].kind = i < plan->people                ? CLUB_PEOPLE
                              : i < plan->people + plan->bots ? CLUB_BOT
                                                              : CLUB_CLOCK;
        club_open_table(&club.tables[i]);
    }
    club_play_everywhere();
}

void club_close(void)
{
    Spans *all[] = { &club.others, &club.elsewhere, &club.bots,
                     &club.clocks, &club.seen,      &club.seen_late };

    for (int i = 0; i < club.count; i++) {
        for (int k = 0; k < RECORD_READERS; k++)
            guest_end(&club.tables[i].players[k].guest);
        record_free(club.tables[i].record);
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]->items);
    free(club.tables);
}

ClubTotals club_totals(void)
{
    ClubTotals totals = club.totals;

    for (int i = 0; i < club.count; i++)
        record_check(club.tables[i].record, club.tables[i].code, &totals.record);
    totals.not_stored += club.not_stored;
    totals.stale += club.stale;
    totals.abandoned += club.abandoned;
    return totals;
}

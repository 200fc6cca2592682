/* arena_report.c: prints the result of a tournament. */
#include "cli/arena.h"

#include "arena/chart.h"
#include "cli/common.h"
#include "play/setup.h"
#include "wire/sentences.h"
#include "words/words.h"

#include <stdio.h>
#include <string.h>

/* The contenders, the best first; equals as they were named. */
typedef struct Order {
    int contenders[CONTENDERS_MAX];
    int count;
} Order;

static double merit(const ArenaReport *report, int contender)
{
    if (report->ratings != NULL)
        return report->ratings[contender].points;
    return report->standings->contenders[contender].share;
}

static Order order_by_merit(const ArenaReport *report)
{
    Order order = { .count = report->tournament->schedule.contender_count };

    for (int i = 0; i < order.count; i++) {
        int at = i;
        for (; at > 0 && merit(report, order.contenders[at - 1]) < merit(report, i); at--)
            order.contenders[at] = order.contenders[at - 1];
        order.contenders[at] = i;
    }
    return order;
}

static const char *label_of(const ArenaReport *report, int contender)
{
    return report->tournament->contenders[contender].label;
}

/* ------------------------------------------------------------------------- */
/* For people                                                                */
/* ------------------------------------------------------------------------- */

static void print_games(const ArenaReport *report)
{
    const Schedule *schedule = &report->tournament->schedule;

    printf("games   %ld", report->standings->games);
    if (report->standings->games < report->planned)
        printf(" of %ld", report->planned);
    printf(" in %.2f s; each deal is played from every seat", report->seconds);
    if (schedule->table_count > 1)
        printf(" at each of %d tables", schedule->table_count);
    printf("\n\n");
}

static void print_standing(const ArenaReport *report, int width, int contender)
{
    const Standing *standing = &report->standings->contenders[contender];

    printf("%-*s", width, label_of(report, contender));
    if (report->ratings != NULL) {
        const Rating *rating = &report->ratings[contender];
        printf("%7.0f  %5.0f to %4.0f", rating->points, rating->interval.low,
               rating->interval.high);
    } else {
        printf("%7d", standing->copies);
    }
    printf("%8ld%8.1f %%  %5.1f to %5.1f %%%7.2f%9.2f%11.2g\n", standing->games,
           100 * standing->share, 100 * standing->interval.low,
           100 * standing->interval.high, standing->mean_rank, standing->mean_score,
           standing->seconds_per_move);
}

static void print_meetings(const ArenaReport *report, const Order *order, int width)
{
    printf("\nComes before the other, in %% of their games:\n\n%-*s", width, "");
    for (int j = 0; j < order->count; j++)
        printf("%7d", j + 1);
    printf("\n");
    for (int i = 0; i < order->count; i++) {
        int one = order->contenders[i];
        printf("%2d %-*s", i + 1, width - 3, label_of(report, one));
        for (int j = 0; j < order->count; j++) {
            int other = order->contenders[j];
            double met =
                report->standings->ahead[one][other] + report->standings->ahead[other][one];
            if (met > 0)
                printf("%7.1f", 100 * report->standings->ahead[one][other] / met);
            else
                printf("%7s", "-");
        }
        printf("\n");
    }
}

static void print_notes(const ArenaReport *report)
{
    int seats = report->tournament->setup.seats;

    printf("\nWins by seat:");
    for (int seat = 0; seat < seats; seat++)
        printf("%6.1f %%",
               100 * report->standings->seat_wins[seat] / (double)report->standings->games);
    printf("\nA fair share of wins is %.1f %%. Shared wins count in equal parts.\n"
           "95 %% intervals of shares are Wilson's",
           100.0 / seats);
    if (report->ratings != NULL)
        printf("; ratings are Plackett-Luce, 1000 their mean,\n"
               "and 400 points more are odds of ten to one");
    printf(".\n");
}

void arena_print(const ArenaReport *report)
{
    Order order = order_by_merit(report);
    int width = 6;

    for (int i = 0; i < order.count; i++) {
        int length = (int)strlen(label_of(report, i)) + 3;
        width = length > width ? length : width;
    }
    table_print(report->tournament->game, &report->tournament->setup);
    print_games(report);
    printf("%-*s", width, "bot");
    if (report->ratings != NULL)
        printf(" rating   95 %%       ");
    else
        printf("  seats");
    printf("   games      wins   95 %%              rank    score     s/move\n");
    for (int i = 0; i < order.count; i++)
        print_standing(report, width, order.contenders[i]);
    if (report->ratings != NULL)
        print_meetings(report, &order, width);
    print_notes(report);
}

/* ------------------------------------------------------------------------- */
/* For machines                                                              */
/* ------------------------------------------------------------------------- */

static void print_json_run(const ArenaReport *report)
{
    const Schedule *schedule = &report->tournament->schedule;
    double games = (double)report->standings->games;

    table_print_json(report->tournament->game, &report->tournament->setup);
    printf(",\"round_robin\":%s,\"tables\":%d,\"games\":%ld,\"planned\":%ld,"
           "\"seat_shares\":[",
           schedule->is_round_robin ? "true" : "false", schedule->table_count,
           report->standings->games, report->planned);
    for (int seat = 0; seat < report->tournament->setup.seats; seat++)
        printf("%s%.6f", seat > 0 ? "," : "", report->standings->seat_wins[seat] / games);
    printf("],\"seconds\":%.3f}\n", report->seconds);
}

static void print_json_meetings(const ArenaReport *report, int contender)
{
    int printed = 0;

    printf(",\"ahead\":{");
    for (int i = 0; i < report->tournament->schedule.contender_count; i++) {
        if (i != contender)
            printf("%s\"%s\":%.1f", printed++ > 0 ? "," : "", label_of(report, i),
                   report->standings->ahead[contender][i]);
    }
    printf("}");
}

static void print_json_standing(const ArenaReport *report, int contender)
{
    const Standing *standing = &report->standings->contenders[contender];

    printf("{\"bot\":\"%s\",\"seats\":%d,\"games\":%ld,\"wins\":%.4f,\"share\":%.6f,"
           "\"share_low\":%.6f,\"share_high\":%.6f,\"mean_rank\":%.6f,"
           "\"mean_score\":%.6f,\"moves\":%ld,\"seconds_per_move\":%.9f",
           label_of(report, contender), standing->copies, standing->games, standing->wins,
           standing->share, standing->interval.low, standing->interval.high,
           standing->mean_rank, standing->mean_score, standing->moves,
           standing->seconds_per_move);
    print_json_meetings(report, contender);
    if (report->ratings != NULL)
        printf(",\"rating\":%.2f,\"rating_low\":%.2f,\"rating_high\":%.2f",
               report->ratings[contender].points, report->ratings[contender].interval.low,
               report->ratings[contender].interval.high);
    printf("}\n");
}

void arena_print_json(const ArenaReport *report)
{
    print_json_run(report);
    for (int i = 0; i < report->tournament->schedule.contender_count; i++)
        print_json_standing(report, i);
}

/* ------------------------------------------------------------------------- */
/* As a picture                                                              */
/* ------------------------------------------------------------------------- */

static void fill_panels(const ArenaReport *report, const Order *order, Chart *chart)
{
    ChartPanel *shares = &chart->panels[report->ratings != NULL];
    ChartPanel *points = &chart->panels[0];

    chart->panel_count = report->ratings != NULL ? 2 : 1;
    for (int row = 0; row < order->count; row++) {
        int contender = order->contenders[row];
        const Standing *standing = &report->standings->contenders[contender];
        shares->values[row] = standing->share;
        shares->intervals[row] = standing->interval;
        if (report->ratings == NULL)
            continue;
        points->values[row] = report->ratings[contender].points;
        points->intervals[row] = report->ratings[contender].interval;
    }
    if (report->ratings != NULL) {
        points->title = "Rating (Plackett\xE2\x80\x93Luce)";
        points->unit = CHART_POINTS;
        points->reference = 1000;
        points->reference_label = "mean";
    }
    shares->title = "Share of wins";
    shares->unit = CHART_PER_CENT;
    shares->reference = 1.0 / report->tournament->setup.seats;
    shares->reference_label = "fair share";
}

#define DOT " \xC2\xB7 "

/* "Mayfair, 1996 · 40 games, every deal played from every seat · cabooses on": the
 * edition, and behind it the other options that are not at their defaults. */
static void write_subtitle(const ArenaReport *report, Text *out)
{
    const Game *game = report->tournament->game;
    const uint8_t *values = report->tournament->setup.options;
    int edition = option_find(game, "edition");

    if (edition >= 0)
        text_print(
            out, "%s" DOT,
            words_name(LANGUAGE_EN, game, &game->options[edition].values, values[edition]));
    text_print(out, "%ld games, every deal played from every seat",
               report->standings->games);
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        if (i != edition && values[i] != option->default_value)
            text_print(out, DOT "%s %s", option->id, option->values.items[values[i]]);
    }
}

int arena_plot(const ArenaReport *report, const char *path, Fault *fault)
{
    Order order = order_by_merit(report);
    Text title = { 0 }, subtitle = { 0 };
    Chart chart = { .row_count = order.count };
    char labels[CONTENDERS_MAX][LABEL_MAX + 8];
    int is_written;

    for (int row = 0; row < order.count; row++) {
        int copies = report->standings->contenders[order.contenders[row]].copies;
        snprintf(labels[row], sizeof labels[row], copies > 1 ? "%s (each of %d)" : "%s",
                 label_of(report, order.contenders[row]), copies);
        chart.labels[row] = labels[row];
    }
    fill_panels(report, &order, &chart);
    text_print(&title, "%s, %d player%s", game_title(LANGUAGE_EN, report->tournament->game),
               report->tournament->setup.seats,
               report->tournament->setup.seats == 1 ? "" : "s");
    write_subtitle(report, &subtitle);
    is_written = !title.has_failed && !subtitle.has_failed;
    if (is_written) {
        chart.title = title.bytes;
        chart.subtitle = subtitle.bytes;
        chart.foot = report->ratings != NULL
                         ? "Bars are 95 % intervals. 400 points of rating are odds of ten "
                           "to one. Shared wins count in equal parts."
                         : "Bars are 95 % intervals (Wilson). Shared wins count in equal "
                           "parts.";
        is_written = chart_write(&chart, path, fault);
    } else {
        fault_set(fault, "there is not enough memory");
    }
    text_free(&title);
    text_free(&subtitle);
    return is_written;
}

/* review.c: roundhouse review: mistakes, luck and skill of a saved game. */
#include "cli/arguments.h"
#include "cli/progress.h"
#include "cli/review_file.h"
#include "cli/review_print.h"
#include "cli/verbs.h"

#include "arena/pen.h"
#include "arena/workers.h"
#include "review/work.h"
#include "wire/position.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct ReviewArgs {
    const char *file;
    const char *keep; /* NULL: what is done is not kept */
    const char *plot;
    int depth; /* times the quick budget; 0: default */
    int samples, iterations;
    long seed;
    int threads;
    int wants_json;
    Language language;
} ReviewArgs;

/* A review that threads work on. */
typedef struct Run {
    Review *review;
    ReviewBudget budget;
    FILE *file;           /* NULL: none */
    pthread_mutex_t lock; /* of the file and what follows */
    Fault fault;          /* parts are missing */
    Fault unkept;         /* they are not in the file */
    int done;
    Progress bar;
} Run;

static atomic_int was_interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store(&was_interrupted, 1);
}

/* ------------------------------------------------------------------------- */
/* Working                                                                   */
/* ------------------------------------------------------------------------- */

static void keep_part(Run *run, int index)
{
    pthread_mutex_lock(&run->lock);
    run->done++;
    if (run->file != NULL && run->unkept.sentence[0] == '\0')
        review_file_add(run->file, run->review, index, &run->unkept);
    pthread_mutex_unlock(&run->lock);
}

/* Each part is written by one thread only. */
static void work_on_part(void *context, long n)
{
    Run *run = context;
    int index = (int)n;

    if (part_is_done(&run->review->parts[index], &run->budget))
        return;
    ReviewBudget budget = part_budget(&run->review->parts[index], &run->budget);
    void *memory = aligned_alloc(64, review_work_bytes(&budget));
    if (memory == NULL) {
        pthread_mutex_lock(&run->lock);
        fault_set(&run->fault, "there is no memory left");
        pthread_mutex_unlock(&run->lock);
        return;
    }
    ReviewWork *work = review_work_begin(memory, run->review, index, &budget);
    int goes_on = 1;
    while (goes_on && !atomic_load(&was_interrupted))
        goes_on = review_work_step(work);
    if (!goes_on) {
        run->review->parts[index] = *review_work_part(work);
        keep_part(run, index);
    }
    free(memory);
}

static void show_progress(void *context)
{
    Run *run = context;

    pthread_mutex_lock(&run->lock);
    progress_show(&run->bar, run->done);
    pthread_mutex_unlock(&run->lock);
}

/* All parts that are not done yet. */
static int work_on(const char *program, const ReviewArgs *args, Run *run)
{
    const Jobs jobs = { .count = run->review->part_count,
                        .work = work_on_part,
                        .tick = show_progress,
                        .context = run,
                        .stop = &was_interrupted };

    run->done = review_done(run->review, &run->budget);
    run->bar = progress_begin(run->review->part_count, run->done);
    run->bar.unit = "parts";
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    int has_run = workers_run(&jobs, args->threads);
    progress_end(&run->bar);
    if (!has_run)
        return world_error(program, "the system has no thread to give");
    return run->fault.sentence[0] == '\0'
               ? EXIT_FINE
               : world_error(program, "%s: %s", args->file, run->fault.sentence);
}

/* ------------------------------------------------------------------------- */
/* Reporting                                                                 */
/* ------------------------------------------------------------------------- */

static void print_json(const Review *review, const ReviewReader *reader,
                       const ReviewBudget *budget)
{
    Text line = { 0 };
    JsonOut out = { .text = &line };

    json_open_object(&out);
    json_put_name(&out, "game", review->game->id);
    json_put_number(&out, "samples", budget->samples);
    json_put_number(&out, "iterations", budget->iterations);
    json_put_number(&out, "seed", (long long)budget->seed);
    review_format(&out, review, reader);
    json_close_object(&out);
    json_line_print(&line);
}

static int report(const char *program, const ReviewArgs *args, const Run *run,
                  const SavePlayers *players)
{
    Fault fault = fault_in_locale();
    PlayerNames names;
    const ReviewReader reader = { args->language, &names };

    player_names_make(&names, args->language, players);
    if (args->wants_json)
        print_json(run->review, &reader, &run->budget);
    else
        review_print(run->review, &reader);
    if (args->plot != NULL && !review_plot(run->review, &reader, args->plot, &fault))
        return world_error(program, "%s", fault.sentence);
    return EXIT_FINE;
}

static int report_interruption(const char *program, const ReviewArgs *args, const Run *run)
{
    fprintf(stderr, in_locale("%s: interrupted after %d of %d parts"), program, run->done,
            run->review->part_count);
    if (args->keep != NULL)
        fprintf(stderr, in_locale("; the same with --keep %s goes on"), args->keep);
    fprintf(stderr, "\n");
    return EXIT_WORLD;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

static ReviewBudget budget_of(const ReviewArgs *args)
{
    int depth = args->depth == 0 ? 1 : args->depth;
    ReviewBudget budget = { .samples = REVIEW_QUICK.samples * depth,
                            .iterations = REVIEW_QUICK.iterations * depth,
                            .seed = (uint64_t)args->seed };

    if (args->samples > 0)
        budget.samples = args->samples;
    if (args->iterations > 0)
        budget.iterations = args->iterations;
    return budget;
}

static int open_kept(const char *program, const ReviewArgs *args, const Match *match,
                     Run *run)
{
    char key[REVIEW_KEY_DIGITS + 1];
    Fault fault = fault_in_locale();

    if (args->keep == NULL)
        return EXIT_FINE;
    if (!review_key(match, &SAVE_START_JSON, key))
        return world_error(program, "there is no memory left");
    run->file = review_file_open(args->keep, key, run->budget.seed, run->review, &fault);
    return run->file != NULL ? EXIT_FINE
                             : world_error(program, "%s: %s", args->keep, fault.sentence);
}

static int review_game(const char *program, const ReviewArgs *args, const Match *match,
                       const SavePlayers *players)
{
    Run run = { .review = review_new(match),
                .budget = budget_of(args),
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .fault = fault_in_locale(),
                .unkept = fault_in_locale() };

    if (run.review == NULL)
        return world_error(program, "there is no memory left");
    int status = open_kept(program, args, match, &run);
    if (status == EXIT_FINE)
        status = work_on(program, args, &run);
    if (status == EXIT_FINE && atomic_load(&was_interrupted))
        status = report_interruption(program, args, &run);
    else if (status == EXIT_FINE)
        status = report(program, args, &run, players);
    if (run.unkept.sentence[0] != '\0') {
        fflush(stdout); /* the review comes first */
        status = world_error(program, "%s: %s", args->keep, run.unkept.sentence);
    }
    if (run.file != NULL)
        fclose(run.file);
    review_free(run.review);
    return status;
}

static int review_save(const char *program, const ReviewArgs *args)
{
    SavePlayers players;
    Match *match = save_file_load(program, args->file, &players);
    int status = match == NULL ? EXIT_WORLD : review_game(program, args, match, &players);

    match_free(match);
    return status;
}

static void read_plot(const struct argp_state *state, const char *path, void *field)
{
    if (!page_can_be(path))
        argument_error(state, in_locale("--plot: '%s' does not end in .svg or .png"), path);
    *(const char **)field = path;
}

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "which file? '-' is standard input", 0, TEXT(ReviewArgs, file) },
    { "depth", 'd', "N", "Take N times as many samples and iterations (1)", 1,
      INT(ReviewArgs, depth, 1, 64) },
    { "samples", 0, "N", "Play out N drawn states for each value (512)", 1,
      INT(ReviewArgs, samples, 2, REVIEW_SAMPLES_MOST) },
    { "iterations", 0, "N", "Search for a better turn with N iterations a decision (800)",
      1, INT(ReviewArgs, iterations, 1, REVIEW_ITERATIONS_MOST) },
    { "seed", 's', "N", "Seed of the samples: the same seed gives the same numbers (1)", 1,
      LONG(ReviewArgs, seed, 0, 1000000000) },
    { "threads", 't', "N", "Use N threads (all cores)", 1,
      INT(ReviewArgs, threads, 1, WORKERS_MAX) },
    { "keep", 'k', "FILE", "Keep what is done in FILE, and go on from there", 1,
      TEXT(ReviewArgs, keep) },
    { "json", 'j', NULL, "Print one line of JSON", 2, FLAG(ReviewArgs, wants_json) },
    { "plot", 'p', "FILE", "Draw the chances over the turns (.svg or .png)", 2,
      READ(ReviewArgs, plot, read_plot) },
    LANGUAGE_ARGUMENT(ReviewArgs),
    { 0 },
};

int verb_review(int argc, char **argv)
{
    static const char doc[] =
        "Review a saved game: the chances to win before and after each turn, better turns, "
        "mistakes, and how much luck and skill had part in the result. Each turn is judged "
        "by what its player could know; '-' is standard input.";
    ReviewArgs args = { .language = language_of_locale(),
                        .seed = (long)REVIEW_QUICK.seed,
                        .threads = workers_for_every_core() };

    arguments_parse(ARGUMENTS, "FILE", doc, argc, argv, &args);
    return review_save(argv[0], &args);
}

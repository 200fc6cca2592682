/* engine.c: roundhouse engine: the rules over standard input and output, a JSON
 * object a line. Answers are written out when no whole request is left to answer,
 * so a driver may ask one thing at a time or a thousand at once. */
#include "cli/common.h"
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "ai/ai.h"
#include "wire/engine_protocol.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- */
/* Bots                                                                      */
/* ------------------------------------------------------------------------- */

static int answer_bot(const BotQuestion *question, Action *action, Thoughts *thoughts,
                      Fault *fault)
{
    const Bot *bot = bot_find(question->level);
    Budget budget = { .iterations = (long)question->iterations,
                      .milliseconds = (long)question->ms };
    uint64_t seed = question->seed;
    char names[BOT_NAMES_ROOM];
    Rng rng;

    if (bot == NULL)
        return fault_set(fault, "There is no level \"%s\": it can be %s.",
                         quote(question->level, strlen(question->level)).text,
                         bot_names(names, " or "));
    if (!question->has_seed && getrandom(&seed, sizeof seed, 0) != sizeof seed)
        return fault_set(fault, "The system gives no randomness: say a search_seed.");
    rng_seed(&rng, seed);
    Bot asked = bot_with_budget(bot, &budget);
    *action = bot_think(&asked, question->game, question->view, question->memory,
                        question->seat, &rng, thoughts);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

enum { INPUT_ROOM = PROTOCOL_LINE_MAX + 1, OUTPUT_MOST = 1 << 18 };

/*     bytes   |....|line line\nline li|......|
 *                  start        scanned    end              */
typedef struct Input {
    char *bytes; /* INPUT_ROOM of them */
    size_t start, scanned, end;
    int is_skipping; /* the rest of a line that was too long */
} Input;

typedef struct Session {
    Protocol *protocol;
    Input input;
    Text output;
} Session;

/* 0: the reader has gone. */
static int flush(Text *output)
{
    for (size_t at = 0; at < output->length;) {
        ssize_t written = write(STDOUT_FILENO, output->bytes + at, output->length - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return 0;
        at += (size_t)written;
    }
    text_clear(output);
    return 1;
}

static void answer_line(Session *session, size_t end)
{
    Input *input = &session->input;

    if (!input->is_skipping)
        protocol_answer(session->protocol, input->bytes + input->start, end - input->start,
                        &session->output);
    input->is_skipping = 0;
}

/* Answers every whole line there is; 0: the reader has gone, or memory. */
static int answer_lines(Session *session)
{
    Input *input = &session->input;

    while (!protocol_is_done(session->protocol)) {
        char *newline =
            memchr(input->bytes + input->scanned, '\n', input->end - input->scanned);
        if (newline == NULL) {
            input->scanned = input->end;
            break;
        }
        size_t end = (size_t)(newline - input->bytes);
        answer_line(session, end);
        input->start = input->scanned = end + 1;
        if (session->output.has_failed)
            return 0;
        if (session->output.length > OUTPUT_MOST && !flush(&session->output))
            return 0;
    }
    return 1;
}

/* Moves what is left of a line to the front. A line that fills all the room is
 * refused, and the rest of it passed over. */
static void make_room(Session *session)
{
    Input *input = &session->input;
    size_t left = input->end - input->start;

    if (left == INPUT_ROOM || input->is_skipping) {
        if (!input->is_skipping)
            protocol_refuse_long_line(&session->output);
        input->is_skipping = 1;
        left = 0;
    }
    memmove(input->bytes, input->bytes + input->end - left, left);
    input->start = 0;
    input->scanned = input->end = left;
}

/* How many bytes came: 0 at the end of the input, -1 if it cannot be read. */
static ssize_t read_more(Input *input)
{
    ssize_t count;

    do {
        count = read(STDIN_FILENO, input->bytes + input->end, INPUT_ROOM - input->end);
    } while (count < 0 && errno == EINTR);
    if (count > 0)
        input->end += (size_t)count;
    return count;
}

static int run(Session *session)
{
    Input *input = &session->input;

    while (!protocol_is_done(session->protocol)) {
        make_room(session);
        if (!flush(&session->output))
            return EXIT_WORLD;
        ssize_t count = read_more(input);
        if (count < 0)
            return EXIT_WORLD;
        if (count == 0)
            break;
        if (!answer_lines(session))
            return EXIT_WORLD;
    }
    /* The last line may lack its end. */
    if (!protocol_is_done(session->protocol) && input->end > input->start)
        answer_line(session, input->end);
    return flush(&session->output) ? EXIT_FINE : EXIT_WORLD;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

static const char DOC[] =
    "Drive the rules over standard input and output: JSON requests "
    "and replies, one per line.\v"
    "docs/formats.md describes every request and reply, with examples.";

int verb_engine(int argc, char **argv)
{
    static const struct argp argp = { .doc = DOC };
    Session session = { 0 };
    int status = EXIT_FINE;

    arguments_run(&argp, argc, argv, NULL);
    session.protocol = protocol_new(answer_bot);
    session.input.bytes = malloc(INPUT_ROOM);
    if (session.protocol == NULL || session.input.bytes == NULL)
        status = world_error(argv[0], "there is no memory left");
    else
        status = run(&session);
    protocol_free(session.protocol);
    free(session.input.bytes);
    text_free(&session.output);
    return status;
}

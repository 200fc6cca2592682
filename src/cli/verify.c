/* verify.c: roundhouse verify: checks the proof of the deal in a saved game. */
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "wire/deal_json.h"

#include <stdio.h>
#include <string.h>

typedef struct VerifyArgs {
    const char *file;
    int wants_json;
    Language language;
} VerifyArgs;

static void print_json(const SaveCheck *result, Language language)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_object(&out);
    save_check_format(&out, result, language);
    json_close_object(&out);
    json_line_print(&text);
}

static void print_words(const SaveCheck *result, Language language)
{
    char sentence[SENTENCE_MAX];

    for (int i = 0; i < result->check.count; i++) {
        save_check_step(result, i, language, sentence);
        printf("%s %s\n", result->check.steps[i].holds ? "  ok  " : "WRONG ", sentence);
    }
    save_check_sentence(result, language, sentence);
    printf("%s%s\n", result->check.count > 0 ? "\n" : "", sentence);
}

static int verify_file(const char *program, const VerifyArgs *args)
{
    Text text = { 0 };
    Fault fault = fault_in_locale();
    static SaveCheck result;
    int status = save_file_read(program, args->file, &text);

    if (status == EXIT_FINE
        && !save_check(text.length == 0 ? "" : text.bytes, text.length, NULL, &result,
                       &fault))
        status = world_error(program, "%s: %s", args->file, fault.sentence);
    text_free(&text);
    if (status != EXIT_FINE)
        return status;
    if (args->wants_json)
        print_json(&result, args->language);
    else
        print_words(&result, args->language);
    return result.has_proof && deal_verdict(&result.check) != DEAL_BROKEN ? EXIT_FINE
                                                                          : EXIT_WORLD;
}

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "which file? '-' is standard input", 0, TEXT(VerifyArgs, file) },
    { "json", 'j', NULL, "Print one line of JSON", 1, FLAG(VerifyArgs, wants_json) },
    LANGUAGE_ARGUMENT(VerifyArgs),
    { 0 },
};

int verb_verify(int argc, char **argv)
{
    static const char doc[] =
        "Check the deal of a saved game: whether the server's secret and the players' "
        "random bytes fit their commitments and give the seed, and whether the game "
        "follows from it. The exit status is 1 if a step does not hold, or if the save "
        "has no proof of its deal; '-' is standard input.";
    VerifyArgs args = { .language = language_of_locale() };

    arguments_parse(ARGUMENTS, "FILE", doc, argc, argv, &args);
    return verify_file(argv[0], &args);
}

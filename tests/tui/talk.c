/* talk.c: see talk.h. */
#include "talk.h"

#include "games/freight_train/ft.h"
#include "play/setup.h"
#include "wire/position.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES_OF_SEATS[SEATS_MAX] = { "Ada",  "Ben",   "Cleo",
                                                       "Dora", "Élise", "Flo" };

Match *freight_train_match(int seats, const char *seed)
{
    Setup setup;

    game_default_setup(&FREIGHT_TRAIN, seats, &setup);
    setup_seed_from_text(&setup, seed, strlen(seed));
    setup.options[FT_OPTION_FIRST] = 1; /* seat 0 */
    Match *match = match_new(&FREIGHT_TRAIN, &setup);
    cr_assert_not_null(match);
    return match;
}

void talk_run(Talk *talk, const char *script)
{
    size_t size;
    char *typed = strdup(script);
    FILE *in =
        script[0] == '\0' ? fopen("/dev/null", "r") : fmemopen(typed, strlen(typed), "r");

    free(talk->out);
    FILE *out = open_memstream(&talk->out, &size);
    cr_assert(in != NULL && out != NULL);
    TableSettings table = {
        .in = in,
        .out = out,
        .language = talk->language,
        .echoes = 1,
        .confirms_turns = talk->confirms_turns,
        .humans = talk->humans == 0 ? seat_bit(0) : talk->humans,
        .bots = { &BOT_GREEDY, &BOT_GREEDY, &BOT_GREEDY, &BOT_GREEDY, &BOT_GREEDY,
                  &BOT_GREEDY },
        .bot_seed = 1,
        .names = talk->names == NULL ? NAMES_OF_SEATS : talk->names,
        .save_path = talk->save_path,
        .is_saved = talk->is_saved,
        .is_loaded = talk->is_loaded,
        .start = &SAVE_START_JSON,
    };
    talk->end = plain_play(talk->match, &table);
    fclose(out);
    fclose(in);
    free(typed);
}

void talk_free(Talk *talk)
{
    free(talk->out);
    match_free(talk->match);
    *talk = (Talk){ 0 };
}

char *repeat(const char *line, int times)
{
    size_t length = strlen(line);
    char *script = malloc(length * (size_t)times + 1);

    cr_assert_not_null(script);
    for (int i = 0; i < times; i++)
        memcpy(script + length * (size_t)i, line, length);
    script[length * (size_t)times] = '\0';
    return script;
}

int choice_number(const Talk *talk, const char *text)
{
    const char *found = NULL;

    for (const char *at = strstr(talk->out, text); at != NULL; at = strstr(at + 1, text))
        found = at;
    cr_assert_not_null(found, "no choice '%s' in:\n%s", text, talk->out);
    while (found > talk->out && (found[-1] == ' ' || found[-1] == ')'))
        found--;
    while (found > talk->out && found[-1] >= '0' && found[-1] <= '9')
        found--;
    return atoi(found);
}

/* The contents of a screen as text. */
static char *printed(Screen *screen)
{
    char *out;
    size_t size;
    FILE *file = open_memstream(&out, &size);

    screen_print(screen, file, 0);
    fclose(file);
    canvas_free(screen->canvas);
    return out;
}

char *drawn(const Drawing *drawing, const Scene *scene, const char *const *players,
            Language language, Detail detail)
{
    Canvas canvas = { .width = SCREEN_WIDTH };
    Screen screen = {
        .canvas = &canvas, .language = language, .players = players, .width = SCREEN_WIDTH
    };

    layout_lines(&screen, drawing, scene, detail);
    return printed(&screen);
}

char *helped(const Drawing *drawing, const void *view)
{
    Canvas canvas = { .width = SCREEN_WIDTH };
    Screen screen = { .canvas = &canvas, .width = SCREEN_WIDTH };

    draw_help(&screen, drawing, view);
    return printed(&screen);
}

/* draw.c: the table of drawings, and the one that fits every game: an outline of
 * the view with a field or a row to a line. */
#include "tui/draw.h"

#include <string.h>

const Drawing *const DRAWINGS[] = {
    &DRAWING_FREIGHT_TRAIN,
    &DRAWING_STATION_MASTER,
    &DRAWING_TAKE_A_TRAIN,
};

const int DRAWING_COUNT = (int)(sizeof DRAWINGS / sizeof DRAWINGS[0]);

const Drawing *drawing_of(const Game *game)
{
    for (int i = 0; i < DRAWING_COUNT; i++) {
        if (DRAWINGS[i]->game == game)
            return DRAWINGS[i];
    }
    return &DRAWING_GENERIC;
}

const char *result_key(const Game *game)
{
    return drawing_of(game)->has_money ? "play.result.line.money" : "play.result.line";
}

int block_of_viewer(const Scene *scene)
{
    return scene->seat != NOBODY;
}

int scene_awaits(const Scene *scene, int seat)
{
    if (scene->asked != NOBODY)
        return seat == scene->asked;
    return seats_have(scene->game->waiting(scene->view), seat);
}

void draw_help(Screen *screen, const Drawing *drawing, const void *view)
{
    const char *key;

    screen->indent = 2;
    for (int n = 0; drawing->help != NULL && (key = drawing->help(view, n)) != NULL; n++) {
        screen_say(screen, INK_PLAIN, key, NULL, 0);
        screen_line(screen);
        screen_line(screen);
    }
    screen->indent = 0;
    if (drawing->legend != NULL)
        drawing->legend(screen);
}

const char *draw_hint(const Drawing *drawing, const void *view, int seat)
{
    return drawing->hint == NULL ? NULL : drawing->hint(view, seat);
}

/* ------------------------------------------------------------------------- */
/* The generic drawing                                                       */
/* ------------------------------------------------------------------------- */

enum { OUTLINE_STEP = 2 };

/* The codec comes first: a pointer to the outline is a pointer to its codec. */
typedef struct Outline {
    Codec codec;
    Screen *screen;
    const Game *game;
} Outline;

static Outline *outline_of(Codec *codec)
{
    return (Outline *)codec;
}

/* A field begins a line; entries of a list continue it. */
static void put_value(Codec *codec, const char *key, const char *text)
{
    Screen *screen = outline_of(codec)->screen;

    if (key != NULL) {
        screen_end_line(screen);
        screen_put_at(screen, screen->indent, INK_FAINT, key);
        screen_put(screen, INK_PLAIN, ":");
    }
    screen->indent += OUTLINE_STEP;
    screen_wrap(screen, INK_PLAIN, text);
    screen->indent -= OUTLINE_STEP;
}

static void outline_number(Codec *codec, const char *key, int *value, int least, int most)
{
    char text[16] = "?";

    (void)least;
    (void)most;
    if (*value != UNKNOWN)
        snprintf(text, sizeof text, "%d", *value);
    put_value(codec, key, text);
}

static void outline_flag(Codec *codec, const char *key, int *value)
{
    put_value(codec, key, *value ? "+" : "-");
}

static void outline_name(Codec *codec, const char *key, const Names *names, int *value)
{
    const Outline *outline = outline_of(codec);
    int is_known = *value >= 0 && *value < names->count;

    put_value(codec, key,
              is_known ? words_name(outline->screen->language, outline->game, names, *value)
                       : "?");
}

/* Keys of random streams mean nothing to people. */
static void outline_bytes(Codec *codec, const char *key, uint8_t *bytes, int count)
{
    (void)codec;
    (void)key;
    (void)bytes;
    (void)count;
}

static void outline_open(Codec *codec, const char *key, CodecBox box, int *count, int least,
                         int most)
{
    Screen *screen = outline_of(codec)->screen;

    (void)box;
    (void)count;
    (void)least;
    (void)most;
    screen_end_line(screen);
    screen_put_at(screen, screen->indent, INK_FAINT, key == NULL ? "-" : key);
    screen_put(screen, INK_PLAIN, key == NULL ? "" : ":");
    screen->indent += OUTLINE_STEP;
}

static void outline_close(Codec *codec)
{
    Screen *screen = outline_of(codec)->screen;

    screen_end_line(screen);
    screen->indent -= OUTLINE_STEP;
}

static int outline_has(Codec *codec, const char *key)
{
    (void)codec;
    (void)key;
    return 1;
}

static void draw_outline(Screen *screen, const Scene *scene)
{
    static const CodecVerbs VERBS = {
        .number = outline_number,
        .flag = outline_flag,
        .name = outline_name,
        .bytes = outline_bytes,
        .open = outline_open,
        .close = outline_close,
        .has = outline_has,
    };
    Outline outline = { { &VERBS, 0 }, screen, scene->game };
    State copy; /* shape may write where it reads, and views are lent */

    screen->indent = 0;
    memcpy(&copy, scene->view, (size_t)scene->game->state_size);
    scene->game->shape(&outline.codec, &copy);
    screen_end_line(screen);
}

static const Block BLOCKS[] = { { .draw = draw_outline }, { 0 } };

const Drawing DRAWING_GENERIC = { .blocks = BLOCKS };

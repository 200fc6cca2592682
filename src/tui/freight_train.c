/* freight_train.c: Freight Train in text:
 *
 *     ── Day 1 of 3 · round 4 · deck 62, end of day among the last 24 ───────────
 *       Yards of the others
 *       Emil       ]AUT PIG HOP ORE ORE HOP>         ]COI STO HOP>
 *       Trains      pts  AUT BOX COI CON GON HOP ORE PIG REF STO TNK MIX   free
 *     > Ada           5    ·   3   ·   ·   ·   ·  2#   ·   ·   ·   ·   2      2
 *      *Emil          5    1   ·   ·   ·   ·   4   ·   ·   2   ·   ·   ·      2
 *       Main yard                     Your yard, Ada
 *       1 ]TNK ORE ORE BOX BOX>       1 ]BOX ORE GON BOX TNK STO>
 *       2 ]STO HOP GON>               2 ]TNK STO ORE HOP ORE BOX>
 *       3 ]>                          Your trains
 *       4 ]BOX TNK TNK ORE STO>       1 BOX×3  2 ORE×2#  3 AUT+BOX  4–5 free
 *       5 ]>                          In hand  TNK HOP
 *
 * Cars are codes of three letters; ] is the bumper, > the open end, # a caboose.
 * What the decision needs stands last, nearest to the choices. */
#include "tui/draw.h"

#include "tui/ft_arrangement.h"
#include "tui/ft_table.h"

#include <string.h>

enum {
    INDENT = 2,
    RIGHT = 32, /* where the own yard stands beside the main yard */
    TYPES_COLUMN = INDENT + NAME_COLUMNS + 6,
    CELL = 4,                                 /* a code and a space */
    YARDS_COLUMN = INDENT + NAME_COLUMNS + 1, /* of the others */
    YARD_WIDTH = 2 + FT_YARD_ROOM * CELL,     /* a full siding and a space */
    CODES = FT_TYPES + 1,                     /* the types and the mixed train */
};

static const char *const CODE_ITEMS[CODES] = {
    "auto-rack", "box",       "coil-steel",   "container", "gondola", "hopper",
    "ore",       "piggyback", "refrigerator", "stock",     "tank",    "mixed",
};
static const Names CODE_NAMES = NAMES("code", CODE_ITEMS);

const char *ft_code(Language language, int car)
{
    return words_name(language, &FREIGHT_TRAIN, &CODE_NAMES, car);
}

static Ink ink_of(int car)
{
    return (Ink)(INK_FIRST_CAR + car);
}

static void put_words(Screen *screen, Ink ink, const char *key, const char *name,
                      const char *text, int number)
{
    char sentence[SCREEN_TEXT_MAX];
    WordsArgument argument = { name, text, number };

    words_write(screen->language, key, &argument, name != NULL, sentence, sizeof sentence);
    screen_put(screen, ink, sentence);
}

/* ------------------------------------------------------------------------- */
/* Sidings and trains                                                        */
/* ------------------------------------------------------------------------- */

static void put_track(Screen *screen, const uint8_t *cars, int length)
{
    screen_put(screen, INK_PLAIN, "]");
    for (int i = 0; i < length; i++) {
        if (i > 0)
            screen_put(screen, INK_PLAIN, " ");
        screen_put(screen, ink_of(cars[i]), ft_code(screen->language, cars[i]));
    }
    screen_put(screen, INK_PLAIN, ">");
}

static void put_siding(Screen *screen, int number, const uint8_t *cars, int length)
{
    screen_number(screen, INK_STRONG, number + 1, 1);
    screen_put(screen, INK_PLAIN, " ");
    put_track(screen, cars, length);
}

/* "2 ORE×2#", or of the first bare locomotive, which stands for all: "4–5 free" */
static void train_text(const Screen *screen, const FtPlayer *player, int t, char *out,
                       size_t size)
{
    const FtTrain *train = &player->trains[t];
    int length = snprintf(out, size, "%d", t + 1);
    const char *sign = " ";

    if (train->cars == 0) {
        WordsArgument bare = { "locomotives", NULL, player->locomotives - t };
        if (bare.number > 1)
            length +=
                snprintf(out + length, size - (size_t)length, "–%d", player->locomotives);
        out[length++] = ' ';
        words_write(screen->language, "freight-train.draw.free", &bare, 1, out + length,
                    size - (size_t)length);
        return;
    }
    for (int car = 0; car < FT_TYPES; car++) {
        if (!(train->types >> car & 1))
            continue;
        length += snprintf(out + length, size - (size_t)length, "%s%s", sign,
                           ft_code(screen->language, car));
        sign = "+";
    }
    if (train->cars > __builtin_popcount(train->types))
        length += snprintf(out + length, size - (size_t)length, "×%d", train->cars);
    if (train->is_closed)
        snprintf(out + length, size - (size_t)length, "#");
}

static Ink train_ink(const FtTrain *train)
{
    if (train->cars == 0)
        return INK_FAINT;
    return __builtin_popcount(train->types) == 1 ? ink_of(__builtin_ctz(train->types))
                                                 : INK_PLAIN;
}

/* Trains from `t` on, as many as the line holds; returns the next one, or -1
 * after the last. Bare locomotives are all alike and told of once. */
static int put_trains(Screen *screen, const FtPlayer *player, int t)
{
    int first = t;

    for (; t < player->locomotives; t++) {
        char text[128];

        train_text(screen, player, t, text, sizeof text);
        int gap = t > first ? 2 : 0;
        if (t > first && screen->column + gap + text_width(text) > screen_width(screen))
            return t;
        screen_go(screen, screen->column + gap);
        screen_put(screen, train_ink(&player->trains[t]), text);
        if (player->trains[t].cars == 0)
            break;
    }
    return -1;
}

static void put_held(Screen *screen, const FtState *ft)
{
    put_words(screen, INK_HEADING, "freight-train.draw.held", NULL, NULL, 0);
    screen_put(screen, INK_PLAIN, " ");
    for (int car = 0; car < FT_TYPES; car++) {
        for (int i = 0; i < ft->held[car] && screen->column + CELL <= screen_width(screen);
             i++) {
            screen_put(screen, INK_PLAIN, " ");
            screen_put(screen, ink_of(car), ft_code(screen->language, car));
        }
    }
}

/* ------------------------------------------------------------------------- */
/* The main yard, and beside it what is the viewer's own                     */
/* ------------------------------------------------------------------------- */

typedef struct Own {
    const FtState *ft;
    int seat;
    int next_train; /* to be put; -1: all are */
    int shows_held; /* the hand has still to be put */
} Own;

/* One line of the block on the right; 0: there was nothing left to put. */
static int put_own_line(Screen *screen, Own *own, int line)
{
    const FtPlayer *player = &own->ft->players[own->seat];

    screen_go(screen, RIGHT);
    if (line == 0) {
        put_words(screen, INK_HEADING, "freight-train.draw.yard", "player",
                  screen->players[own->seat], 0);
    } else if (line <= FT_YARD_SIDINGS) {
        const FtYardSiding *siding = &player->yard[line - 1];
        put_siding(screen, line - 1, siding->cars, siding->length);
    } else if (line == FT_YARD_SIDINGS + 1) {
        put_words(screen, INK_HEADING, "freight-train.draw.trains", NULL, NULL, 0);
    } else if (own->next_train >= 0) {
        own->next_train = put_trains(screen, player, own->next_train);
    } else if (own->shows_held) {
        put_held(screen, own->ft);
        own->shows_held = 0;
    } else {
        return 0;
    }
    return 1;
}

static int is_own_done(const Own *own)
{
    return own->next_train < 0 && !own->shows_held;
}

static void draw_yards(Screen *screen, const FtState *ft, int seat)
{
    Own own = { ft, seat, 0, ft->turn == seat && ft->held_count > 0 };

    for (int line = 0; line <= FT_MAIN_SIDINGS || !is_own_done(&own); line++) {
        screen_go(screen, INDENT);
        if (line == 0)
            put_words(screen, INK_HEADING, "freight-train.draw.main", NULL, NULL, 0);
        else if (line <= FT_MAIN_SIDINGS)
            put_siding(screen, line - 1, ft->main[line - 1].cars,
                       ft->main[line - 1].length);
        if (seat != NOBODY && !(line > FT_YARD_SIDINGS + 1 && is_own_done(&own)))
            put_own_line(screen, &own, line);
        screen_line(screen);
    }
}

/* ------------------------------------------------------------------------- */
/* The players                                                               */
/* ------------------------------------------------------------------------- */

static void put_name(Screen *screen, const FtState *ft, int seat)
{
    int is_moving = ft->turn == seat && ft->stage != FT_OVER;

    screen_put(screen, INK_STRONG, is_moving ? ">" : " ");
    screen_put(screen, INK_STRONG, ft->first == seat ? "*" : " ");
    screen_name(screen, is_moving ? INK_STRONG : INK_PLAIN, seat);
    screen_go(screen, INDENT + NAME_COLUMNS + 1);
}

static void draw_types(Screen *screen)
{
    screen_go(screen, INDENT);
    put_words(screen, INK_HEADING, "freight-train.draw.players", NULL, NULL, 0);
    screen_go(screen, INDENT + NAME_COLUMNS + 1);
    screen_cell(screen, INK_HEADING,
                words_find(screen->language, "freight-train.draw.points"), CELL);
    screen_go(screen, TYPES_COLUMN);
    for (int type = 0; type < CODES; type++)
        screen_cell(screen, type == FT_MIXED ? INK_HEADING : ink_of(type),
                    ft_code(screen->language, type), CELL);
    screen_cell(screen, INK_HEADING,
                words_find(screen->language, "freight-train.draw.bare"), CELL + 3);
    screen_line(screen);
}

int ft_train_of_type(const FtPlayer *player, int type)
{
    int mixed = ft_mixed_train(player);

    if (type == FT_MIXED)
        return mixed;
    for (int t = 0; t < player->locomotives; t++) {
        if (t != mixed && player->trains[t].types == 1u << type)
            return t;
    }
    return -1;
}

int ft_bare_locomotives(const FtPlayer *player)
{
    int bare = 0;

    for (int t = 0; t < player->locomotives; t++)
        bare += player->trains[t].cars == 0;
    return bare;
}

static void draw_player(Screen *screen, const FtState *ft, int seat)
{
    const FtPlayer *player = &ft->players[seat];
    char text[16];

    put_name(screen, ft, seat);
    screen_number(screen, INK_STRONG, player->points, CELL);
    screen_go(screen, TYPES_COLUMN);
    for (int type = 0; type < CODES; type++) {
        int t = ft_train_of_type(player, type);
        if (t < 0) {
            screen_cell(screen, INK_FAINT, "·", CELL);
            continue;
        }
        const FtTrain *train = &player->trains[t];
        snprintf(text, sizeof text, "%d%s", train->cars, train->is_closed ? "#" : "");
        screen_cell(screen, type == FT_MIXED ? INK_STRONG : ink_of(type), text, CELL);
    }
    snprintf(text, sizeof text, "%d%s", ft_bare_locomotives(player),
             player->has_called ? "+" : "");
    screen_cell(screen, INK_PLAIN, text, CELL + 3);
    screen_line(screen);
}

static void draw_other_yards(Screen *screen, const FtState *ft, int seat)
{
    screen_go(screen, INDENT);
    put_words(screen, INK_HEADING, "freight-train.draw.yards", NULL, NULL, 0);
    screen_line(screen);
    for (int other = 0; other < ft->seats; other++) {
        const FtYardSiding *yard = ft->players[other].yard;
        if (other == seat)
            continue;
        screen_go(screen, INDENT);
        screen_name(screen, INK_PLAIN, other);
        for (int s = 0; s < FT_YARD_SIDINGS; s++) {
            screen_go(screen, YARDS_COLUMN + s * YARD_WIDTH);
            put_track(screen, yard[s].cars, yard[s].length);
        }
        screen_line(screen);
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

/* Where the end-of-day card can be, as far as everybody knows. */
static const char *day_key(const FtState *ft)
{
    if (ft->stage == FT_OVER)
        return "freight-train.draw.day.over";
    if (ft->is_ending)
        return "freight-train.draw.day.ending";
    return ft->bottom < ft->deck_count ? "freight-train.draw.day"
                                       : "freight-train.draw.day.soon";
}

void ft_title(Language language, const void *view, char *out, size_t size)
{
    const FtState *ft = view;
    WordsArgument arguments[] = {
        { "day", NULL, ft->day },       { "days", NULL, FT_DAYS },
        { "round", NULL, ft->round },   { "deck", NULL, ft->deck_count },
        { "bottom", NULL, ft->bottom },
    };

    words_write(language, day_key(ft), arguments, 5, out, size);
}

static void draw_day(Screen *screen, const FtState *ft)
{
    char day[SCREEN_TEXT_MAX];

    ft_title(screen->language, ft, day, sizeof day);
    screen_heading(screen, day);
}

static void draw_whole(Screen *screen, const FtState *ft, int seat)
{
    draw_day(screen, ft);
    draw_other_yards(screen, ft, seat);
    draw_types(screen);
    for (int player = 0; player < ft->seats; player++)
        draw_player(screen, ft, player);
    draw_yards(screen, ft, seat);
}

static void draw(Screen *screen, const Game *game, const void *view, int seat,
                 Detail detail)
{
    const FtState *ft = view;
    int begins_turn = ft->turn == seat && ft->stage == FT_TURN && !ft->has_filled;

    (void)game;
    if (detail == DETAIL_WHOLE || begins_turn)
        draw_whole(screen, ft, seat);
    else
        draw_yards(screen, ft, seat);
}

/* ------------------------------------------------------------------------- */
/* Help                                                                      */
/* ------------------------------------------------------------------------- */

static void help_codes(Screen *screen)
{
    enum { COLUMNS = 3, WIDTH = 26 };

    for (int i = 0; i < CODES; i++) {
        const Names *names = i == FT_MIXED ? &FT_TRAIN_NAMES : &FT_CAR_NAMES;

        screen_go(screen, INDENT + i % COLUMNS * WIDTH);
        screen_put(screen, ink_of(i), ft_code(screen->language, i));
        screen_put(screen, INK_PLAIN, " ");
        screen_put(screen, INK_PLAIN,
                   words_name(screen->language, &FREIGHT_TRAIN, names, i));
        if (i % COLUMNS == COLUMNS - 1 || i == CODES - 1)
            screen_line(screen);
    }
}

/* FT-5.6: in some editions, or if the option says so. */
static const char *mixed_key(const FtState *ft)
{
    return ft_mixed_trains_score(ft) ? "freight-train.help.mixed.score"
                                     : "freight-train.help.mixed.none";
}

static void help(Screen *screen, const void *view)
{
    const char *const LINES[] = {
        "freight-train.help.table",
        "freight-train.help.turn",
        "freight-train.help.trains",
        "freight-train.help.scoring",
        mixed_key(view),
        "freight-train.help.days",
        "freight-train.help.signs",
    };

    screen->indent = INDENT;
    for (int i = 0; i < (int)(sizeof LINES / sizeof LINES[0]); i++) {
        screen_say(screen, INK_PLAIN, LINES[i], NULL, 0);
        screen_line(screen);
        screen_line(screen);
    }
    screen->indent = 0;
    help_codes(screen);
}

/* ------------------------------------------------------------------------- */
/* As the dialogue knows it                                                  */
/* ------------------------------------------------------------------------- */

static void read_line(const Screen *screen, const void *view, int seat, const char *line,
                      Reading *reading)
{
    ft_read_arrangement(screen, &CODE_NAMES, view, seat, line, reading);
}

static const Names *const EXTRA_NAMES[] = { &CODE_NAMES, NULL };

const Drawing DRAWING_FREIGHT_TRAIN = {
    .game = &FREIGHT_TRAIN,
    .draw = draw,
    .help = help,
    .read = read_line,
    .hint = ft_arrangement_hint,
    .table = ft_table,
    .title = ft_title,
    .touch = ft_touch,
    .names = EXTRA_NAMES,
};

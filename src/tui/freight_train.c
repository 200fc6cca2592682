/* freight_train.c: the drawing of Freight Train:
 *
 *       Trains      pts  AUT BOX COI CON GON HOP ORE PIG REF STO TNK MIX  free   day
 *     ▶ Ada           5    ·  3*   ·   ·   · ·   2*#   ·   ·   ·   ·   2     2   +10
 *     ★ Emil          5   1*   ·   ·   ·   ·  4*   ·   ·  2*   ·   ·   ·     2    +9
 *     ── Yards of the others ──────────────────────────────────────────────────
 *       Emil       ]AUT-PIG-HOP-ORE-ORE-HOP>         ]COI-STO-HOP>
 *     ── Main yard ────────────────── Your yard and trains, Ada ───────────────
 *       1 ]TNK-ORE-ORE-BOX-BOX>       1 ]BOX-ORE-GON-BOX-TNK-STO>
 *       2 ]STO-HOP-GON>               2 ]TNK-STO-ORE-HOP-ORE-BOX>
 *       3 ]>                          In hand  TNK HOP
 *       4 ]BOX-TNK-TNK-ORE-STO>       1 BOX×3  2 ORE×2#  3 AUT+BOX  4–5 free
 *       5 ]>
 *
 * Cars are codes of three letters on the colour of their type; ] is the bumper, > the
 * open end, # a caboose. The longest train of a type has * and its number on such a
 * block; "day" is what the day would bring if it ended now. */
#include "tui/draw.h"

#include "games/freight_train/ft.h"
#include "tui/yard_line.h"

enum {
    INDENT = 2,
    POINTS_COLUMN = INDENT + NAME_COLUMNS + 1,
    TYPES_COLUMN = POINTS_COLUMN + 5,
    CELL = 4, /* a code and a space */
    FREE_WIDTH = CELL + 3,
    DAY_WIDTH = 5,
    YARD_WIDTH = 2 + FT_YARD_ROOM * CELL, /* a full siding and a space */
    CODES = FT_TYPES + 1,                 /* the types and the mixed train */
};

/* Spots. */
enum { MAIN_SPOT = 1, YARD_SPOT = 10, TRAIN_SPOT = 20, HELD_SPOT = 40 };

static const char *code_of(const Screen *screen, int car)
{
    return words_name(screen->language, &FREIGHT_TRAIN, &YARD_LINE_CODES, car);
}

static Ink block_of(int car)
{
    return (Ink)(INK_FIRST_CAR_BLOCK + car);
}

/* ------------------------------------------------------------------------- */
/* The trains of all                                                         */
/* ------------------------------------------------------------------------- */

static void put_types(Screen *screen, int is_over)
{
    screen_put_at(screen, INDENT, INK_HEADING,
                  screen_words(screen, "freight-train.draw.players"));
    screen_go(screen, POINTS_COLUMN);
    screen_cell(screen, INK_HEADING, screen_words(screen, "freight-train.draw.points"),
                CELL);
    screen_go(screen, TYPES_COLUMN);
    for (int type = 0; type < CODES; type++)
        screen_cell(screen, block_of(type), code_of(screen, type), CELL);
    screen_cell(screen, INK_HEADING, screen_words(screen, "freight-train.draw.bare"),
                FREE_WIDTH);
    if (!is_over)
        screen_cell(screen, INK_HEADING, screen_words(screen, "freight-train.draw.today"),
                    DAY_WIDTH);
    screen_line(screen);
}

/* Which of a player's trains counts as this type; NULL: none. */
static const FtTrain *train_of_type(const FtPlayer *player, int type)
{
    int mixed = ft_mixed_train(player);

    if (type == FT_MIXED)
        return mixed < 0 ? NULL : &player->trains[mixed];
    for (int t = 0; t < player->locomotives; t++) {
        if (t != mixed && player->trains[t].types == 1u << type)
            return &player->trains[t];
    }
    return NULL;
}

/* Is this the longest train of its type? */
static int leads(const FtState *ft, int cars, int type)
{
    for (int other = 0; other < ft->seats; other++) {
        const FtTrain *train = train_of_type(&ft->players[other], type);
        if (train != NULL && train->cars > cars)
            return 0;
    }
    return type != FT_MIXED || ft_mixed_trains_score(ft);
}

static void put_length(Screen *screen, const FtState *ft, int seat, int type)
{
    const FtTrain *train = train_of_type(&ft->players[seat], type);
    char text[16];

    if (train == NULL) {
        screen_cell(screen, INK_FAINT, "·", CELL);
        return;
    }
    int is_longest = leads(ft, train->cars, type);
    snprintf(text, sizeof text, "%d%s%s", train->cars, is_longest ? "*" : "",
             train->is_closed ? "#" : "");
    screen_cell(screen, is_longest ? block_of(type) : (Ink)(INK_FIRST_CAR + type), text,
                CELL);
}

/* What the seat would get if the day ended now. */
static void put_day(Screen *screen, const Terms *now, int seat)
{
    char amount[WORDS_DIGITS];
    int sum = 0;

    for (int i = 0; i < now->count; i++) {
        if (now->items[i].depth == 0 && now->items[i].seat == seat)
            sum += now->items[i].amount;
    }
    words_number(amount, sum, "+");
    screen_cell(screen, INK_PLAIN, amount, DAY_WIDTH);
}

static void put_player(Screen *screen, const Scene *scene, const Terms *now, int seat)
{
    const FtState *ft = scene->view;
    const FtPlayer *player = &ft->players[seat];
    int is_moving = scene_awaits(scene, seat), bare = 0;
    char text[16];

    screen_put(screen, INK_WARNING, is_moving ? "▶" : ft->first == seat ? "★" : "");
    screen_put(screen, INK_WARNING, is_moving && ft->first == seat ? "★" : "");
    screen_go(screen, INDENT);
    screen_name(screen, is_moving ? INK_STRONG : INK_PLAIN, seat);
    screen_go(screen, POINTS_COLUMN);
    screen_number(screen, INK_STRONG, player->points, CELL);
    screen_go(screen, TYPES_COLUMN);
    for (int type = 0; type < CODES; type++)
        put_length(screen, ft, seat, type);
    for (int t = 0; t < player->locomotives; t++)
        bare += player->trains[t].cars == 0;
    snprintf(text, sizeof text, "%d%s", bare, player->has_called ? "+" : "");
    screen_cell(screen, INK_PLAIN, text, FREE_WIDTH);
    if (ft->stage != FT_OVER) /* no day is left that would bring anything */
        put_day(screen, now, seat);
    screen_line(screen);
}

static void draw_players(Screen *screen, const Scene *scene)
{
    const FtState *ft = scene->view;
    Terms now;

    now.count = 0;
    FREIGHT_TRAIN.terms(ft, NULL, &now);
    put_types(screen, ft->stage == FT_OVER);
    for (int seat = 0; seat < ft->seats; seat++)
        put_player(screen, scene, &now, seat);
}

/* ------------------------------------------------------------------------- */
/* Single trains                                                             */
/* ------------------------------------------------------------------------- */

/* "4–5 free": locomotives without cars share one entry. */
static void put_bare(Screen *screen, const FtPlayer *player, int t, int spot)
{
    WordsArgument bare = { "locomotives", NULL, player->locomotives - t };
    char text[128], words[64], number[16] = "";

    if (bare.number > 1)
        snprintf(number, sizeof number, "–%d", player->locomotives);
    words_write(screen->language, "freight-train.draw.free", &bare, 1, words, sizeof words);
    snprintf(text, sizeof text, "%d%s %s", t + 1, number, words);
    screen_fit(screen, text_width(text));
    screen_block(screen, INK_FAINT, spot, text);
}

/* "2 ORE×2#" */
static void put_train(Screen *screen, const FtPlayer *player, int t, int spot)
{
    const FtTrain *train = &player->trains[t];
    int types = __builtin_popcount(train->types);
    char number[16], end[16] = "";

    snprintf(number, sizeof number, "%d ", t + 1);
    if (train->cars > types)
        snprintf(end, sizeof end, "×%d", train->cars);
    screen_fit(screen, 2 + types * CELL - 1 + text_width(end) + train->is_closed);
    screen_block(screen, INK_STRONG, spot, number);
    for (int car = 0, is_first = 1; car < FT_TYPES; car++) {
        if (!(train->types >> car & 1))
            continue;
        screen_block(screen, INK_RULE, spot, is_first ? "" : "+");
        screen_block(screen, block_of(car), spot, code_of(screen, car));
        is_first = 0;
    }
    screen_block(screen, INK_STRONG, spot, end);
    screen_block(screen, INK_STRONG, spot, train->is_closed ? "#" : "");
    screen_go(screen, screen->column + 2);
}

/* NO_SPOT: not clickable. */
static void put_trains(Screen *screen, const FtPlayer *player, int spot)
{
    int t = 0;

    for (; t < player->locomotives && player->trains[t].cars > 0; t++)
        put_train(screen, player, t, spot == NO_SPOT ? NO_SPOT : spot + t);
    if (t < player->locomotives)
        put_bare(screen, player, t, spot == NO_SPOT ? NO_SPOT : spot + t);
    screen_line(screen);
}

/* ------------------------------------------------------------------------- */
/* Yards                                                                     */
/* ------------------------------------------------------------------------- */

/* The number, the open end and the car there are clickable. */
static void put_track(Screen *screen, const uint8_t *cars, int length, int spot)
{
    screen_block(screen, INK_STRONG, length == 0 ? spot : NO_SPOT, "]");
    for (int i = 0; i < length; i++) {
        if (i > 0)
            screen_put(screen, INK_RULE, "-");
        screen_block(screen, block_of(cars[i]), i + 1 == length ? spot : NO_SPOT,
                     code_of(screen, cars[i]));
    }
    screen_block(screen, INK_STRONG, spot, ">");
}

static void put_siding(Screen *screen, int s, const uint8_t *cars, int length, int spot)
{
    screen_go(screen, INDENT);
    screen->spot = spot + s;
    screen_format(screen, INK_STRONG, "%d", s + 1);
    screen_go(screen, screen->column + 1);
    put_track(screen, cars, length, spot + s);
    screen_line(screen);
}

static void draw_other_yards(Screen *screen, const Scene *scene)
{
    const FtState *ft = scene->view;

    for (int other = 0; other < ft->seats; other++) {
        const FtYardSiding *yard = ft->players[other].yard;
        if (other == scene->seat)
            continue;
        screen_go(screen, INDENT);
        screen_name(screen, INK_PLAIN, other);
        for (int s = 0; s < FT_YARD_SIDINGS; s++) {
            screen_go(screen, POINTS_COLUMN + s * YARD_WIDTH);
            put_track(screen, yard[s].cars, yard[s].length, NO_SPOT);
        }
        screen_line(screen);
    }
}

/* The table of lengths does not say which cars mixed trains have. */
static void draw_other_trains(Screen *screen, const Scene *scene)
{
    const FtState *ft = scene->view;

    for (int other = 0; other < ft->seats; other++) {
        if (other == scene->seat)
            continue;
        screen_go(screen, INDENT);
        screen_name(screen, INK_PLAIN, other);
        screen->indent = POINTS_COLUMN;
        put_trains(screen, &ft->players[other], NO_SPOT);
        screen->indent = INDENT;
    }
}

static void draw_main_yard(Screen *screen, const Scene *scene)
{
    const FtState *ft = scene->view;

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        put_siding(screen, s, ft->main[s].cars, ft->main[s].length, MAIN_SPOT);
}

/* ------------------------------------------------------------------------- */
/* The viewer's own yard and trains                                          */
/* ------------------------------------------------------------------------- */

/* Types with their number: "In hand  BOX×2 TNK" */
static void put_held(Screen *screen, const FtState *ft)
{
    screen_put_at(screen, INDENT, INK_HEADING,
                  screen_words(screen, "freight-train.draw.held"));
    screen_go(screen, screen->column + 1);
    for (int car = 0; car < FT_TYPES; car++) {
        char count[16] = "";

        if (ft->held[car] == 0)
            continue;
        if (ft->held[car] > 1)
            snprintf(count, sizeof count, "×%d", ft->held[car]);
        screen_go(screen, screen->column + 1);
        screen_fit(screen, CELL + text_width(count));
        screen_block(screen, block_of(car), HELD_SPOT + car, code_of(screen, car));
        screen_block(screen, INK_STRONG, HELD_SPOT + car, count);
    }
    screen_line(screen);
}

static void draw_own(Screen *screen, const Scene *scene)
{
    const FtState *ft = scene->view;
    const FtPlayer *player = &ft->players[scene->seat];

    for (int s = 0; s < FT_YARD_SIDINGS; s++)
        put_siding(screen, s, player->yard[s].cars, player->yard[s].length, YARD_SPOT);
    if (ft->turn == scene->seat && ft->held_count > 0)
        put_held(screen, ft);
    put_trains(screen, player, TRAIN_SPOT);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static const Block BLOCKS[] = {
    { .width = TYPES_COLUMN + CODES * CELL + FREE_WIDTH + DAY_WIDTH + 2,
      .use = BLOCK_CONTEXT,
      .draw = draw_players },
    { .title = "freight-train.draw.others",
      .use = BLOCK_EXTRA,
      .width = 80,
      .draw = draw_other_trains },
    { .title = "freight-train.draw.yards",
      .title_use = TITLE_GOES,
      .use = BLOCK_CONTEXT,
      .width = POINTS_COLUMN + 2 * YARD_WIDTH - 1,
      .draw = draw_other_yards },
    { .title = "freight-train.draw.main", .width = 30, .draw = draw_main_yard },
    { .title = "freight-train.draw.yard",
      .width = 48,
      .count = block_of_viewer,
      .draw = draw_own },
    { 0 },
};

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

static void title(Language language, const void *view, char *out, size_t size)
{
    const FtState *ft = view;
    WordsArgument arguments[] = {
        { "day", NULL, ft->day },       { "days", NULL, FT_DAYS },
        { "round", NULL, ft->round },   { "deck", NULL, ft->deck_count },
        { "bottom", NULL, ft->bottom },
    };

    words_write(language, day_key(ft), arguments, 5, out, size);
}

static int begins_turn(const Scene *scene)
{
    const FtState *ft = scene->view;

    return ft->turn == scene->seat && ft->stage == FT_TURN && !ft->has_filled;
}

static int touch(const void *view, int seat, Action action, int *spots)
{
    static const struct {
        int a, b; /* where the action's fields are drawn; NO_SPOT: nowhere */
    } SPOTS[] = {
        [FT_FILL] = { MAIN_SPOT, NO_SPOT },      [FT_TAKE] = { MAIN_SPOT, NO_SPOT },
        [FT_SWITCH] = { YARD_SPOT, TRAIN_SPOT }, [FT_CLOSE] = { TRAIN_SPOT, NO_SPOT },
        [FT_COUPLE] = { HELD_SPOT, TRAIN_SPOT }, [FT_STORE] = { HELD_SPOT, YARD_SPOT },
    };
    int kind = action_kind(action);

    (void)view;
    (void)seat;
    if (kind >= (int)(sizeof SPOTS / sizeof SPOTS[0]) || SPOTS[kind].a == NO_SPOT)
        return 0;
    spots[0] = SPOTS[kind].a + action_a(action);
    spots[1] = SPOTS[kind].b + action_b(action);
    return SPOTS[kind].b == NO_SPOT ? 1 : 2;
}

/* It makes a mixed train of one that is not: few want that, and it stays. */
static int is_risky(const void *view, int seat, Action action)
{
    const FtState *ft = view;
    const FtPlayer *player = &ft->players[seat];
    int a = action_a(action), kind = action_kind(action), car = a;

    if (kind == FT_SWITCH)
        car = player->yard[a].cars[player->yard[a].length - 1];
    else if (kind != FT_COUPLE)
        return 0;
    unsigned types = player->trains[action_b(action)].types;
    return __builtin_popcount(types) == 1 && types != 1u << car;
}

/* ------------------------------------------------------------------------- */
/* Help                                                                      */
/* ------------------------------------------------------------------------- */

static const char *help(const void *view, int n)
{
    static const char *const LINES[] = {
        "freight-train.help.table",      "freight-train.help.turn",
        "freight-train.help.trains",     "freight-train.help.scoring",
        "freight-train.help.mixed.none", "freight-train.help.days",
        "freight-train.help.signs",      NULL,
    };

    /* FT-5.6: in some editions, or if the option says so. */
    if (n == 4 && ft_mixed_trains_score(view))
        return "freight-train.help.mixed.score";
    return LINES[n];
}

static void legend(Screen *screen)
{
    enum { WIDTH = 23 };
    int columns = screen->width / WIDTH;

    for (int i = 0; i < CODES; i++) {
        const Names *names = i == FT_MIXED ? &FT_TRAIN_NAMES : &FT_CAR_NAMES;

        screen_put_at(screen, INDENT + i % columns * WIDTH, block_of(i),
                      code_of(screen, i));
        screen_format(screen, INK_PLAIN, " %s",
                      words_name(screen->language, &FREIGHT_TRAIN, names, i));
        if (i % columns == columns - 1 || i == CODES - 1)
            screen_line(screen);
    }
}

static const Names *const EXTRA_NAMES[] = { &YARD_LINE_CODES, NULL };

const Drawing DRAWING_FREIGHT_TRAIN = {
    .game = &FREIGHT_TRAIN,
    .blocks = BLOCKS,
    .title = title,
    .begins_turn = begins_turn,
    .help = help,
    .legend = legend,
    .touch = touch,
    .is_risky = is_risky,
    .read = yard_line_read,
    .hint = yard_line_hint,
    .names = EXTRA_NAMES,
};

/* ft_table.c: Freight Train on the full screen:
 *
 *       Trains      pts  AUT BOX COI CON GON HOP ORE PIG REF STO TNK MIX   free
 *     ▶ Ada           5    ·   3   ·   ·   ·   ·  2#   ·   ·   ·   ·   2      2
 *     ★ Emil          5    1   ·   ·   ·   ·   4   ·   ·   2   ·   ·   ·      2
 *       Emil       ]AUT-PIG-HOP-ORE-ORE-HOP>         ]COI-STO-HOP>
 *     ── Main yard ───────────────── Your yard ─────────────────────────────────
 *       1 ]TNK-ORE-ORE-BOX-BOX>        1 ]BOX-ORE-GON-BOX-TNK-STO>
 *       2 ]STO-HOP-GON>                2 ]TNK-STO-ORE-HOP-ORE-BOX>
 *       3 ]>                           Trains  1 BOX×3  2 ORE×2#  3 AUT+BOX
 *       4 ]BOX-TNK-TNK-ORE-STO>                4–5 free
 *       5 ]>                           In hand  TNK HOP
 *
 * Cars are blocks in the colour of their type; who leads in a type has the number
 * on such a block. */
#include "tui/ft_table.h"

#include <string.h>

enum {
    INDENT = 2,
    RIGHT = 32, /* where the own yard stands beside the main yard */
    TYPES_COLUMN = INDENT + NAME_COLUMNS + 6,
    CELL = 4, /* a code and a space */
    FREE_WIDTH = CELL + 3,
    YARDS_COLUMN = INDENT + NAME_COLUMNS + 1, /* of the others */
    YARD_WIDTH = 2 + FT_YARD_ROOM * CELL,     /* a full siding and a space */
    CODES = FT_TYPES + 1,                     /* the types and the mixed train */
};

/* Spots. */
enum { MAIN_SPOT = 1, YARD_SPOT = 10, TRAIN_SPOT = 20, HELD_SPOT = 40 };

static const char *say(const Screen *screen, const char *key)
{
    return words_find(screen->language, key);
}

static Ink block_of(int car)
{
    return (Ink)(INK_FIRST_CAR_BLOCK + car);
}

/* ------------------------------------------------------------------------- */
/* Sidings                                                                   */
/* ------------------------------------------------------------------------- */

/* The number, the open end and the car there are what can be pointed at. */
static void put_track(Screen *screen, const uint8_t *cars, int length, int spot)
{
    screen_block(screen, INK_STRONG, length == 0 ? spot : NO_SPOT, "]");
    for (int i = 0; i < length; i++) {
        if (i > 0)
            screen_put(screen, INK_RULE, "-");
        screen_block(screen, block_of(cars[i]), i + 1 == length ? spot : NO_SPOT,
                     ft_code(screen->language, cars[i]));
    }
    screen_block(screen, INK_STRONG, spot, ">");
}

static void put_siding(Screen *screen, int number, const uint8_t *cars, int length,
                       int spot)
{
    char text[8];

    snprintf(text, sizeof text, "%d", number + 1);
    screen_block(screen, INK_STRONG, spot, text);
    screen_put(screen, INK_PLAIN, " ");
    put_track(screen, cars, length, spot);
}

static void put_other_yards(Screen *screen, const FtState *ft, int seat)
{
    for (int other = 0; other < ft->seats; other++) {
        const FtYardSiding *yard = ft->players[other].yard;
        if (other == seat)
            continue;
        screen_go(screen, INDENT);
        screen_name(screen, INK_PLAIN, other);
        for (int s = 0; s < FT_YARD_SIDINGS; s++) {
            screen_go(screen, YARDS_COLUMN + s * YARD_WIDTH);
            put_track(screen, yard[s].cars, yard[s].length, NO_SPOT);
        }
        screen_line(screen);
    }
}

/* ------------------------------------------------------------------------- */
/* The trains of all                                                         */
/* ------------------------------------------------------------------------- */

static void put_types(Screen *screen)
{
    screen_go(screen, INDENT);
    screen_put(screen, INK_HEADING, say(screen, "freight-train.draw.players"));
    screen_go(screen, INDENT + NAME_COLUMNS + 1);
    screen_cell(screen, INK_HEADING, say(screen, "freight-train.draw.points"), CELL);
    screen_go(screen, TYPES_COLUMN);
    for (int type = 0; type < CODES; type++)
        screen_cell(screen, block_of(type), ft_code(screen->language, type), CELL);
    screen_cell(screen, INK_HEADING, say(screen, "freight-train.draw.bare"), FREE_WIDTH);
    screen_line(screen);
}

static int length_of_type(const FtPlayer *player, int type)
{
    int t = ft_train_of_type(player, type);

    return t < 0 ? 0 : player->trains[t].cars;
}

/* Nobody has a longer train of this type. */
static int leads(const FtState *ft, int seat, int type)
{
    int own = length_of_type(&ft->players[seat], type);

    for (int other = 0; other < ft->seats; other++) {
        if (length_of_type(&ft->players[other], type) > own)
            return 0;
    }
    return own > 0 && (type != FT_MIXED || ft_mixed_trains_score(ft));
}

static void put_length(Screen *screen, const FtState *ft, int seat, int type)
{
    const FtPlayer *player = &ft->players[seat];
    int t = ft_train_of_type(player, type);
    char text[16];

    if (t < 0) {
        screen_cell(screen, INK_FAINT, "·", CELL);
        return;
    }
    const FtTrain *train = &player->trains[t];
    int is_first = leads(ft, seat, type);
    snprintf(text, sizeof text, "%*d%s", train->is_closed ? 2 : 3, train->cars,
             train->is_closed ? "#" : "");
    screen_put(screen, INK_PLAIN, " ");
    screen_put(screen, is_first ? block_of(type) : (Ink)(INK_FIRST_CAR + type), text);
}

static void put_player(Screen *screen, const FtState *ft, int seat)
{
    const FtPlayer *player = &ft->players[seat];
    int is_moving = ft->turn == seat && ft->stage != FT_OVER;
    char text[16];

    screen_put(screen, INK_WARNING, is_moving ? "▶" : ft->first == seat ? "★" : " ");
    screen_put(screen, INK_WARNING, is_moving && ft->first == seat ? "★" : " ");
    screen_name(screen, is_moving ? INK_STRONG : INK_PLAIN, seat);
    screen_go(screen, INDENT + NAME_COLUMNS + 1);
    screen_number(screen, INK_STRONG, player->points, CELL);
    screen_go(screen, TYPES_COLUMN);
    for (int type = 0; type < CODES; type++)
        put_length(screen, ft, seat, type);
    snprintf(text, sizeof text, "%d%s", ft_bare_locomotives(player),
             player->has_called ? "+" : "");
    screen_cell(screen, INK_PLAIN, text, FREE_WIDTH);
    screen_line(screen);
}

/* ------------------------------------------------------------------------- */
/* The main yard, and beside it what is the viewer's own                     */
/* ------------------------------------------------------------------------- */

/* "2 ORE×2#" */
static void put_train(Screen *screen, const FtPlayer *player, int t)
{
    const FtTrain *train = &player->trains[t];
    int spot = TRAIN_SPOT + t, has_several = 0;
    char text[32];

    snprintf(text, sizeof text, "%d ", t + 1);
    screen_block(screen, INK_STRONG, spot, text);
    for (int car = 0; car < FT_TYPES; car++) {
        if (!(train->types >> car & 1))
            continue;
        if (has_several)
            screen_block(screen, INK_RULE, spot, "+");
        screen_block(screen, block_of(car), spot, ft_code(screen->language, car));
        has_several = 1;
    }
    if (train->cars > __builtin_popcount(train->types)) {
        snprintf(text, sizeof text, "×%d", train->cars);
        screen_block(screen, INK_STRONG, spot, text);
    }
    if (train->is_closed)
        screen_block(screen, INK_STRONG, spot, "#");
}

static int train_width(const FtTrain *train)
{
    int types = __builtin_popcount(train->types);

    return 2 + types * CELL - 1 + (train->cars > types ? 3 : 0) + train->is_closed;
}

/* "4–5 free": locomotives without cars are all alike; the first stands for them. */
static void put_bare(Screen *screen, const FtPlayer *player, int t)
{
    WordsArgument bare = { "locomotives", NULL, player->locomotives - t };
    char text[64];
    int length = snprintf(text, sizeof text, "%d", t + 1);

    if (bare.number > 1)
        length += snprintf(text + length, sizeof text - (size_t)length, "–%d",
                           player->locomotives);
    text[length++] = ' ';
    words_write(screen->language, "freight-train.draw.free", &bare, 1, text + length,
                sizeof text - (size_t)length);
    screen_block(screen, INK_FAINT, TRAIN_SPOT + t, text);
}

/* What is on the right, line by line. */
typedef struct Own {
    const FtState *ft;
    int seat;
    int next_train; /* to be put; -1: all are */
    int next_held;  /* type of car in hand to be put; -1: all are */
} Own;

static void put_some_trains(Screen *screen, Own *own)
{
    const FtPlayer *player = &own->ft->players[own->seat];
    int first = own->next_train;

    for (int t = first; t < player->locomotives; t++) {
        const FtTrain *train = &player->trains[t];
        int width = train->cars == 0 ? 2 * CELL : train_width(train);

        if (t > first && screen->column + 2 + width > screen_width(screen)) {
            own->next_train = t;
            return;
        }
        screen_go(screen, screen->column + (t > first ? 2 : 0));
        if (train->cars == 0) {
            put_bare(screen, player, t);
            break;
        }
        put_train(screen, player, t);
    }
    own->next_train = -1;
}

/* Types one after the other, with their number: "In hand  BOX×2 TNK" */
static void put_held(Screen *screen, Own *own)
{
    int left;

    screen_put(screen, INK_HEADING, say(screen, "freight-train.draw.held"));
    screen_put(screen, INK_PLAIN, "  ");
    left = screen->column;
    for (int car = own->next_held; car < FT_TYPES; car++) {
        int count = own->ft->held[car];
        char text[16] = "";

        if (count == 0)
            continue;
        if (count > 1)
            snprintf(text, sizeof text, "×%d", count);
        if (screen->column > left
            && screen->column + CELL + text_width(text) > screen_width(screen)) {
            own->next_held = car;
            return;
        }
        screen_block(screen, block_of(car), HELD_SPOT + car,
                     ft_code(screen->language, car));
        screen_block(screen, INK_STRONG, HELD_SPOT + car, text);
        screen_put(screen, INK_PLAIN, " ");
    }
    own->next_held = -1;
}

static int is_own_done(const Own *own)
{
    return own->next_train < 0 && own->next_held < 0;
}

static void put_own_line(Screen *screen, Own *own, int line)
{
    const FtPlayer *player = &own->ft->players[own->seat];

    screen_go(screen, RIGHT);
    if (line < FT_YARD_SIDINGS) {
        const FtYardSiding *siding = &player->yard[line];
        put_siding(screen, line, siding->cars, siding->length, YARD_SPOT + line);
    } else if (own->next_held >= 0) {
        put_held(screen, own);
    } else if (own->next_train >= 0) {
        put_some_trains(screen, own);
    }
}

static void put_yards_heading(Screen *screen, int seat)
{
    char text[SCREEN_TEXT_MAX];
    WordsArgument name = { "player", seat == NOBODY ? "" : screen->players[seat], 0 };

    screen_put(screen, INK_RULE, "── ");
    screen_put(screen, INK_HEADING, say(screen, "freight-train.draw.main"));
    screen_put(screen, INK_RULE, " ");
    while (seat != NOBODY && screen->column < RIGHT - 1)
        screen_put(screen, INK_RULE, "─");
    if (seat != NOBODY) {
        words_write(screen->language, "freight-train.draw.own", &name, 1, text,
                    sizeof text);
        screen_put(screen, INK_PLAIN, " ");
        screen_put(screen, INK_HEADING, text);
        screen_put(screen, INK_RULE, " ");
    }
    while (screen->column < screen_width(screen))
        screen_put(screen, INK_RULE, "─");
    screen_line(screen);
}

/* In so many lines, if the main yard does not need more; what is left out then are
 * trains, while the whole yard is in hand. */
static void put_yards(Screen *screen, const FtState *ft, int seat, int lines)
{
    Own own = { ft, seat, 0, ft->turn == seat && ft->held_count > 0 ? 0 : -1 };

    for (int line = 0;
         line < FT_MAIN_SIDINGS || (seat != NOBODY && !is_own_done(&own) && line < lines);
         line++) {
        screen_go(screen, INDENT);
        if (line < FT_MAIN_SIDINGS)
            put_siding(screen, line, ft->main[line].cars, ft->main[line].length,
                       MAIN_SPOT + line);
        if (seat != NOBODY)
            put_own_line(screen, &own, line);
        screen_line(screen);
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

void ft_table(Screen *screen, const void *view, int seat, int rows)
{
    const FtState *ft = view;
    int others = seat == NOBODY ? ft->seats : ft->seats - 1;
    int lines = rows - (1 + ft->seats + others + 1); /* for the yards */
    int has_spare = lines > FT_MAIN_SIDINGS + 2;

    put_types(screen);
    for (int player = 0; player < ft->seats; player++)
        put_player(screen, ft, player);
    if (has_spare)
        screen_heading(screen, say(screen, "freight-train.draw.yards"));
    put_other_yards(screen, ft, seat);
    put_yards_heading(screen, seat);
    put_yards(screen, ft, seat, has_spare ? lines - 1 : lines);
}

int ft_touch(const void *view, int seat, Action action, int *spots)
{
    int a = action_a(action), b = action_b(action);

    (void)view;
    (void)seat;
    switch (action_kind(action)) {
    case FT_FILL:
    case FT_TAKE:
        spots[0] = MAIN_SPOT + a;
        return 1;
    case FT_SWITCH:
        spots[0] = YARD_SPOT + a;
        spots[1] = TRAIN_SPOT + b;
        return 2;
    case FT_CLOSE:
        spots[0] = TRAIN_SPOT + a;
        return 1;
    case FT_COUPLE:
        spots[0] = HELD_SPOT + a;
        spots[1] = TRAIN_SPOT + b;
        return 2;
    case FT_STORE:
        spots[0] = HELD_SPOT + a;
        spots[1] = YARD_SPOT + b;
        return 2;
    default:
        return 0;
    }
}

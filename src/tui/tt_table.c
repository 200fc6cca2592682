/* tt_table.c: Take a Train on the full screen:
 *
 *     ▶ Ada        #1  $4200 1/3                ★ Emil      #2    $? 0/3
 *       S3 ×1 coal   150 200 250      = 600       D1 ×2 luxury 300 350      =1300
 *       D4 ×3 –                                   E2 ×3 –
 *     ── Market ── replacing costs you $200 ─────────────────────────────────────
 *        coal 150   Twin Wagon   oil 250
 *     ── Your objectives ────────────────────────────────────────────────────────
 *       3 coal wagons on one locomotive ($800) · …
 *
 * During an auction the locomotives of a player stand on one line. */
#include "tui/tt_table.h"

#include <string.h>

enum {
    INDENT = 2,
    HALF = 40, /* players stand in two columns */
    ORDER_COLUMN = INDENT + NAME_COLUMNS + 1,
    MONEY_COLUMN = ORDER_COLUMN + 3,
    MONEY_WIDTH = 7,
    LOAD_COLUMN = 8,
    WAGONS_COLUMN = 15,
    CELL = 4,
    PROFIT_COLUMN = 34,
    PROFIT_WIDTH = 5,
    TEXT_MAX = 256,
    OBJECTIVE_ROWS = 1 + TT_OBJECTIVES_EACH, /* with the heading … */
    MARKET_ROWS = 3,                         /* … as here, or the locomotives for sale */
};

/* Spots. */
enum { MARKET_SPOT = 1, OWN_SPOT = 10, CARD_SPOT = 20, SEAT_SPOT = 60 };

static const char *say(const Screen *screen, const char *key)
{
    return words_find(screen->language, key);
}

static const char *say_number(const Screen *screen, const char *key, const char *name,
                              int number, char text[TEXT_MAX])
{
    WordsArgument argument = { name, NULL, number };

    words_write(screen->language, key, &argument, 1, text, TEXT_MAX);
    return text;
}

static const char *name_of(const Screen *screen, const Names *names, int value)
{
    return words_name(screen->language, &TAKE_A_TRAIN, names, value);
}

/* ------------------------------------------------------------------------- */
/* Locomotives                                                               */
/* ------------------------------------------------------------------------- */

static Ink engine_ink(int card)
{
    return (Ink)(INK_FIRST_ENGINE_BLOCK + (int)TT_LOCOMOTIVE_TABLE[card].propulsion);
}

/* "S3", or "[S3]" face down */
static void put_engine(Screen *screen, const TtLocomotive *locomotive, int spot)
{
    char text[32];
    const char *name = name_of(screen, &TT_LOCOMOTIVE_NAMES, locomotive->card);

    if (locomotive->is_face_down) {
        snprintf(text, sizeof text, "[%s]", name);
        screen_block(screen, INK_FAINT, spot, text);
        return;
    }
    screen_block(screen, engine_ink(locomotive->card), spot, name);
    snprintf(text, sizeof text, " ×%d",
             TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier
                 + locomotive->multiplier_cards);
    screen_block(screen, INK_STRONG, spot, text);
}

static Ink load_ink(int type)
{
    return type >= TT_TYPES ? INK_SPECIAL_BLOCK : (Ink)(INK_FIRST_LOAD_BLOCK + type);
}

/* A wagon is its value; the Twin is worth what stands beside it. */
static void put_wagons(Screen *screen, const TtLocomotive *locomotive, int left)
{
    int type = tt_load_type(locomotive);
    char text[16];

    screen_go(screen, left + LOAD_COLUMN);
    if (locomotive->wagon_count == 0) {
        screen_put(screen, INK_FAINT, "·");
        return;
    }
    if (type < TT_TYPES)
        screen_put(screen, INK_PLAIN, name_of(screen, &TT_LOAD_NAMES, type));
    screen_go(screen, left + WAGONS_COLUMN);
    for (int i = 0; i < locomotive->wagon_count; i++) {
        if (locomotive->wagons[i] == TT_TWIN)
            snprintf(text, sizeof text, "T%d", tt_wagon_value(locomotive, i));
        else
            snprintf(text, sizeof text, "%3d", tt_wagon_value(locomotive, i));
        screen_put(screen, load_ink(TT_CARD_TABLE[locomotive->wagons[i]].type), text);
        screen_put(screen, INK_PLAIN, " ");
    }
    snprintf(text, sizeof text, "=%d", tt_profit(locomotive));
    if (screen->column <= left + PROFIT_COLUMN) {
        screen_go(screen, left + PROFIT_COLUMN);
        screen_cell(screen, INK_GOOD, text, PROFIT_WIDTH);
    }
}

/* ------------------------------------------------------------------------- */
/* Players                                                                   */
/* ------------------------------------------------------------------------- */

static void put_bid(Screen *screen, const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    char text[TEXT_MAX];

    if (player->bid == UNKNOWN || player->added == UNKNOWN)
        screen_put(screen, INK_FAINT, say(screen, "take-a-train.draw.bid.secret"));
    else if (player->bid + player->added > 0)
        screen_put(screen, INK_WARNING,
                   say_number(screen, "take-a-train.draw.bid", "amount",
                              player->bid + player->added, text));
    else if (tt->step == TT_RAISING && seats_have(tt->pending, seat))
        screen_put(screen, INK_FAINT, say(screen, "take-a-train.draw.asked"));
}

static void put_head(Screen *screen, const TtState *tt, int seat, int left)
{
    const TtPlayer *player = &tt->players[seat];
    int is_deciding = seats_have(TAKE_A_TRAIN.waiting(tt), seat);
    char text[TEXT_MAX];

    screen_go(screen, left);
    screen_put(screen, INK_WARNING, is_deciding ? "▶" : " ");
    screen_put(screen, INK_WARNING, tt->first == seat ? "★" : " ");
    screen->spot = SEAT_SPOT + seat;
    screen_name(screen, is_deciding ? INK_STRONG : INK_PLAIN, seat);
    screen->spot = NO_SPOT;
    screen_go(screen, left + ORDER_COLUMN);
    if (player->token > 0) {
        snprintf(text, sizeof text, "#%d", player->token);
        screen_put(screen, INK_STRONG, text);
    }
    screen_go(screen, left + MONEY_COLUMN);
    screen_cell(screen, INK_STRONG,
                tt_money_text(screen->language, player->money, text, sizeof text),
                MONEY_WIDTH);
    snprintf(text, sizeof text, " %d/%d ", player->achieved_count, TT_OBJECTIVES_EACH);
    screen_put(screen, player->achieved_count > 0 ? INK_GOOD : INK_FAINT, text);
    put_bid(screen, tt, seat);
}

/* All on one line: "S3 ×1 200  D1 ×2 300  [E4]" */
static void put_fleet(Screen *screen, const TtState *tt, int seat, int left, int is_own)
{
    const TtPlayer *player = &tt->players[seat];

    screen_go(screen, left + INDENT);
    for (int i = 0; i < player->locomotive_count; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        char text[16];

        put_engine(screen, locomotive, is_own ? OWN_SPOT + i : NO_SPOT);
        snprintf(text, sizeof text, " %d", tt_power(locomotive));
        screen_put(screen, INK_PLAIN, locomotive->is_face_down ? "" : text);
        screen_put(screen, INK_PLAIN, "  ");
    }
    if (player->locomotive_count == 0)
        screen_put(screen, INK_FAINT, "·");
}

static void put_line(Screen *screen, const TtState *tt, int seat, int line, int left,
                     int is_own)
{
    const TtPlayer *player = &tt->players[seat];

    if (line == 0) {
        put_head(screen, tt, seat, left);
    } else if (tt_stage(tt) == TT_STAGE_AUCTION) {
        put_fleet(screen, tt, seat, left, is_own);
    } else if (line <= player->locomotive_count) {
        const TtLocomotive *locomotive = &player->locomotives[line - 1];
        screen_go(screen, left + INDENT);
        put_engine(screen, locomotive, is_own ? OWN_SPOT + line - 1 : NO_SPOT);
        put_wagons(screen, locomotive, left);
    }
}

static void put_players(Screen *screen, const TtState *tt, int viewer)
{
    int lines = tt_stage(tt) == TT_STAGE_AUCTION ? 2 : 1 + TT_OWN;

    for (int seat = 0; seat < tt->seats; seat += 2) {
        for (int line = 0; line < lines; line++) {
            put_line(screen, tt, seat, line, 0, seat == viewer);
            if (seat + 1 < tt->seats)
                put_line(screen, tt, seat + 1, line, HALF, seat + 1 == viewer);
            screen_line(screen);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* What is on the table                                                      */
/* ------------------------------------------------------------------------- */

/* Begins another line if so many columns do not fit. */
static void make_room(Screen *screen, int columns)
{
    if (screen->column + columns > screen_width(screen))
        screen_line(screen);
    screen_go(screen, INDENT);
}

/* "D3 ×2 300 120 km/h" for each, with a sign before the one that was named */
static void put_cards(Screen *screen, const uint8_t *cards, int count, int up)
{
    for (int i = 0; i < count; i++) {
        char text[64];

        if (cards[i] == UNKNOWN_CARD) {
            make_room(screen, 4);
            screen_put(screen, INK_FAINT, "[?] ");
            continue;
        }
        const TtLocomotiveCard *card = &TT_LOCOMOTIVE_TABLE[cards[i]];
        snprintf(text, sizeof text, " ×%d %d %d km/h", card->multiplier, card->power,
                 card->speed);
        make_room(screen, text_width(text) + 6);
        screen_put(screen, INK_WARNING, cards[i] == up ? "▶" : "");
        screen_block(screen, engine_ink(cards[i]), CARD_SPOT + cards[i],
                     name_of(screen, &TT_LOCOMOTIVE_NAMES, cards[i]));
        screen_block(screen, cards[i] == up ? INK_STRONG : INK_PLAIN, CARD_SPOT + cards[i],
                     text);
        screen_put(screen, INK_PLAIN, "   ");
    }
    screen_line(screen);
}

static void put_names(Screen *screen, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        screen_put(screen, cards[i] == UNKNOWN_CARD ? INK_FAINT : engine_ink(cards[i]),
                   cards[i] == UNKNOWN_CARD
                       ? "?"
                       : name_of(screen, &TT_LOCOMOTIVE_NAMES, cards[i]));
        screen_put(screen, INK_PLAIN, " ");
    }
}

/* "── For sale ── set aside S4 E2 · pile 6 ──────" */
static void put_lot_heading(Screen *screen, const TtState *tt)
{
    char text[TEXT_MAX];

    screen_put(screen, INK_RULE, "── ");
    screen_put(screen, INK_HEADING, say(screen, "take-a-train.draw.drawn"));
    if (tt->aside_count + tt->pile_count > 0) {
        screen_put(screen, INK_RULE, " ── ");
        screen_put(screen, INK_FAINT, say(screen, "take-a-train.draw.aside"));
        screen_put(screen, INK_PLAIN, " ");
        put_names(screen, tt->aside, tt->aside_count);
        screen_put(screen, INK_FAINT, tt->aside_count == 0 ? "– · " : "· ");
        screen_put(
            screen, INK_FAINT,
            say_number(screen, "take-a-train.draw.pile", "pile", tt->pile_count, text));
    }
    screen_put(screen, INK_RULE, " ");
    while (screen->column < screen_width(screen))
        screen_put(screen, INK_RULE, "─");
    screen_line(screen);
}

static void put_own_hand(Screen *screen, const TtPlayer *player)
{
    if (player->kept_count > 0) {
        screen_heading(screen, say(screen, "take-a-train.draw.kept"));
        put_cards(screen, player->kept, player->kept_count, TT_NO_LOCOMOTIVE);
    }
    if (player->hand_count > 0) {
        screen_heading(screen, say(screen, "take-a-train.draw.hand"));
        put_cards(screen, player->hand, player->hand_count, TT_NO_LOCOMOTIVE);
    }
}

static void put_market(Screen *screen, const TtState *tt, int seat)
{
    char text[TEXT_MAX];

    screen_put(screen, INK_RULE, "── ");
    screen_put(screen, INK_HEADING, say(screen, "take-a-train.draw.market"));
    if (seat != NOBODY && !tt->has_replaced) {
        screen_put(screen, INK_RULE, " ── ");
        screen_put(screen, INK_FAINT,
                   say_number(screen, "take-a-train.draw.price", "price",
                              tt_replacement_price(tt, seat), text));
    }
    screen_put(screen, INK_RULE, " ");
    while (screen->column < screen_width(screen))
        screen_put(screen, INK_RULE, "─");
    screen_line(screen);
    for (int i = 0; i < tt->market_count; i++) {
        int is_marked = tt->marked >> i & 1;
        int card = tt->market[i];
        snprintf(text, sizeof text, is_marked ? "(%s)" : " %s ",
                 name_of(screen, &TT_CARD_NAMES, card));
        make_room(screen, text_width(text));
        screen_block(screen, is_marked ? INK_FAINT : load_ink(TT_CARD_TABLE[card].type),
                     MARKET_SPOT + i, text);
        screen_put(screen, INK_PLAIN, "  ");
    }
    screen_line(screen);
}

/* Under a heading, or after it where there are few rows. */
static void put_objectives(Screen *screen, const TtState *tt, int seat, int is_tight)
{
    const TtPlayer *player = &tt->players[seat];

    if (player->objective_count == 0)
        return;
    if (is_tight) {
        screen_go(screen, INDENT);
        screen_put(screen, INK_HEADING, say(screen, "take-a-train.draw.objectives"));
        screen_put(screen, INK_PLAIN, "  ");
    } else {
        screen_heading(screen, say(screen, "take-a-train.draw.objectives"));
    }
    for (int i = 0; i < player->objective_count; i++) {
        char text[TEXT_MAX * 2], money[TEXT_MAX];
        int objective = player->objectives[i];

        snprintf(text, sizeof text, "%s (%s)%s",
                 name_of(screen, &TT_OBJECTIVE_NAMES, objective),
                 tt_money_text(screen->language, tt_objective_pays(tt, objective), money,
                               sizeof money),
                 i + 1 < player->objective_count ? " · " : "");
        make_room(screen, text_width(text));
        screen_put(screen, INK_PLAIN, text);
    }
    screen_line(screen);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

void tt_table(Screen *screen, const void *view, int seat, int rows)
{
    const TtState *tt = view;
    TtStage stage = tt_stage(tt);
    int top = screen->row;

    put_players(screen, tt, seat);
    if (seat != NOBODY)
        put_objectives(screen, tt, seat,
                       rows < screen->row - top + OBJECTIVE_ROWS + MARKET_ROWS);
    if (stage == TT_STAGE_AUCTION && tt->drawn_count > 0) {
        put_lot_heading(screen, tt);
        put_cards(screen, tt->drawn, tt->drawn_count, tt->up);
    }
    if (stage == TT_STAGE_AUCTION && seat != NOBODY)
        put_own_hand(screen, &tt->players[seat]);
    if (stage == TT_STAGE_COUPLING)
        put_market(screen, tt, seat);
}

/* Where the market has a card; two may be alike. */
static int market_place(const TtState *tt, int card)
{
    for (int i = 0; i < tt->market_count; i++) {
        if (tt->market[i] == card)
            return i;
    }
    return 0;
}

static int own_place(const TtPlayer *player, int card)
{
    for (int i = 0; i < player->locomotive_count; i++) {
        if (player->locomotives[i].card == card)
            return i;
    }
    return 0;
}

int tt_touch(const void *view, int seat, Action action, int *spots)
{
    const TtState *tt = view;
    int a = action_a(action), b = action_b(action);

    switch (action_kind(action)) {
    case TT_NAME:
    case TT_TAKE:
    case TT_KEEP:
        spots[0] = CARD_SPOT + a;
        return 1;
    case TT_TURN:
        spots[0] = OWN_SPOT + own_place(&tt->players[seat], a);
        return 1;
    case TT_CHOOSE:
        spots[0] = SEAT_SPOT + a;
        return 1;
    case TT_COUPLE:
        spots[0] = MARKET_SPOT + market_place(tt, a);
        spots[1] = OWN_SPOT + b;
        return 2;
    case TT_COLLECT:
        spots[0] = MARKET_SPOT + market_place(tt, TT_BONUS);
        return 1;
    case TT_DISCARD:
        spots[0] = MARKET_SPOT + a;
        return 1;
    default:
        return 0;
    }
}

/* take_a_train.c: the drawing of Take a Train:
 *
 *     ▶ Ada        #1  $4200 1/3                ★ Emil      #2    $? 0/3
 *       S3 ×1 coal   150 200 250      = 600       D1 ×2 luxury 300 350      =1300
 *       D4 ×3 ·                                   E2 ×3 ·
 *     ── Your objectives ────────────────────────────────────────────────────────
 *       3 coal wagons on one locomotive ($800), 1 of 3 · …
 *     ── Market ── replacing costs you $200 ─────────────────────────────────────
 *        coal 150   Twin Wagon   oil 250
 *
 * [E4] is a replacement, face down. Where there is room a locomotive has its power and
 * its speed, too. */
#include "tui/draw.h"

#include "games/take_a_train/tt.h"

enum {
    INDENT = 2,
    PLAYER_WIDTH = 40,
    DETAIL_FROM = 54, /* columns of a player's block */
    AUCTION_DETAIL_FROM = 66,
    DETAIL_WIDTH = 13,
    ORDER_COLUMN = INDENT + NAME_COLUMNS + 1,
    MONEY_COLUMN = ORDER_COLUMN + 3,
    MONEY_WIDTH = 7,
    LOAD_COLUMN = 8,
    WAGONS_COLUMN = 15,
    PROFIT_COLUMN = 34,
    PROFIT_WIDTH = 5,
    TEXT_MAX = 256,
};

/* Spots. */
enum { MARKET_SPOT = 1, OWN_SPOT = 10, CARD_SPOT = 20, SEAT_SPOT = 60 };

/* Names of the loads in few letters. */
static const char *const LOAD_ITEMS[TT_TYPES] = {
    "food", "cattle", "coal", "oil", "luxury", "passenger",
};
static const Names LOAD_NAMES = NAMES("load", LOAD_ITEMS);

/* An amount as the language writes it; UNKNOWN: a question mark for it. */
static const char *money_text(const Screen *screen, int amount, char text[TEXT_MAX])
{
    WordsArgument argument = { "amount", amount == UNKNOWN ? "?" : NULL, amount };

    words_write(screen->language, "take-a-train.draw.money", &argument, 1, text, TEXT_MAX);
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

/* "S3 ×1" or "S3 ×1 200 110 km/h", or "[S3]" face down */
static void put_engine(Screen *screen, const TtLocomotive *locomotive, int has_details)
{
    const char *name = name_of(screen, &TT_LOCOMOTIVE_NAMES, locomotive->card);
    const TtLocomotiveCard *card = &TT_LOCOMOTIVE_TABLE[locomotive->card];

    if (locomotive->is_face_down) {
        screen_format(screen, INK_FAINT, "[%s]", name);
        if (has_details)
            screen_format(screen, INK_FAINT, " %s",
                          screen_words(screen, "take-a-train.draw.replacement"));
        return;
    }
    screen_put(screen, engine_ink(locomotive->card), name);
    screen_format(screen, INK_STRONG, " ×%d",
                  card->multiplier + locomotive->multiplier_cards);
    if (has_details)
        screen_format(screen, INK_PLAIN, " %d %d km/h", card->power, card->speed);
}

static Ink load_ink(int type)
{
    return type >= TT_TYPES ? INK_SPECIAL_BLOCK : (Ink)(INK_FIRST_LOAD_BLOCK + type);
}

/* A wagon is its value; the Twin is worth what stands beside it. */
static void put_wagons(Screen *screen, const TtLocomotive *locomotive, int shift)
{
    int type = tt_load_type(locomotive);
    char text[16];

    screen_go(screen, LOAD_COLUMN + shift);
    if (locomotive->wagon_count == 0) {
        screen_put(screen, INK_FAINT, "·");
        return;
    }
    if (type < TT_TYPES)
        screen_put(screen, INK_PLAIN, name_of(screen, &LOAD_NAMES, type));
    screen_go(screen, WAGONS_COLUMN + shift);
    for (int i = 0; i < locomotive->wagon_count; i++) {
        int is_twin = locomotive->wagons[i] == TT_TWIN;
        screen_format(screen, load_ink(TT_CARD_TABLE[locomotive->wagons[i]].type), "%s%*d",
                      is_twin ? "T" : "", is_twin ? 0 : 3, tt_wagon_value(locomotive, i));
        screen_go(screen, screen->column + 1);
    }
    snprintf(text, sizeof text, "=%d", tt_profit(locomotive));
    screen_go(screen, PROFIT_COLUMN + shift);
    if (screen->column + PROFIT_WIDTH <= screen->width)
        screen_cell(screen, INK_GOOD, text, PROFIT_WIDTH);
}

/* ------------------------------------------------------------------------- */
/* Players                                                                   */
/* ------------------------------------------------------------------------- */

static void put_bid(Screen *screen, const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];

    if (player->bid == UNKNOWN || player->added == UNKNOWN)
        screen_put(screen, INK_FAINT, screen_words(screen, "take-a-train.draw.bid.secret"));
    else if (player->bid + player->added > 0)
        screen_put_number(screen, INK_WARNING, "take-a-train.draw.bid", "amount",
                          player->bid + player->added);
    else if (tt->step == TT_RAISING && seats_have(tt->pending, seat))
        screen_put(screen, INK_FAINT, screen_words(screen, "take-a-train.draw.asked"));
}

/* What the viewer's choices in the rotating auction cost so far. */
static void put_cost(Screen *screen, const Scene *scene)
{
    Terms now;

    now.count = 0;
    TAKE_A_TRAIN.terms(scene->view, NULL, &now);
    for (int i = 0; i < now.count; i++) {
        if (now.items[i].kind == TT_TERM_COST && now.items[i].seat == scene->n)
            screen_put_number(screen, INK_WARNING, "take-a-train.draw.cost", "amount",
                              -now.items[i].amount);
    }
}

static void put_head(Screen *screen, const Scene *scene)
{
    const TtState *tt = scene->view;
    int seat = scene->n;
    const TtPlayer *player = &tt->players[seat];
    int is_deciding = scene_awaits(scene, seat);
    char money[TEXT_MAX];

    screen_put(screen, INK_WARNING, is_deciding ? "▶" : " ");
    screen_put(screen, INK_WARNING, tt->first == seat ? "★" : " ");
    screen->spot = SEAT_SPOT + seat;
    screen_name(screen, is_deciding ? INK_STRONG : INK_PLAIN, seat);
    screen->spot = NO_SPOT;
    screen_go(screen, ORDER_COLUMN);
    if (player->token > 0)
        screen_format(screen, INK_STRONG, "#%d", player->token);
    screen_go(screen, MONEY_COLUMN);
    screen_cell(screen, INK_STRONG, money_text(screen, player->money, money), MONEY_WIDTH);
    screen_format(screen, player->achieved_count > 0 ? INK_GOOD : INK_FAINT, " %d/%d ",
                  player->achieved_count, TT_OBJECTIVES_EACH);
    put_bid(screen, tt, seat);
    put_cost(screen, scene);
    screen_line(screen);
}

/* During an auction on one line, then on a line each, with wagons. */
static void put_fleet(Screen *screen, const TtState *tt, int seat, int is_own)
{
    const TtPlayer *player = &tt->players[seat];
    int is_auction = tt_stage(tt) == TT_STAGE_AUCTION;
    int has_details = screen->width >= (is_auction ? AUCTION_DETAIL_FROM : DETAIL_FROM);

    for (int i = 0; i < player->locomotive_count; i++) {
        screen_go(screen, INDENT);
        screen->spot = is_own ? OWN_SPOT + i : NO_SPOT;
        put_engine(screen, &player->locomotives[i], has_details);
        screen->spot = NO_SPOT;
        if (!is_auction)
            put_wagons(screen, &player->locomotives[i], has_details ? DETAIL_WIDTH : 0);
        else if (!has_details && !player->locomotives[i].is_face_down)
            screen_format(screen, INK_PLAIN, " %d", tt_power(&player->locomotives[i]));
        if (is_auction)
            screen_go(screen, screen->column + 2);
        else
            screen_line(screen);
    }
    if (is_auction && player->locomotive_count == 0) {
        screen_put_at(screen, INDENT, INK_FAINT, "·");
    }
}

static int count_players(const Scene *scene)
{
    return ((const TtState *)scene->view)->seats;
}

static void draw_player(Screen *screen, const Scene *scene)
{
    put_head(screen, scene);
    put_fleet(screen, scene->view, scene->n, scene->n == scene->seat);
}

/* ------------------------------------------------------------------------- */
/* Lot, hand, market, objectives                                             */
/* ------------------------------------------------------------------------- */

static const TtPlayer *viewer_of(const Scene *scene)
{
    return &((const TtState *)scene->view)->players[scene->seat];
}

static int is_auction_of_viewer(const Scene *scene)
{
    return scene->seat != NOBODY && tt_stage(scene->view) == TT_STAGE_AUCTION;
}

/* "D3 ×2 300 120 km/h" for each, with a sign before the one that was named */
static void put_cards(Screen *screen, const uint8_t *cards, int count, int up)
{
    for (int i = 0; i < count; i++) {
        char text[64];

        if (cards[i] == UNKNOWN_CARD) {
            screen_fit(screen, 4);
            screen_put(screen, INK_FAINT, "[?] ");
            continue;
        }
        const TtLocomotiveCard *card = &TT_LOCOMOTIVE_TABLE[cards[i]];
        snprintf(text, sizeof text, " ×%d %d %d km/h", card->multiplier, card->power,
                 card->speed);
        screen_fit(screen, text_width(text) + 3);
        screen_put(screen, INK_WARNING, cards[i] == up ? "▶" : "");
        screen_block(screen, engine_ink(cards[i]), CARD_SPOT + cards[i],
                     name_of(screen, &TT_LOCOMOTIVE_NAMES, cards[i]));
        screen_block(screen, cards[i] == up ? INK_STRONG : INK_PLAIN, CARD_SPOT + cards[i],
                     text);
        screen_go(screen, screen->column + 3);
    }
}

static int count_lot(const Scene *scene)
{
    const TtState *tt = scene->view;

    return tt_stage(tt) == TT_STAGE_AUCTION && tt->drawn_count > 0;
}

/* "── set aside S4 E2 · pile 6 " */
static void note_lot(Screen *screen, const Scene *scene)
{
    const TtState *tt = scene->view;

    if (tt->aside_count + tt->pile_count == 0)
        return;
    screen_put(screen, INK_RULE, "── ");
    screen_format(screen, INK_FAINT, "%s ",
                  screen_words(screen, "take-a-train.draw.aside"));
    for (int i = 0; i < tt->aside_count; i++) {
        int is_known = tt->aside[i] != UNKNOWN_CARD;
        screen_put(screen, is_known ? engine_ink(tt->aside[i]) : INK_FAINT,
                   is_known ? name_of(screen, &TT_LOCOMOTIVE_NAMES, tt->aside[i]) : "?");
        screen_put(screen, INK_PLAIN, " ");
    }
    screen_put(screen, INK_FAINT, tt->aside_count == 0 ? "– · " : "· ");
    screen_put_number(screen, INK_FAINT, "take-a-train.draw.pile", "pile", tt->pile_count);
    screen_put(screen, INK_PLAIN, " ");
}

static void draw_lot(Screen *screen, const Scene *scene)
{
    const TtState *tt = scene->view;

    put_cards(screen, tt->drawn, tt->drawn_count, tt->up);
}

static int count_kept(const Scene *scene)
{
    return is_auction_of_viewer(scene) && viewer_of(scene)->kept_count > 0;
}

static void draw_kept(Screen *screen, const Scene *scene)
{
    put_cards(screen, viewer_of(scene)->kept, viewer_of(scene)->kept_count,
              TT_NO_LOCOMOTIVE);
}

static int count_hand(const Scene *scene)
{
    return is_auction_of_viewer(scene) && viewer_of(scene)->hand_count > 0;
}

static void draw_hand(Screen *screen, const Scene *scene)
{
    put_cards(screen, viewer_of(scene)->hand, viewer_of(scene)->hand_count,
              TT_NO_LOCOMOTIVE);
}

static int count_market(const Scene *scene)
{
    return tt_stage(scene->view) == TT_STAGE_COUPLING;
}

static void note_market(Screen *screen, const Scene *scene)
{
    const TtState *tt = scene->view;

    if (scene->seat == NOBODY || tt->has_replaced)
        return;
    screen_put(screen, INK_RULE, "── ");
    screen_put_number(screen, INK_FAINT, "take-a-train.draw.price", "price",
                      tt_replacement_price(tt, scene->seat));
    screen_put(screen, INK_PLAIN, " ");
}

/* Cards that were marked to be replaced are in brackets. */
static void draw_market(Screen *screen, const Scene *scene)
{
    const TtState *tt = scene->view;

    for (int i = 0; i < tt->market_count; i++) {
        int is_marked = tt->marked >> i & 1, card = tt->market[i];
        char text[TEXT_MAX];

        snprintf(text, sizeof text, is_marked ? "(%s)" : " %s ",
                 name_of(screen, &TT_CARD_NAMES, card));
        screen_fit(screen, text_width(text));
        screen_block(screen, is_marked ? INK_FAINT : load_ink(TT_CARD_TABLE[card].type),
                     MARKET_SPOT + i, text);
        screen_go(screen, screen->column + 2);
    }
}

static int count_objectives(const Scene *scene)
{
    return scene->seat != NOBODY && viewer_of(scene)->objective_count > 0;
}

/* "3 coal wagons on one locomotive ($800), 1 of 3" */
static void put_objective(Screen *screen, const Term *missing, const char *after)
{
    char text[TEXT_MAX * 3], money[TEXT_MAX], has[TEXT_MAX];
    WordsArgument arguments[] = { { "count", NULL, missing->fields[1] },
                                  { "needed", NULL, missing->fields[2] } };

    words_write(screen->language, "take-a-train.draw.progress", arguments, 2, has,
                sizeof has);
    snprintf(text, sizeof text, "%s (%s), %s%s",
             name_of(screen, &TT_OBJECTIVE_NAMES, missing->fields[0]),
             money_text(screen, missing->amount, money), has, after);
    screen_fit(screen, text_width(text));
    screen_put(screen, missing->fields[1] >= missing->fields[2] ? INK_GOOD : INK_PLAIN,
               text);
}

static void draw_objectives(Screen *screen, const Scene *scene)
{
    const TtPlayer *player = viewer_of(scene);
    int shown = 0;
    Terms now;

    now.count = 0;
    TAKE_A_TRAIN.terms(scene->view, NULL, &now);
    for (int i = 0; i < now.count; i++) {
        if (now.items[i].kind == TT_TERM_MISSING && now.items[i].seat == scene->seat)
            put_objective(screen, &now.items[i],
                          ++shown < player->objective_count ? " · " : "");
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static const Block BLOCKS[] = {
    { .use = BLOCK_CONTEXT,
      .width = PLAYER_WIDTH,
      .count = count_players,
      .draw = draw_player },
    { .title = "take-a-train.draw.objectives",
      .title_use = TITLE_LEADS,
      .use = BLOCK_CONTEXT,
      .width = 80,
      .count = count_objectives,
      .draw = draw_objectives },
    { .title = "take-a-train.draw.drawn",
      .width = 80,
      .count = count_lot,
      .draw = draw_lot,
      .note = note_lot },
    { .title = "take-a-train.draw.kept",
      .width = 80,
      .count = count_kept,
      .draw = draw_kept },
    { .title = "take-a-train.draw.hand",
      .width = 80,
      .count = count_hand,
      .draw = draw_hand },
    { .title = "take-a-train.draw.market",
      .width = 80,
      .count = count_market,
      .draw = draw_market,
      .note = note_market },
    { 0 },
};

static void title(Language language, const void *view, char *out, size_t size)
{
    static const char *const KEYS[] = {
        [TT_STAGE_AUCTION] = "take-a-train.draw.round",
        [TT_STAGE_COUPLING] = "take-a-train.draw.round.coupling",
        [TT_STAGE_OVER] = "take-a-train.draw.round.over",
    };
    /* TT-4.10 to TT-4.15, in a few words. */
    static const char *const HOW[] = {
        [TT_PASSED] = "take-a-train.how.passed",
        [TT_BLIND] = "take-a-train.how.blind",
        [TT_DOUBLE_BLIND] = "take-a-train.how.double-blind",
        [TT_PRE_EMPTED] = "take-a-train.how.pre-empted",
        [TT_OPEN] = "take-a-train.how.open",
        [TT_ROTATING] = "take-a-train.how.rotating",
    };
    const TtState *tt = view;
    WordsArgument arguments[] = {
        { "how", words_find(language, HOW[tt->auction]), 0 },
        { "round", NULL, tt->round },
        { "rounds", NULL, TT_ROUNDS },
        { "auction", words_name(language, &TAKE_A_TRAIN, &TT_AUCTION_NAMES, tt->auction),
          0 },
        { "limit", NULL, tt->limit },
        { "deck", NULL, tt->deck_count },
    };

    words_write(language, KEYS[tt_stage(tt)], arguments, 6, out, size);
}

static int begins_turn(const Scene *scene)
{
    const TtState *tt = scene->view;

    return tt_stage(tt) == TT_STAGE_AUCTION || tt->step == TT_COUPLING;
}

/* Where the market has a card; two may be alike. */
static int market_place(const TtState *tt, int card)
{
    int i = tt->market_count - 1;

    while (i > 0 && tt->market[i] != card)
        i--;
    return i;
}

static int own_place(const TtPlayer *player, int card)
{
    int i = player->locomotive_count - 1;

    while (i > 0 && player->locomotives[i].card != card)
        i--;
    return i;
}

static int touch(const void *view, int seat, Action action, int *spots)
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

static const char *help(const void *view, int n)
{
    static const char *const LINES[] = {
        "take-a-train.help.game",
        "take-a-train.help.auctions",
        "take-a-train.help.rotating.product",
        "take-a-train.help.replacements",
        "take-a-train.help.coupling",
        "take-a-train.help.signs",
        NULL,
    };
    const TtState *tt = view;

    if (n == 2 && tt->options[TT_OPTION_ROTATING] == TT_ROTATING_SUM) /* TT-4.15 */
        return "take-a-train.help.rotating.sum";
    return LINES[n];
}

static const Names *const NEEDED_NAMES[] = { &LOAD_NAMES, NULL };

const Drawing DRAWING_TAKE_A_TRAIN = {
    .game = &TAKE_A_TRAIN,
    .blocks = BLOCKS,
    .has_money = 1,
    .title = title,
    .begins_turn = begins_turn,
    .help = help,
    .touch = touch,
    .names = NEEDED_NAMES,
};

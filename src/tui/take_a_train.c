/* take_a_train.c: Take a Train in text:
 *
 *     ── Round 2 of 3 · blind auction ────────────────────────────────────────
 *       For sale   D3 ×2 300 120 km/h   S1 ×1 100 70 km/h
 *       Set aside  S4, E2 · pile 6
 *     > Ada      $4200  objectives 1/3  bid hidden
 *         S3 ×1 200 110 km/h
 *      *Emil     ?      objectives 0/3
 *         [E4] replacement: oil 200, oil 300
 *       Market     coal 150 · Twin Wagon · oil 250
 *       Your objectives  3 coal wagons on one locomotive ($800) · …
 *
 * What the decision needs stands last, nearest to the choices. */
#include "tui/draw.h"

#include "tui/tt_table.h"

#include <string.h>

enum { INDENT = 2, DEEPER = 6, NAME_WIDTH = 12, LABEL_WIDTH = 12, TEXT_MAX = 256 };

/* ------------------------------------------------------------------------- */
/* Words                                                                     */
/* ------------------------------------------------------------------------- */

static const char *say_number(const Screen *screen, const char *key, const char *name,
                              int number, char text[TEXT_MAX])
{
    WordsArgument argument = { name, NULL, number };

    words_write(screen->language, key, &argument, 1, text, TEXT_MAX);
    return text;
}

const char *tt_money_text(Language language, int amount, char *text, size_t size)
{
    WordsArgument argument = { .name = "amount", .number = amount };

    if (amount == UNKNOWN)
        argument.text = "?";
    words_write(language, "take-a-train.draw.money", &argument, 1, text, size);
    return text;
}

static const char *money_text(const Screen *screen, int amount, char text[TEXT_MAX])
{
    return tt_money_text(screen->language, amount, text, TEXT_MAX);
}

static const char *name_of(const Screen *screen, const Names *names, int value)
{
    return words_name(screen->language, &TAKE_A_TRAIN, names, value);
}

/* A label, and what follows breaks under its own beginning. */
static void begin_row(Screen *screen, const char *key)
{
    screen->indent = INDENT;
    screen_say(screen, INK_HEADING, key, NULL, 0);
    if (screen->column < INDENT + LABEL_WIDTH)
        screen_go(screen, INDENT + LABEL_WIDTH);
    screen->indent = INDENT + LABEL_WIDTH;
}

static void end_row(Screen *screen)
{
    screen_line(screen);
    screen->indent = 0;
}

static void put_names(Screen *screen, const Names *names, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        char text[TEXT_MAX];

        snprintf(text, sizeof text, "%s%s", name_of(screen, names, cards[i]),
                 i + 1 < count ? "," : "");
        screen_wrap(screen, INK_PLAIN, text);
    }
    if (count == 0)
        screen_wrap(screen, INK_FAINT, "–");
}

/* ------------------------------------------------------------------------- */
/* Locomotives                                                               */
/* ------------------------------------------------------------------------- */

static void card_text(const Screen *screen, int card, int extra, char text[TEXT_MAX])
{
    if (card == UNKNOWN_CARD) {
        snprintf(text, TEXT_MAX, "?");
        return;
    }
    const TtLocomotiveCard *locomotive = &TT_LOCOMOTIVE_TABLE[card];
    snprintf(text, TEXT_MAX, "%s ×%d %d %d km/h",
             name_of(screen, &TT_LOCOMOTIVE_NAMES, card), locomotive->multiplier + extra,
             locomotive->power, locomotive->speed);
}

/* One after another, with a sign after the one that was named. */
static void put_card_rows(Screen *screen, const uint8_t *cards, int count, int up)
{
    for (int i = 0; i < count; i++) {
        char text[TEXT_MAX];
        size_t length;

        card_text(screen, cards[i], 0, text);
        length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%s", cards[i] == up ? " <" : "",
                 i + 1 < count ? " ·" : "");
        screen_wrap(screen, cards[i] == up ? INK_STRONG : INK_PLAIN, text);
    }
}

static void put_locomotive(Screen *screen, const TtLocomotive *locomotive, int has_market)
{
    char text[TEXT_MAX];

    screen_go(screen, DEEPER);
    screen->indent = DEEPER + 2;
    card_text(screen, locomotive->card, locomotive->multiplier_cards, text);
    if (locomotive->is_face_down) {
        snprintf(text, sizeof text, "[%s]",
                 name_of(screen, &TT_LOCOMOTIVE_NAMES, locomotive->card));
        screen_put(screen, INK_FAINT, text);
        screen_say(screen, INK_FAINT, "take-a-train.draw.replacement", NULL, 0);
    } else {
        screen_put(screen, INK_PLAIN, text);
    }
    if (has_market) {
        screen_put(screen, INK_PLAIN, ":");
        if (locomotive->wagon_count == 0)
            screen_say(screen, INK_FAINT, "take-a-train.draw.wagons.none", NULL, 0);
        else
            put_names(screen, &TT_CARD_NAMES, locomotive->wagons, locomotive->wagon_count);
        if (locomotive->wagon_count > 0) {
            screen_wrap(screen, INK_STRONG, "=");
            screen_wrap(screen, INK_STRONG,
                        money_text(screen, tt_profit(locomotive), text));
        }
    }
    end_row(screen);
}

/* ------------------------------------------------------------------------- */
/* Players                                                                   */
/* ------------------------------------------------------------------------- */

static int is_deciding(const TtState *tt, int seat)
{
    return seats_have(TAKE_A_TRAIN.waiting(tt), seat);
}

static void put_bid(Screen *screen, const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    char text[TEXT_MAX];

    if (player->bid == UNKNOWN || player->added == UNKNOWN) {
        screen_wrap(screen, INK_PLAIN, "·");
        screen_say(screen, INK_FAINT, "take-a-train.draw.bid.secret", NULL, 0);
    } else if (player->bid + player->added > 0) {
        screen_wrap(screen, INK_PLAIN, "·");
        screen_wrap(screen, INK_STRONG,
                    say_number(screen, "take-a-train.draw.bid", "amount",
                               player->bid + player->added, text));
    }
    if (tt->step == TT_RAISING && seats_have(tt->pending, seat)) {
        screen_wrap(screen, INK_PLAIN, "·");
        screen_say(screen, INK_FAINT, "take-a-train.draw.asked", NULL, 0);
    }
}

static void put_player(Screen *screen, const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    char text[TEXT_MAX];

    screen_put(screen, INK_STRONG, is_deciding(tt, seat) ? " >" : "  ");
    screen_put(screen, INK_STRONG, tt->first == seat ? "*" : " ");
    screen_name(screen, INK_STRONG, seat);
    screen_go(screen, NAME_WIDTH);
    screen->indent = DEEPER;
    if (player->token > 0) {
        snprintf(text, sizeof text, "#%d", player->token);
        screen_wrap(screen, INK_PLAIN, text);
    }
    screen_wrap(screen, INK_STRONG, money_text(screen, player->money, text));
    screen_wrap(screen, INK_PLAIN, "·");
    screen_wrap(screen, INK_PLAIN,
                say_number(screen, "take-a-train.draw.achieved", "count",
                           player->achieved_count, text));
    snprintf(text, sizeof text, "/%d", TT_OBJECTIVES_EACH);
    screen_put(screen, INK_PLAIN, text);
    put_bid(screen, tt, seat);
    end_row(screen);
    for (int i = 0; i < player->locomotive_count; i++)
        put_locomotive(screen, &player->locomotives[i], tt_stage(tt) != TT_STAGE_AUCTION);
}

/* ------------------------------------------------------------------------- */
/* The table                                                                 */
/* ------------------------------------------------------------------------- */

void tt_title(Language language, const void *view, char *out, size_t size)
{
    static const char *const KEYS[] = {
        [TT_STAGE_AUCTION] = "take-a-train.draw.round",
        [TT_STAGE_COUPLING] = "take-a-train.draw.round.coupling",
        [TT_STAGE_OVER] = "take-a-train.draw.round.over",
    };
    const TtState *tt = view;
    WordsArgument arguments[] = {
        { "round", NULL, tt->round },
        { "rounds", NULL, TT_ROUNDS },
        { "auction", words_name(language, &TAKE_A_TRAIN, &TT_AUCTION_NAMES, tt->auction),
          0 },
        { "limit", NULL, tt->limit },
        { "deck", NULL, tt->deck_count },
    };

    words_write(language, KEYS[tt_stage(tt)], arguments, 5, out, size);
}

static void draw_round(Screen *screen, const TtState *tt)
{
    char text[TEXT_MAX];

    tt_title(screen->language, tt, text, sizeof text);
    screen_heading(screen, text);
}

static void draw_lot(Screen *screen, const TtState *tt)
{
    char text[TEXT_MAX];

    if (tt->aside_count + tt->pile_count > 0) {
        begin_row(screen, "take-a-train.draw.aside");
        put_names(screen, &TT_LOCOMOTIVE_NAMES, tt->aside, tt->aside_count);
        screen_put(screen, INK_PLAIN, " ·");
        screen_wrap(
            screen, INK_FAINT,
            say_number(screen, "take-a-train.draw.pile", "pile", tt->pile_count, text));
        end_row(screen);
    }
    if (tt->drawn_count == 0)
        return;
    begin_row(screen, "take-a-train.draw.drawn");
    put_card_rows(screen, tt->drawn, tt->drawn_count, tt->up);
    end_row(screen);
}

static void draw_hand(Screen *screen, const TtPlayer *player)
{
    if (player->kept_count > 0) {
        begin_row(screen, "take-a-train.draw.kept");
        put_card_rows(screen, player->kept, player->kept_count, TT_NO_LOCOMOTIVE);
        end_row(screen);
    }
    if (player->hand_count > 0) {
        begin_row(screen, "take-a-train.draw.hand");
        put_card_rows(screen, player->hand, player->hand_count, TT_NO_LOCOMOTIVE);
        end_row(screen);
    }
}

static void draw_market(Screen *screen, const TtState *tt, int seat)
{
    char text[TEXT_MAX];

    if (tt_stage(tt) != TT_STAGE_COUPLING)
        return;
    begin_row(screen, "take-a-train.draw.market");
    for (int i = 0; i < tt->market_count; i++) {
        int is_marked = tt->marked >> i & 1;
        snprintf(text, sizeof text, "%s%s%s%s", is_marked ? "(" : "",
                 name_of(screen, &TT_CARD_NAMES, tt->market[i]), is_marked ? ")" : "",
                 i + 1 < tt->market_count ? " ·" : "");
        screen_wrap(screen, is_marked ? INK_FAINT : INK_STRONG, text);
    }
    end_row(screen);
    if (seat == NOBODY || tt->has_replaced)
        return;
    screen_go(screen, INDENT + LABEL_WIDTH);
    screen_put(screen, INK_FAINT,
               say_number(screen, "take-a-train.draw.price", "price",
                          tt_replacement_price(tt, seat), text));
    end_row(screen);
}

static void draw_objectives(Screen *screen, const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];

    if (player->objective_count == 0)
        return;
    begin_row(screen, "take-a-train.draw.objectives");
    for (int i = 0; i < player->objective_count; i++) {
        char text[TEXT_MAX * 2], money[TEXT_MAX];
        int objective = player->objectives[i];

        snprintf(text, sizeof text, "%s (%s)%s",
                 name_of(screen, &TT_OBJECTIVE_NAMES, objective),
                 money_text(screen, tt_objective_pays(tt, objective), money),
                 i + 1 < player->objective_count ? " ·" : "");
        screen_wrap(screen, INK_PLAIN, text);
    }
    end_row(screen);
}

static void draw(Screen *screen, const Game *game, const void *view, int seat,
                 Detail detail)
{
    const TtState *tt = view;
    int is_auction = tt_stage(tt) == TT_STAGE_AUCTION;

    (void)game;
    if (detail == DETAIL_WHOLE || is_auction || tt->step == TT_COUPLING) {
        draw_round(screen, tt);
        for (int player = 0; player < tt->seats; player++)
            put_player(screen, tt, player);
        if (seat != NOBODY)
            draw_objectives(screen, tt, seat);
    }
    if (is_auction)
        draw_lot(screen, tt);
    if (is_auction && seat != NOBODY)
        draw_hand(screen, &tt->players[seat]);
    draw_market(screen, tt, seat);
}

/* ------------------------------------------------------------------------- */
/* Help                                                                      */
/* ------------------------------------------------------------------------- */

static void help(Screen *screen, const void *view)
{
    static const char *const LINES[] = {
        "take-a-train.help.game",         "take-a-train.help.auctions",
        "take-a-train.help.replacements", "take-a-train.help.coupling",
        "take-a-train.help.signs",
    };

    (void)view;
    screen->indent = INDENT;
    for (int i = 0; i < (int)(sizeof LINES / sizeof LINES[0]); i++) {
        screen_say(screen, INK_PLAIN, LINES[i], NULL, 0);
        screen_line(screen);
        if (i + 1 < (int)(sizeof LINES / sizeof LINES[0]))
            screen_line(screen);
    }
    screen->indent = 0;
}

static const char *const LOAD_ITEMS[TT_TYPES] = {
    "food", "cattle", "coal", "oil", "luxury", "passenger",
};
const Names TT_LOAD_NAMES = NAMES("load", LOAD_ITEMS);

static const Names *const NEEDED_NAMES[] = { &TT_LOAD_NAMES, NULL };

const Drawing DRAWING_TAKE_A_TRAIN = {
    .game = &TAKE_A_TRAIN,
    .draw = draw,
    .help = help,
    .table = tt_table,
    .title = tt_title,
    .touch = tt_touch,
    .names = NEEDED_NAMES,
};

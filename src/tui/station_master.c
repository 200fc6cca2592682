/* station_master.c: the drawing of Station Master:
 *
 *       Players      pts best hand home        Players      pts best hand home
 *     ▶ A Ada         12   10    3 1 1 2 3     E Emil        −3    0    3 ? ? ? ?
 *     ── Station ─────────────────────────────────────── worth aboard ──────── you ──
 *       1 ordinary 5   R   +5  +6  −1 1st  ·               +13 A2 E? ·  ·  ·     +26
 *       2 executive 4      −3  ·   ·   ·                    −3 ·  ·  ·  ·
 *     ── Cards ──────────────────────────────────────────────────────────────────
 *       Discards   Caboose  +4  −1
 *       Your hand   +3   1st class   Repair 5
 *
 * A token is its owner's letter, on the owner's colour, and its value, or ?. A point is a
 * free place; R is a Royal Carriage, S a Standing Room. "you" is what the viewer's
 * passengers would bring if the train left now. */
#include "tui/draw.h"

#include "games/station_master/sm.h"

#include <string.h>

enum {
    INDENT = 2,
    PLAYERS_WIDTH = 40,
    MANY = 3, /* more players than this stand in two columns */
    NAME_COLUMN = 4,
    POINTS_COLUMN = NAME_COLUMN + NAME_COLUMNS,
    HOME_COLUMN = POINTS_COLUMN + 15,
    MARKS_COLUMN = 16,
    CARRIAGES_COLUMN = 20,
    CELL = 4,
    WORTH_COLUMN = CARRIAGES_COLUMN + SM_LARGEST * CELL,
    ABOARD_COLUMN = WORTH_COLUMN + 5,
    YOURS_COLUMN = 73,
    YOURS_WIDTH = 5,
    LABEL_WIDTH = 11,
    SHOWN_DISCARDS = 5,
    MORE_DISCARDS = 15, /* … on a wide table */
};

/* Spots. */
enum {
    TRAIN_SPOT = 1,
    CARD_SPOT = 20,
    HOME_SPOT = 50,
    DISCARD_SPOT = 60,
    TOKEN_SPOT = 100
};

/* Carriages of a class have a short name beside the numbers. */
static const char *const CODE_ITEMS[] = { "first", "executive" };
static const Names CODE_NAMES = NAMES("code", CODE_ITEMS);

/* ------------------------------------------------------------------------- */
/* Players                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct Sign {
    char text[CELL_BYTES];
} Sign;

static Sign first_letter(const Screen *screen, int seat)
{
    int columns;
    size_t length = glyph_measure(screen->players[seat], &columns);
    Sign sign = { "" };

    if (columns == 1 && length < CELL_BYTES)
        memcpy(sign.text, screen->players[seat], length);
    return sign;
}

/* The first letter of the player's name, or the number if two begin alike. */
static Sign sign_of(const Screen *screen, const SmState *sm, int seat)
{
    Sign number;

    snprintf(number.text, sizeof number.text, "%d", seat + 1);
    for (int a = 0; a < sm->seats; a++) {
        Sign sign = first_letter(screen, a);
        if (sign.text[0] == '\0')
            return number;
        for (int b = 0; b < a; b++) {
            if (strcmp(sign.text, first_letter(screen, b).text) == 0)
                return number;
        }
    }
    return first_letter(screen, seat);
}

static Ink seat_ink(int seat)
{
    return (Ink)(INK_FIRST_SEAT_BLOCK + seat);
}

static void put_players_heading(Screen *screen)
{
    screen_put_at(screen, INDENT, INK_HEADING,
                  screen_words(screen, "station-master.draw.players"));
    screen_go(screen, POINTS_COLUMN);
    screen_cell(screen, INK_HEADING, screen_words(screen, "station-master.draw.points"), 4);
    screen_cell(screen, INK_HEADING, screen_words(screen, "station-master.table.best"), 5);
    screen_cell(screen, INK_HEADING, screen_words(screen, "station-master.table.hand"), 5);
    screen_put_at(screen, HOME_COLUMN, INK_HEADING,
                  screen_words(screen, "station-master.table.home"));
    screen_line(screen);
}

static void put_home(Screen *screen, const SmPlayer *player, int seat, int is_own)
{
    int shown = 0;
    char text[16];

    for (int value = 1; value <= SM_VALUES; value++) {
        for (int i = player->home[value - 1]; i > 0; i--, shown++) {
            snprintf(text, sizeof text, "%d", value);
            screen_block(screen, seat_ink(seat), is_own ? HOME_SPOT + value : NO_SPOT,
                         text);
            screen_go(screen, screen->column + 1);
        }
    }
    for (; shown < player->home_count; shown++)
        screen_put(screen, INK_FAINT, "? ");
}

static void put_player(Screen *screen, const Scene *scene, int seat)
{
    const SmState *sm = scene->view;
    const SmPlayer *player = &sm->players[seat];
    int is_moving = scene_awaits(scene, seat);

    screen_put(screen, INK_WARNING, is_moving ? "▶" : "");
    screen_put_at(screen, INDENT, seat_ink(seat), sign_of(screen, sm, seat).text);
    screen_go(screen, NAME_COLUMN);
    screen_name(screen, is_moving ? INK_STRONG : INK_PLAIN, seat);
    screen_go(screen, POINTS_COLUMN);
    screen_number(screen, INK_STRONG, player->score, 4);
    screen_number(screen, INK_PLAIN, player->best, 5);
    screen_number(screen, INK_PLAIN, player->hand_count, 5);
    screen_go(screen, HOME_COLUMN);
    put_home(screen, player, seat, seat == scene->seat);
    screen_line(screen);
}

static int count_columns(const Scene *scene)
{
    return ((const SmState *)scene->view)->seats > MANY ? 2 : 1;
}

static void draw_players(Screen *screen, const Scene *scene)
{
    int seats = ((const SmState *)scene->view)->seats, columns = count_columns(scene);
    int rows = (seats + columns - 1) / columns;

    if (scene->n == 0 || screen->left > 0)
        put_players_heading(screen);
    for (int seat = scene->n * rows; seat < (scene->n + 1) * rows && seat < seats; seat++)
        put_player(screen, scene, seat);
}

/* ------------------------------------------------------------------------- */
/* The station                                                               */
/* ------------------------------------------------------------------------- */

/* On this train, does the carriage help or hurt? */
static Ink carriage_ink(int service, int card)
{
    if (card >= SM_FIRST_CLASS && service == SM_FREIGHT)
        return INK_CLASS_BLOCK;
    return sm_carriage_value(service, card) > 0 ? INK_PLUS_BLOCK : INK_MINUS_BLOCK;
}

static void put_carriages(Screen *screen, const SmTrain *train)
{
    const SmLocomotiveData *locomotive = sm_locomotive(train);

    for (int i = 0; i < locomotive->number; i++) {
        screen_go(screen, CARRIAGES_COLUMN + i * CELL);
        if (i >= train->carriage_count) {
            screen_put(screen, INK_FAINT, " ·");
            continue;
        }
        int card = train->carriages[i];
        int is_number = card < SM_FIRST_CLASS;
        const char *code = words_name(screen->language, &STATION_MASTER,
                                      is_number ? &SM_CARD_NAMES : &CODE_NAMES,
                                      is_number ? card : card - SM_FIRST_CLASS);
        screen_format(screen, carriage_ink(locomotive->service, card), "%*s%s",
                      3 - text_width(code), "", code);
    }
}

/* Close together where the line would not hold them otherwise. */
static void put_aboard(Screen *screen, const SmState *sm, int t, int width)
{
    const SmTrain *train = &sm->station[t];
    int places = train->token_count + sm_room(train);
    int step = ABOARD_COLUMN + places * 3 <= width + 1 ? 3 : 2;

    for (int i = 0; i < places; i++) {
        char text[CELL_BYTES + 16], value[16] = "?";

        screen_go(screen, ABOARD_COLUMN + i * step);
        if (i >= train->token_count) {
            screen_put(screen, INK_FAINT, "·");
            continue;
        }
        SmToken token = train->tokens[i];
        if (token.value > 0)
            snprintf(value, sizeof value, "%d", token.value);
        snprintf(text, sizeof text, "%s%s", sign_of(screen, sm, token.seat).text, value);
        screen_block(screen, seat_ink(token.seat), TOKEN_SPOT + t * SM_ABOARD + i, text);
    }
}

/* The term of the viewer's passengers on a train; NULL: none of them is aboard. */
static const Term *yours_of(const Scene *scene, const Terms *now, int t)
{
    for (int i = 0; i < now->count; i++) {
        const Term *term = &now->items[i];
        if (term->kind == SM_TERM_PASSENGERS && term->seat == scene->seat
            && term->fields[0] == t && scene->seat != NOBODY)
            return term;
    }
    return NULL;
}

/* Where the amount begins, or the line ends. */
static int yours_column(const Screen *screen, const Term *yours)
{
    char amount[WORDS_DIGITS];

    if (yours == NULL)
        return screen->width;
    words_number(amount, yours->amount, "+");
    return YOURS_COLUMN + YOURS_WIDTH - text_width(amount);
}

/* What they would bring if it left now. */
static void put_yours(Screen *screen, const Term *yours)
{
    char amount[WORDS_DIGITS];

    if (yours == NULL)
        return;
    words_number(amount, yours->amount, "+");
    screen_go(screen, YOURS_COLUMN);
    screen_cell(screen, yours->amount < 0 ? INK_BAD : INK_GOOD, amount, YOURS_WIDTH);
}

static void put_train(Screen *screen, const Scene *scene, const Terms *now, int t)
{
    const SmState *sm = scene->view;
    const SmTrain *train = &sm->station[t];
    const Term *yours = yours_of(scene, now, t);
    int worth = sm_worth(train);
    char amount[WORDS_DIGITS];

    screen_go(screen, INDENT);
    screen->spot = TRAIN_SPOT + t;
    screen_number(screen, INK_STRONG, t + 1, 1);
    screen_put_at(screen, screen->column + 1,
                  (Ink)(INK_FIRST_ENGINE_BLOCK + (int)sm_locomotive(train)->service),
                  words_name(screen->language, &STATION_MASTER, &SM_LOCOMOTIVE_NAMES,
                             train->locomotive));
    screen->spot = NO_SPOT;
    screen_go(screen, screen->column + 1);
    screen_go(screen, MARKS_COLUMN);
    for (int i = 0; i < train->royals + train->standings; i++)
        screen_put(screen, INK_WARNING, i < train->royals ? "R" : "S");
    put_carriages(screen, train);
    screen_go(screen, WORTH_COLUMN);
    words_number(amount, worth, "+");
    screen_cell(screen, worth > 0 ? INK_GOOD : worth < 0 ? INK_BAD : INK_STRONG, amount, 4);
    put_aboard(screen, sm, t, yours_column(screen, yours));
    put_yours(screen, yours);
    screen_line(screen);
}

static void note_station(Screen *screen, const Scene *scene)
{
    static const char worth[] = "station-master.draw.worth";
    const char *yours = screen_words(screen, "station-master.draw.yours");

    screen_go(screen, WORTH_COLUMN + 3 - text_width(screen_words(screen, worth)));
    screen_format(screen, INK_HEADING, " %s", screen_words(screen, worth));
    screen_format(screen, INK_HEADING, " %s ",
                  screen_words(screen, "station-master.draw.aboard"));
    if (scene->seat == NOBODY)
        return;
    int column = YOURS_COLUMN + YOURS_WIDTH - text_width(yours) - 1;
    screen_rule(screen, screen->column, column);
    screen_go(screen, column);
    screen_format(screen, INK_HEADING, " %s ", yours);
}

static void draw_station(Screen *screen, const Scene *scene)
{
    const SmState *sm = scene->view;
    Terms now;

    now.count = 0;
    STATION_MASTER.terms(sm, NULL, &now);
    for (int t = 0; t < sm->station_count; t++)
        put_train(screen, scene, &now, t);
}

/* ------------------------------------------------------------------------- */
/* Cards                                                                     */
/* ------------------------------------------------------------------------- */

static Ink card_ink(int card)
{
    if (card == UNKNOWN_CARD)
        return INK_FAINT;
    if (card >= SM_CABOOSE)
        return INK_SPECIAL_BLOCK;
    if (card >= SM_FIRST_CLASS)
        return INK_CLASS_BLOCK;
    return card < SM_MINUS_1 ? INK_PLUS_BLOCK : INK_MINUS_BLOCK;
}

static void put_card(Screen *screen, int card, int spot)
{
    char text[SCREEN_TEXT_MAX];

    snprintf(text, sizeof text, " %s ",
             card == UNKNOWN_CARD
                 ? "?"
                 : words_name(screen->language, &STATION_MASTER, &SM_CARD_NAMES, card));
    screen_fit(screen, text_width(text));
    screen_block(screen, card_ink(card), spot + card, text);
    screen_go(screen, screen->column + 1);
}

static void put_label(Screen *screen, const char *key)
{
    screen_put_at(screen, INDENT, INK_HEADING, screen_words(screen, key));
    screen->indent = INDENT + LABEL_WIDTH;
    screen_go(screen, screen->indent);
}

static void draw_cards(Screen *screen, const Scene *scene)
{
    const SmState *sm = scene->view;
    int shown = screen->width > SCREEN_WIDTH ? MORE_DISCARDS : SHOWN_DISCARDS;
    int last = sm->discard_count > shown ? sm->discard_count - shown : 0;

    put_label(screen, "station-master.table.discards");
    for (int i = sm->discard_count - 1; i >= last; i--)
        put_card(screen, sm->discard[i], DISCARD_SPOT);
    screen_put(screen, INK_FAINT, sm->discard_count == 0 ? "–" : last > 0 ? "…" : "");
    screen_line(screen);
    if (scene->seat == NOBODY)
        return;
    const SmPlayer *player = &sm->players[scene->seat];
    put_label(screen, "station-master.table.yours");
    for (int i = 0; i < player->hand_count; i++)
        put_card(screen, player->hand[i], CARD_SPOT);
    screen_line(screen);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static const Block BLOCKS[] = {
    { .use = BLOCK_CONTEXT,
      .width = PLAYERS_WIDTH,
      .count = count_columns,
      .draw = draw_players },
    { .title = "station-master.draw.station",
      .width = 80,
      .draw = draw_station,
      .note = note_station },
    { .title = "station-master.table.cards", .width = 80, .draw = draw_cards },
    { 0 },
};

static void title(Language language, const void *view, char *out, size_t size)
{
    const SmState *sm = view;
    WordsArgument arguments[] = {
        { "deck", NULL, sm->deck_count },
        { "discards", NULL, sm->discard_count },
        { "locomotives", NULL, sm->pile_count },
    };

    words_write(language,
                sm->stage == SM_OVER ? "station-master.draw.piles.over"
                                     : "station-master.draw.piles",
                arguments, 3, out, size);
}

static int begins_turn(const Scene *scene)
{
    return ((const SmState *)scene->view)->stage == SM_TURN;
}

/* What a special card is about beside itself: trains, or a discard and a train. */
static int touch_special(int card, Action action, int *spots)
{
    int is_repair = card == SM_REPAIR_3 || card == SM_REPAIR_5;

    spots[0] = CARD_SPOT + card;
    spots[1] = (is_repair ? DISCARD_SPOT : TRAIN_SPOT) + action_a(action);
    spots[2] = TRAIN_SPOT + action_b(action);
    return is_repair || card == SM_REASSIGN || card == SM_TRANSFER ? 3 : 2;
}

static int touch(const void *view, int seat, Action action, int *spots)
{
    int kind = action_kind(action), a = action_a(action);

    (void)seat;
    spots[1] = TRAIN_SPOT + action_b(action);
    switch (kind) {
    case SM_BOARD:
        spots[0] = HOME_SPOT + a;
        return 2;
    case SM_COUPLE:
        spots[0] = CARD_SPOT + a;
        return 2;
    case SM_MOVE:
        spots[0] = TOKEN_SPOT + ((const SmState *)view)->train * SM_ABOARD + a;
        return 1;
    case SM_DONE:
        return 0;
    case SM_WASTE:
        spots[0] = CARD_SPOT + a;
        return 1;
    default:
        return touch_special(SM_CABOOSE + kind - SM_PLAY_CARD, action, spots);
    }
}

static const char *help(const void *view, int n)
{
    static const char *const LINES[] = {
        "station-master.help.signs",
        "station-master.help.turn",
        "station-master.help.trains",
        "station-master.help.worth",
        "station-master.help.specials",
        "station-master.help.end",
        NULL,
    };

    (void)view;
    return LINES[n];
}

static const Names *const NEEDED_NAMES[] = { &CODE_NAMES, NULL };

const Drawing DRAWING_STATION_MASTER = {
    .game = &STATION_MASTER,
    .blocks = BLOCKS,
    .title = title,
    .begins_turn = begins_turn,
    .help = help,
    .touch = touch,
    .names = NEEDED_NAMES,
};

/* station_master.c: Station Master in text:
 *
 *     ── Deck 62 · discards 9 · 5 locomotives to come ────────────────────────────
 *       Players      pts  best  cards   tokens at home
 *     > Ada           12    10      3   1 1 2 3
 *       Emil          -3     0      3   ? ? ? ? ?
 *       Station                                               worth   aboard
 *       1 ordinary 5 R      +5  +6  -1 1st   ·                    4   Ada:2, Emil:? · · ·
 *       2 executive 4       -3   ·   ·   ·                       -3   · · · ·
 *       Discards, from the top: Caboose, +4, -1
 *       Your hand, Ada: +3, 1st class, Repair 5
 *
 * A point is a free place; R is a Royal Carriage, S a Standing Room. */
#include "tui/draw.h"

#include "tui/sm_table.h"

#include <string.h>

enum {
    INDENT = 2,
    NUMBERS_COLUMN = INDENT + NAME_COLUMNS + 1,
    HOME_COLUMN = NUMBERS_COLUMN + 20,
    CELL = 4,
    MARKS_COLUMN = 19,
    CARRIAGES_COLUMN = 22,
    WORTH_COLUMN = CARRIAGES_COLUMN + SM_LARGEST * CELL,
    ABOARD_COLUMN = WORTH_COLUMN + 8,
    ABOARD_NAME = 8, /* columns of a name beside its token */
    SHOWN_DISCARDS = 5,
    INK_PLUS = INK_FIRST_CAR + 5,  /* green, as printed on the cards … */
    INK_MINUS = INK_FIRST_CAR + 1, /* … and red */
};

/* Carriages of a class have a short name beside the numbers. */
static const char *const CODE_ITEMS[] = { "first", "executive" };
static const Names CODE_NAMES = NAMES("code", CODE_ITEMS);

static void put_words(Screen *screen, const char *key)
{
    screen_put(screen, INK_HEADING, words_find(screen->language, key));
}

static void put_heading(Screen *screen, const char *key, int width)
{
    screen_cell(screen, INK_HEADING, words_find(screen->language, key), width);
}

static const char *name_of(const Screen *screen, const Names *names, int value)
{
    if (value == UNKNOWN_CARD)
        return "?";
    return words_name(screen->language, &STATION_MASTER, names, value);
}

/* ------------------------------------------------------------------------- */
/* The players                                                               */
/* ------------------------------------------------------------------------- */

static void draw_players_heading(Screen *screen)
{
    screen_go(screen, INDENT);
    put_words(screen, "station-master.draw.players");
    screen_go(screen, NUMBERS_COLUMN);
    put_heading(screen, "station-master.draw.points", 5);
    put_heading(screen, "station-master.draw.best", 6);
    put_heading(screen, "station-master.draw.cards", 7);
    screen_go(screen, HOME_COLUMN);
    put_words(screen, "station-master.draw.home");
    screen_line(screen);
}

static void put_home(Screen *screen, const SmPlayer *player)
{
    int shown = 0;

    for (int value = 1; value <= SM_VALUES; value++) {
        for (int i = player->home[value - 1]; i > 0; i--, shown++)
            screen_number(screen, INK_STRONG, value, 2);
    }
    for (; shown < player->home_count; shown++)
        screen_put(screen, INK_PLAIN, " ?");
}

static void draw_player(Screen *screen, const SmState *sm, int seat)
{
    const SmPlayer *player = &sm->players[seat];
    int is_moving = sm->turn == seat && sm->stage != SM_OVER;

    screen_put(screen, INK_STRONG, is_moving ? "> " : "  ");
    screen_name(screen, is_moving ? INK_STRONG : INK_PLAIN, seat);
    screen_go(screen, NUMBERS_COLUMN);
    screen_number(screen, INK_STRONG, player->score, 5);
    screen_number(screen, INK_PLAIN, player->best, 6);
    screen_number(screen, INK_PLAIN, player->hand_count, 7);
    screen_go(screen, HOME_COLUMN - 1);
    put_home(screen, player);
    screen_line(screen);
}

/* ------------------------------------------------------------------------- */
/* The station                                                               */
/* ------------------------------------------------------------------------- */

const char *sm_code(Language language, int card)
{
    if (card < SM_FIRST_CLASS)
        return SM_CARD_NAMES.items[card];
    return words_name(language, &STATION_MASTER, &CODE_NAMES, card - SM_FIRST_CLASS);
}

static void put_carriage(Screen *screen, int service, int card)
{
    Ink ink = (Ink)(sm_carriage_value(service, card) > 0 ? INK_PLUS : INK_MINUS);

    screen_cell(screen, ink, sm_code(screen->language, card), CELL);
}

static void put_carriages(Screen *screen, const SmTrain *train)
{
    const SmLocomotiveData *locomotive = sm_locomotive(train);

    screen_go(screen, CARRIAGES_COLUMN);
    for (int i = 0; i < locomotive->number; i++) {
        if (i < train->carriage_count)
            put_carriage(screen, locomotive->service, train->carriages[i]);
        else
            screen_cell(screen, INK_FAINT, "·", CELL);
    }
    screen_go(screen, WORTH_COLUMN);
    screen_number(screen, INK_STRONG, sm_worth(train), 5);
}

/* "Emil:?,": a token is not broken over two lines. */
static void put_token(Screen *screen, SmToken token, int is_last)
{
    char value[16], name[SCREEN_TEXT_MAX];
    int is_first = screen->column <= ABOARD_COLUMN;
    int name_width = text_width(screen->players[token.seat]);

    if (token.value == 0)
        snprintf(value, sizeof value, ":?%s", is_last ? "" : ",");
    else
        snprintf(value, sizeof value, ":%d%s", token.value, is_last ? "" : ",");
    if (name_width > ABOARD_NAME)
        name_width = ABOARD_NAME;
    if (screen->column + 1 + name_width + text_width(value) > screen_width(screen)) {
        screen_line(screen);
        is_first = 1;
    }
    screen_go(screen, is_first ? ABOARD_COLUMN : screen->column + 1);
    text_cut(screen->players[token.seat], ABOARD_NAME, name, sizeof name);
    screen_put(screen, INK_PLAIN, name);
    screen_put(screen, INK_STRONG, value);
}

static void put_aboard(Screen *screen, const SmTrain *train)
{
    screen_go(screen, ABOARD_COLUMN);
    for (int i = 0; i < train->token_count; i++)
        put_token(screen, train->tokens[i], i == train->token_count - 1);
    screen->indent = ABOARD_COLUMN;
    for (int i = sm_room(train); i > 0; i--)
        screen_wrap(screen, INK_FAINT, "·");
    screen->indent = 0;
    screen_line(screen);
}

static void draw_train(Screen *screen, const SmState *sm, int t)
{
    const SmTrain *train = &sm->station[t];

    screen_go(screen, INDENT);
    screen_number(screen, INK_STRONG, t + 1, 1);
    screen_put(screen, INK_PLAIN, " ");
    screen_put(screen, INK_PLAIN, name_of(screen, &SM_LOCOMOTIVE_NAMES, train->locomotive));
    screen_go(screen, MARKS_COLUMN);
    for (int i = 0; i < train->royals; i++)
        screen_put(screen, INK_STRONG, "R");
    for (int i = 0; i < train->standings; i++)
        screen_put(screen, INK_STRONG, "S");
    put_carriages(screen, train);
    put_aboard(screen, train);
}

static void draw_station(Screen *screen, const SmState *sm)
{
    screen_go(screen, INDENT);
    put_words(screen, "station-master.draw.station");
    screen_go(screen, WORTH_COLUMN);
    put_heading(screen, "station-master.draw.worth", 5);
    screen_go(screen, ABOARD_COLUMN);
    put_words(screen, "station-master.draw.aboard");
    screen_line(screen);
    for (int t = 0; t < sm->station_count; t++)
        draw_train(screen, sm, t);
}

/* ------------------------------------------------------------------------- */
/* Cards                                                                     */
/* ------------------------------------------------------------------------- */

/* Names one after the other, a comma behind each but the last. */
static void put_card(Screen *screen, int card, int is_last)
{
    char text[SCREEN_TEXT_MAX];

    snprintf(text, sizeof text, "%s%s", name_of(screen, &SM_CARD_NAMES, card),
             is_last ? "" : ",");
    screen_wrap(screen, INK_STRONG, text);
}

static void draw_discards(Screen *screen, const SmState *sm)
{
    int last = sm->discard_count > SHOWN_DISCARDS ? sm->discard_count - SHOWN_DISCARDS : 0;

    if (sm->discard_count == 0)
        return;
    screen->indent = INDENT;
    screen_say(screen, INK_HEADING, "station-master.draw.discards", NULL, 0);
    for (int i = sm->discard_count - 1; i >= last; i--)
        put_card(screen, sm->discard[i], i == last);
    if (last > 0)
        screen_wrap(screen, INK_FAINT, "…");
    screen_line(screen);
}

static void draw_hand(Screen *screen, const SmState *sm, int seat)
{
    const SmPlayer *player = &sm->players[seat];
    WordsArgument name = { "player", screen->players[seat], 0 };

    screen->indent = INDENT;
    screen_say(screen, INK_HEADING, "station-master.draw.hand", &name, 1);
    for (int i = 0; i < player->hand_count; i++)
        put_card(screen, player->hand[i], i == player->hand_count - 1);
    screen_line(screen);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

void sm_title(Language language, const void *view, char *out, size_t size)
{
    const SmState *sm = view;
    const char *key = sm->stage == SM_OVER ? "station-master.draw.piles.over"
                                           : "station-master.draw.piles";
    WordsArgument arguments[] = {
        { "deck", NULL, sm->deck_count },
        { "discards", NULL, sm->discard_count },
        { "locomotives", NULL, sm->pile_count },
    };

    words_write(language, key, arguments, 3, out, size);
}

static void draw_piles(Screen *screen, const SmState *sm)
{
    char text[SCREEN_TEXT_MAX];

    sm_title(screen->language, sm, text, sizeof text);
    screen_heading(screen, text);
}

static void draw(Screen *screen, const Game *game, const void *view, int seat,
                 Detail detail)
{
    const SmState *sm = view;

    (void)game;
    if (detail == DETAIL_WHOLE || sm->stage == SM_TURN) {
        draw_piles(screen, sm);
        draw_players_heading(screen);
        for (int player = 0; player < sm->seats; player++)
            draw_player(screen, sm, player);
    }
    draw_station(screen, sm);
    draw_discards(screen, sm);
    if (seat != NOBODY)
        draw_hand(screen, sm, seat);
    screen->indent = 0;
}

static void help(Screen *screen, const void *view)
{
    static const char *const LINES[] = {
        "station-master.help.signs",    "station-master.help.turn",
        "station-master.help.trains",   "station-master.help.worth",
        "station-master.help.specials", "station-master.help.end",
    };

    (void)view;
    screen->indent = INDENT;
    for (int i = 0; i < (int)(sizeof LINES / sizeof LINES[0]); i++) {
        if (i > 0)
            screen_line(screen);
        screen_say(screen, INK_PLAIN, LINES[i], NULL, 0);
        screen_line(screen);
    }
    screen->indent = 0;
}

static const Names *const NEEDED_NAMES[] = { &CODE_NAMES, NULL };

const Drawing DRAWING_STATION_MASTER = {
    .game = &STATION_MASTER,
    .draw = draw,
    .help = help,
    .table = sm_table,
    .title = sm_title,
    .touch = sm_touch,
    .names = NEEDED_NAMES,
};

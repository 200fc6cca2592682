/* sm_table.c: Station Master on the full screen:
 *
 *       Players      pts best hand home        Players      pts best hand home
 *     ▶ A Ada         12   10    3 1 1 2 3     E Emil        -3    0    3 ? ? ? ?
 *     ── Station ─────────────────────────────────────────── worth  aboard ───────
 *       1 ordinary 5   R   +5  +6  -1 1st  ·                   13   A2 E? ·  ·  ·
 *       2 executive 4      -3  ·   ·   ·                       -3   ·  ·  ·  ·
 *     ── Cards ──────────────────────────────────────────────────────────────────
 *       Discards   Caboose  +4  -1
 *       Your hand   +3   1st class   Repair 5
 *
 * A token is its owner's letter, on the owner's colour, and its value, or ?. */
#include "tui/sm_table.h"

#include <string.h>

enum {
    INDENT = 2,
    HALF = 40, /* players stand in two columns … */
    MANY = 3,  /* … if there are more than so many */
    SIGN_COLUMN = 2,
    NAME_COLUMN = 4,
    POINTS_COLUMN = NAME_COLUMN + NAME_COLUMNS,
    HOME_COLUMN = POINTS_COLUMN + 15,
    MARKS_COLUMN = 16,
    CARRIAGES_COLUMN = 20,
    CELL = 4,
    WORTH_COLUMN = CARRIAGES_COLUMN + SM_LARGEST * CELL,
    ABOARD_COLUMN = WORTH_COLUMN + 5,
    LABEL_WIDTH = 11,
    SHOWN_DISCARDS = 5,
};

/* Spots. */
enum {
    TRAIN_SPOT = 1,
    CARD_SPOT = 20,
    HOME_SPOT = 50,
    DISCARD_SPOT = 60,
    TOKEN_SPOT = 100
};

static const char *say(const Screen *screen, const char *key)
{
    return words_find(screen->language, key);
}

/* ------------------------------------------------------------------------- */
/* Tokens                                                                    */
/* ------------------------------------------------------------------------- */

/* The first letter of each name, or numbers if two begin alike. */
typedef struct Signs {
    char texts[SEATS_MAX][CELL_BYTES];
} Signs;

static void make_signs(const Screen *screen, int seats, Signs *signs)
{
    int are_unique = 1;

    for (int seat = 0; seat < seats; seat++) {
        int columns;
        size_t length = glyph_measure(screen->players[seat], &columns);

        if (screen->players[seat][0] != '\0' && columns == 1 && length < CELL_BYTES)
            memcpy(signs->texts[seat], screen->players[seat], length);
        are_unique &= signs->texts[seat][0] != '\0';
        for (int other = 0; other < seat; other++)
            are_unique &= strcmp(signs->texts[seat], signs->texts[other]) != 0;
    }
    for (int seat = 0; seat < seats && !are_unique; seat++)
        snprintf(signs->texts[seat], CELL_BYTES, "%d", seat + 1);
}

static Ink seat_ink(int seat)
{
    return (Ink)(INK_FIRST_SEAT_BLOCK + seat);
}

static void put_token(Screen *screen, const Signs *signs, SmToken token, int spot)
{
    char text[CELL_BYTES + 4];

    if (token.value == 0)
        snprintf(text, sizeof text, "%s?", signs->texts[token.seat]);
    else
        snprintf(text, sizeof text, "%s%d", signs->texts[token.seat], token.value);
    screen_block(screen, seat_ink(token.seat), spot, text);
}

/* ------------------------------------------------------------------------- */
/* Players                                                                   */
/* ------------------------------------------------------------------------- */

static void put_players_heading(Screen *screen, int left)
{
    screen_go(screen, left + INDENT);
    screen_put(screen, INK_HEADING, say(screen, "station-master.draw.players"));
    screen_go(screen, left + POINTS_COLUMN);
    screen_cell(screen, INK_HEADING, say(screen, "station-master.draw.points"), 4);
    screen_cell(screen, INK_HEADING, say(screen, "station-master.table.best"), 5);
    screen_cell(screen, INK_HEADING, say(screen, "station-master.table.hand"), 5);
    screen_go(screen, left + HOME_COLUMN);
    screen_put(screen, INK_HEADING, say(screen, "station-master.table.home"));
}

static void put_home(Screen *screen, const SmPlayer *player, int seat, int is_own)
{
    int shown = 0;
    char text[4];

    for (int value = 1; value <= SM_VALUES; value++) {
        for (int i = player->home[value - 1]; i > 0; i--, shown++) {
            snprintf(text, sizeof text, "%d", value);
            screen_block(screen, seat_ink(seat), is_own ? HOME_SPOT + value : NO_SPOT,
                         text);
            screen_put(screen, INK_PLAIN, " ");
        }
    }
    for (; shown < player->home_count; shown++)
        screen_put(screen, INK_FAINT, "? ");
}

static void put_player(Screen *screen, const SmState *sm, const Signs *signs, int seat,
                       int left, int viewer)
{
    const SmPlayer *player = &sm->players[seat];
    int is_moving = sm->turn == seat && sm->stage != SM_OVER;

    screen_go(screen, left);
    screen_put(screen, INK_WARNING, is_moving ? "▶" : " ");
    screen_go(screen, left + SIGN_COLUMN);
    screen_put(screen, seat_ink(seat), signs->texts[seat]);
    screen_go(screen, left + NAME_COLUMN);
    screen_name(screen, is_moving ? INK_STRONG : INK_PLAIN, seat);
    screen_go(screen, left + POINTS_COLUMN);
    screen_number(screen, INK_STRONG, player->score, 4);
    screen_number(screen, INK_PLAIN, player->best, 5);
    screen_number(screen, INK_PLAIN, player->hand_count, 5);
    screen_go(screen, left + HOME_COLUMN);
    put_home(screen, player, seat, seat == viewer);
}

static void put_players(Screen *screen, const SmState *sm, const Signs *signs, int viewer)
{
    int columns = sm->seats > MANY ? 2 : 1;
    int rows = (sm->seats + columns - 1) / columns;

    for (int c = 0; c < columns; c++)
        put_players_heading(screen, c * HALF);
    screen_line(screen);
    for (int row = 0; row < rows; row++) {
        for (int c = 0; c < columns && row + c * rows < sm->seats; c++)
            put_player(screen, sm, signs, row + c * rows, c * HALF, viewer);
        screen_line(screen);
    }
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
    char text[32];

    screen_go(screen, CARRIAGES_COLUMN);
    for (int i = 0; i < locomotive->number; i++) {
        if (i >= train->carriage_count) {
            screen_put(screen, INK_FAINT, " ·  ");
            continue;
        }
        int card = train->carriages[i];
        const char *code = sm_code(screen->language, card);
        snprintf(text, sizeof text, "%*s%s", 3 - text_width(code), "", code);
        screen_put(screen, carriage_ink(locomotive->service, card), text);
        screen_put(screen, INK_RULE, i + 1 < train->carriage_count ? "-" : " ");
    }
}

static void put_aboard(Screen *screen, const SmTrain *train, int t, const Signs *signs)
{
    int room = sm_room(train);
    int places = train->token_count + room;
    int gap = ABOARD_COLUMN + places * 3 <= screen_width(screen) + 1;

    screen_go(screen, ABOARD_COLUMN);
    for (int i = 0; i < places; i++) {
        if (i < train->token_count)
            put_token(screen, signs, train->tokens[i], TOKEN_SPOT + t * SM_ABOARD + i);
        else
            screen_put(screen, INK_FAINT, "· ");
        if (gap)
            screen_put(screen, INK_PLAIN, " ");
    }
}

static void put_train(Screen *screen, const SmState *sm, int t, const Signs *signs)
{
    const SmTrain *train = &sm->station[t];
    int worth = sm_worth(train);
    char text[16];

    screen_go(screen, INDENT);
    snprintf(text, sizeof text, "%d", t + 1);
    screen_block(screen, INK_STRONG, TRAIN_SPOT + t, text);
    screen_put(screen, INK_PLAIN, " ");
    screen_block(screen, (Ink)(INK_FIRST_ENGINE_BLOCK + (int)sm_locomotive(train)->service),
                 TRAIN_SPOT + t,
                 words_name(screen->language, &STATION_MASTER, &SM_LOCOMOTIVE_NAMES,
                            train->locomotive));
    screen_go(screen, screen->column + 1);
    screen_go(screen, MARKS_COLUMN);
    for (int i = 0; i < train->royals; i++)
        screen_put(screen, INK_WARNING, "R");
    for (int i = 0; i < train->standings; i++)
        screen_put(screen, INK_WARNING, "S");
    put_carriages(screen, train);
    screen_go(screen, WORTH_COLUMN);
    snprintf(text, sizeof text, "%d", worth);
    screen_cell(screen, worth > 0 ? INK_GOOD : worth < 0 ? INK_BAD : INK_STRONG, text, 4);
    put_aboard(screen, train, t, signs);
    screen_line(screen);
}

static void put_station(Screen *screen, const SmState *sm, const Signs *signs)
{
    screen_put(screen, INK_RULE, "── ");
    screen_put(screen, INK_HEADING, say(screen, "station-master.draw.station"));
    screen_put(screen, INK_RULE, " ");
    while (screen->column < WORTH_COLUMN - 2)
        screen_put(screen, INK_RULE, "─");
    screen_cell(screen, INK_HEADING, say(screen, "station-master.draw.worth"), 6);
    screen_go(screen, ABOARD_COLUMN);
    screen_put(screen, INK_HEADING, say(screen, "station-master.draw.aboard"));
    screen_put(screen, INK_RULE, " ");
    while (screen->column < screen_width(screen))
        screen_put(screen, INK_RULE, "─");
    screen_line(screen);
    for (int t = 0; t < sm->station_count; t++)
        put_train(screen, sm, t, signs);
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
    screen_block(screen, card_ink(card), spot, text);
    screen_put(screen, INK_PLAIN, " ");
}

static void put_label(Screen *screen, const char *key)
{
    screen_go(screen, INDENT);
    screen_put(screen, INK_HEADING, say(screen, key));
    screen_put(screen, INK_PLAIN, " ");
    screen_go(screen, INDENT + LABEL_WIDTH);
}

static void put_discards(Screen *screen, const SmState *sm)
{
    int last = sm->discard_count > SHOWN_DISCARDS ? sm->discard_count - SHOWN_DISCARDS : 0;

    put_label(screen, "station-master.table.discards");
    for (int i = sm->discard_count - 1; i >= last; i--)
        put_card(screen, sm->discard[i], DISCARD_SPOT + sm->discard[i]);
    screen_put(screen, INK_FAINT, sm->discard_count == 0 ? "–" : last > 0 ? "…" : "");
    screen_line(screen);
}

static void put_hand(Screen *screen, const SmPlayer *player)
{
    put_label(screen, "station-master.table.yours");
    for (int i = 0; i < player->hand_count; i++)
        put_card(screen, player->hand[i], CARD_SPOT + player->hand[i]);
    screen_line(screen);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

void sm_table(Screen *screen, const void *view, int seat, int rows)
{
    const SmState *sm = view;
    Signs signs = { 0 };

    (void)rows;
    make_signs(screen, sm->seats, &signs);
    put_players(screen, sm, &signs, seat);
    put_station(screen, sm, &signs);
    screen_heading(screen, say(screen, "station-master.table.cards"));
    put_discards(screen, sm);
    if (seat != NOBODY)
        put_hand(screen, &sm->players[seat]);
}

int sm_touch(const void *view, int seat, Action action, int *spots)
{
    const SmState *sm = view;
    int kind = action_kind(action), a = action_a(action), b = action_b(action);

    (void)seat;
    switch (kind) {
    case SM_BOARD:
        spots[0] = HOME_SPOT + a;
        spots[1] = TRAIN_SPOT + b;
        return 2;
    case SM_COUPLE:
        spots[0] = CARD_SPOT + a;
        spots[1] = TRAIN_SPOT + b;
        return 2;
    case SM_MOVE:
        spots[0] = TOKEN_SPOT + sm->train * SM_ABOARD + a;
        return 1;
    case SM_DONE:
        return 0;
    case SM_WASTE:
        spots[0] = CARD_SPOT + a;
        return 1;
    default:
        break;
    }
    spots[0] = CARD_SPOT + SM_CABOOSE + kind - SM_PLAY_CARD;
    if (kind == SM_PLAY(SM_REPAIR_3) || kind == SM_PLAY(SM_REPAIR_5)) {
        spots[1] = DISCARD_SPOT + a;
        spots[2] = TRAIN_SPOT + b;
        return 3;
    }
    spots[1] = TRAIN_SPOT + a;
    spots[2] = TRAIN_SPOT + b;
    return kind == SM_PLAY(SM_REASSIGN) || kind == SM_PLAY(SM_TRANSFER) ? 3 : 2;
}

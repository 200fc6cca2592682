/* shape.c: the state in the words of docs/formats.md, and whether a position
 * from outside can come up in a game. */
#include "games/station_master/sm.h"

enum { SCORE_MOST = 30000 };

/* ------------------------------------------------------------------------- */
/* Out and in                                                                */
/* ------------------------------------------------------------------------- */

/* A token's value; in a view it may be hidden. */
static void shape_value(Codec *codec, const char *key, uint8_t *value)
{
    int32_t number = *value == 0 ? UNKNOWN : *value;

    codec_i32(codec, key, &number, 1, SM_VALUES);
    *value = number == UNKNOWN ? 0 : (uint8_t)number;
}

static void shape_train(Codec *codec, SmTrain *train, int seats)
{
    codec_open_object(codec, NULL);
    codec_name(codec, "locomotive", &SM_LOCOMOTIVE_NAMES, &train->locomotive);
    codec_row(codec, "carriages", &SM_CARRIAGE_NAMES, train->carriages,
              &train->carriage_count, SM_LARGEST);
    codec_u8(codec, "royal", &train->royals, 0, SM_CARD_TABLE[SM_ROYAL].copies);
    codec_u8(codec, "standing", &train->standings, 0, SM_CARD_TABLE[SM_STANDING].copies);
    codec_open_counted(codec, "tokens", &train->token_count, SM_ABOARD);
    for (int i = 0; i < train->token_count; i++) {
        codec_open_object(codec, NULL);
        codec_u8(codec, "seat", &train->tokens[i].seat, 0, seats - 1);
        shape_value(codec, "value", &train->tokens[i].value);
        codec_close(codec);
    }
    codec_close(codec);
    codec_close(codec);
}

/* In memory the tokens at home are counts, so reading and writing part ways. */
static void read_home(Codec *codec, SmPlayer *player)
{
    for (int i = 0; i < player->home_count; i++) {
        uint8_t value = 0;
        shape_value(codec, NULL, &value);
        if (value > 0)
            player->home[value - 1]++;
    }
}

/* A hidden home has tokens but no values. */
static void write_home(Codec *codec, const SmPlayer *player)
{
    int written = 0;
    uint8_t hidden = 0;

    for (int value = 1; value <= SM_VALUES; value++) {
        uint8_t shown = (uint8_t)value;
        for (int i = player->home[value - 1]; i > 0; i--, written++)
            shape_value(codec, NULL, &shown);
    }
    for (; written < player->home_count; written++)
        shape_value(codec, NULL, &hidden);
}

/* A hand may come in any order, and lies in ascending order. */
static void shape_player(Codec *codec, SmPlayer *player)
{
    codec_open_object(codec, NULL);
    codec_i16(codec, "score", &player->score, -SCORE_MOST, SCORE_MOST);
    codec_i16(codec, "best", &player->best, 0, SCORE_MOST);
    codec_row(codec, "hand", &SM_HELD_NAMES, player->hand, &player->hand_count, SM_HAND);
    codec_open_counted(codec, "home", &player->home_count, SM_TOKENS);
    if (codec->is_reading)
        read_home(codec, player);
    else
        write_home(codec, player);
    codec_close(codec);
    codec_close(codec);
    if (codec->is_reading)
        sm_sort_hand(player);
}

/* Where in the turn we are. A position that does not say is at the beginning of
 * a turn. */
static void shape_turn(Codec *codec, SmState *sm)
{
    codec_u8(codec, "turn", &sm->turn, 0, sm->seats - 1);
    if (codec_has(codec, "stage"))
        codec_name(codec, "stage", &SM_STAGE_NAMES, &sm->stage);
    if (codec_has(codec, "train"))
        codec_u8(codec, "train", &sm->train, 0, SM_TRAINS - 1);
    if (codec_has(codec, "to"))
        codec_u8(codec, "to", &sm->to, 0, SM_TRAINS - 1);
    if (codec_has(codec, "place"))
        codec_u8(codec, "place", &sm->place, 0, SM_ABOARD - 1);
    if (codec_has(codec, "moved"))
        codec_u8(codec, "moved", &sm->moved, 0, SM_TRANSFERRED - 1);
}

void sm_shape(Codec *codec, void *state)
{
    SmState *sm = state;

    if (codec->is_reading)
        *sm = (SmState){ .seats = sm->seats };
    shape_turn(codec, sm);
    codec_pile(codec, "deck", &SM_CARD_NAMES, sm->deck, &sm->deck_count, SM_CARDS);
    codec_pile(codec, "discard", &SM_CARD_NAMES, sm->discard, &sm->discard_count, SM_CARDS);
    codec_pile(codec, "locomotives", &SM_LOCOMOTIVE_NAMES, sm->pile, &sm->pile_count,
               SM_LOCOMOTIVES);
    codec_pile(codec, "gone", &SM_LOCOMOTIVE_NAMES, sm->gone, &sm->gone_count,
               SM_LOCOMOTIVES);
    codec_open_counted(codec, "station", &sm->station_count, sm->seats + 1);
    for (int t = 0; t < sm->station_count; t++)
        shape_train(codec, &sm->station[t], sm->seats);
    codec_close(codec);
    codec_open_list(codec, "players", sm->seats);
    for (int seat = 0; seat < sm->seats; seat++)
        shape_player(codec, &sm->players[seat]);
    codec_close(codec);
}

/* ------------------------------------------------------------------------- */
/* Soundness: what there is                                                  */
/* ------------------------------------------------------------------------- */

static int count_of(const uint8_t *cards, int length, int card)
{
    int count = 0;

    for (int i = 0; i < length; i++)
        count += cards[i] == card;
    return count;
}

static int count_card(const SmState *sm, int card)
{
    int count = count_of(sm->deck, sm->deck_count, card)
                + count_of(sm->discard, sm->discard_count, card);

    for (int seat = 0; seat < sm->seats; seat++)
        count += count_of(sm->players[seat].hand, sm->players[seat].hand_count, card);
    for (int t = 0; t < sm->station_count; t++) {
        const SmTrain *train = &sm->station[t];
        count += count_of(train->carriages, train->carriage_count, card);
        count += card == SM_ROYAL ? train->royals : 0;
        count += card == SM_STANDING ? train->standings : 0;
    }
    return count;
}

static const char *check_cards(const SmState *sm)
{
    for (int card = 0; card < SM_CARD_KINDS; card++) {
        if (count_card(sm, card) != SM_CARD_TABLE[card].copies)
            return "The cards do not add up: each kind has a fixed number of copies.";
    }
    return NULL;
}

static const char *check_locomotives(const SmState *sm)
{
    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++) {
        int count = count_of(sm->pile, sm->pile_count, kind)
                    + count_of(sm->gone, sm->gone_count, kind);
        for (int t = 0; t < sm->station_count; t++)
            count += sm->station[t].locomotive == kind;
        if (count != sm_locomotives_in_play(kind, sm->seats))
            return "The locomotives do not add up for this number of players.";
    }
    return NULL;
}

static const char *check_tokens(const SmState *sm)
{
    uint8_t counts[SM_SEATS][SM_VALUES] = { { 0 } };

    for (int t = 0; t < sm->station_count; t++) {
        for (int i = 0; i < sm->station[t].token_count; i++) {
            SmToken token = sm->station[t].tokens[i];
            counts[token.seat][token.value - 1]++;
        }
    }
    for (int seat = 0; seat < sm->seats; seat++) {
        for (int i = 0; i < SM_VALUES; i++) {
            if (counts[seat][i] + sm->players[seat].home[i] != SM_TOKEN_TABLE[i])
                return "A player's tokens do not add up: three of 1, two of 2, one of 3.";
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* Soundness: where it lies                                                  */
/* ------------------------------------------------------------------------- */

static const char *check_trains(const SmState *sm)
{
    for (int t = 0; t < sm->station_count; t++) {
        const SmTrain *train = &sm->station[t];
        if (train->carriage_count >= sm_locomotive(train)->number)
            return "A train in the station has fewer carriages than its number.";
        if (sm_room(train) < 0)
            return "A train has more tokens than it takes.";
    }
    return NULL;
}

/* SM-2.2, SM-5.8, SM-6.3: the row is full as long as there is a pile. */
static const char *check_row(const SmState *sm)
{
    int rush_hours = count_of(sm->discard, sm->discard_count, SM_RUSH_HOUR);
    int places = sm->seats + rush_hours;

    if (sm->station_count > places || (sm->pile_count > 0 && sm->station_count < places))
        return "The station has as many trains as players, and one more after the Rush "
               "Hour, as long as there are locomotives.";
    return NULL;
}

/* SM-3.1, SM-3.2: whoever plays a card draws one, while there are any. */
static const char *check_hands(const SmState *sm)
{
    int is_amid_card = sm->stage == SM_ADMITTING || sm->stage == SM_TRANSFERRING;
    int has_ended_amid = sm->stage == SM_OVER && sm->station_count == 0;

    for (int seat = 0; seat < sm->seats; seat++) {
        int count = sm->players[seat].hand_count;
        int most = SM_HAND - (seat == sm->turn && (is_amid_card || has_ended_amid));
        if (count > most || (count < most && sm->deck_count > 0))
            return "A player has three cards until the deck is empty, one fewer while a "
                   "card is being played.";
    }
    return NULL;
}

static const char *check_scores(const SmState *sm)
{
    for (int seat = 0; seat < sm->seats; seat++) {
        const SmPlayer *player = &sm->players[seat];
        if (player->score > player->best * sm->gone_count)
            return "A score is at most the best train's for every train that has left.";
        if (sm->gone_count == 0 && (player->score != 0 || player->best != 0))
            return "Nobody scores before a train has left.";
    }
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* Soundness: the moment of the turn                                         */
/* ------------------------------------------------------------------------- */

static int nobody_can_move(const SmState *sm)
{
    for (int seat = 0; seat < sm->seats; seat++) {
        if (sm_can_move(sm, seat))
            return 0;
    }
    return 1;
}

/* In the middle of a card its player has something to do in any case. */
static const char *check_end(const SmState *sm)
{
    int is_end = sm->station_count == 0 || nobody_can_move(sm);

    if (sm->stage == SM_OVER && !is_end)
        return "The game goes on while there is a train and a move.";
    if (sm->stage == SM_TURN && is_end)
        return "The game is over: there is no train, or nobody can move.";
    if (sm->stage == SM_TURN && !sm_can_move(sm, sm->turn))
        return "The player in turn cannot move and would have been skipped.";
    return NULL;
}

static const char *check_admitting(const SmState *sm)
{
    if (sm->stage != SM_ADMITTING)
        return NULL;
    if (sm->train >= sm->station_count || sm->station[sm->train].standings == 0
        || sm_room(&sm->station[sm->train]) == 0)
        return "A token can follow only onto a train with a Standing Room and room.";
    if (sm->players[sm->turn].home_count == 0)
        return "A token can follow only if the player has one at home.";
    return NULL;
}

static const char *check_transferring(const SmState *sm)
{
    if (sm->stage != SM_TRANSFERRING)
        return NULL;
    if (sm->train >= sm->station_count || sm->to >= sm->station_count
        || sm->train == sm->to)
        return "A transfer is between two trains in the station.";
    const SmTrain *from = &sm->station[sm->train], *to = &sm->station[sm->to];
    if (sm->place >= from->token_count || sm_room(to) == 0)
        return "A transfer that goes on needs a token to move and room for it.";
    if (sm->moved > to->token_count || (sm->moved == 0 && sm->place > 0))
        return "The tokens moved so far do not fit the trains of the transfer.";
    if (sm->discard_count == 0 || sm->discard[sm->discard_count - 1] != SM_TRANSFER)
        return "During a transfer its card lies on top of the discards.";
    return NULL;
}

/* What belongs to another moment is 0. */
static const char *check_stage(const SmState *sm)
{
    int has_train = sm->stage == SM_ADMITTING || sm->stage == SM_TRANSFERRING;
    int has_transfer = sm->stage == SM_TRANSFERRING;

    if ((!has_train && sm->train) || (!has_transfer && (sm->to | sm->place | sm->moved)))
        return "Train, to, place and moved do not fit the stage of the turn.";
    return NULL;
}

const char *sm_unsound(const void *state)
{
    static const char *(*const CHECKS[])(const SmState *) = {
        check_cards,     check_locomotives,  check_tokens, check_trains,
        check_row,       check_hands,        check_scores, check_end,
        check_admitting, check_transferring, check_stage,
    };
    const char *fault = NULL;

    for (int i = 0; i < (int)(sizeof CHECKS / sizeof CHECKS[0]) && fault == NULL; i++)
        fault = CHECKS[i](state);
    return fault;
}

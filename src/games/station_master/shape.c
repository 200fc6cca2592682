/* shape.c: the state in the words of docs/formats.md, and whether a position
 * from outside can be played. */
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
    codec_optional(codec_moment, codec, "stage", SM_MOMENTS, &sm->stage);
    codec_optional(codec_u8, codec, "train", &sm->train, 0, SM_TRAINS - 1);
    codec_optional(codec_u8, codec, "to", &sm->to, 0, SM_TRAINS - 1);
    codec_optional(codec_u8, codec, "place", &sm->place, 0, SM_ABOARD - 1);
    codec_optional(codec_u8, codec, "moved", &sm->moved, 0, SM_TRANSFERRED - 1);
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
    if (codec->is_reading)
        sm_keep_room(sm);
}

/* ------------------------------------------------------------------------- */
/* Soundness: what there is                                                  */
/* ------------------------------------------------------------------------- */

static const char *check_cards(const SmState *sm)
{
    uint8_t left[SM_CARD_KINDS];

    sm_count_unseen_cards(sm, left);
    cards_strike_out(left, sm->deck, sm->deck_count);
    return cards_are_struck_out(left, SM_CARD_KINDS)
               ? NULL
               : "The cards do not add up: each kind has a fixed number of copies.";
}

static const char *check_locomotives(const SmState *sm)
{
    uint8_t left[SM_LOCOMOTIVE_KINDS];

    sm_count_unseen_locomotives(sm, left);
    cards_strike_out(left, sm->pile, sm->pile_count);
    return cards_are_struck_out(left, SM_LOCOMOTIVE_KINDS)
               ? NULL
               : "The locomotives do not add up for this number of players.";
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

/* SM-2.2, SM-5.8: the Rush Hour brings one train more. */
static const char *check_row(const SmState *sm)
{
    int rush_hours = cards_count(sm->discard, sm->discard_count, SM_RUSH_HOUR);

    if (sm->station_count > sm->seats + rush_hours)
        return "The station has at most as many trains as players, and one more after the "
               "Rush Hour.";
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* Soundness: the moment of the turn                                         */
/* ------------------------------------------------------------------------- */

/* Room for the card that is drawn when this one has been played (SM-3.1). */
static const char *check_card_played(const SmState *sm)
{
    if (sm->players[sm->turn].hand_count == SM_HAND)
        return "While a card is being played its player has two cards at most.";
    if (sm->train >= sm->station_count || sm->to >= sm->station_count)
        return "There is no such train in the station.";
    return NULL;
}

static const char *check_stage(const SmState *sm)
{
    int is_played = sm->stage == SM_ADMITTING || sm->stage == SM_TRANSFERRING;
    const char *fault = is_played ? check_card_played(sm) : NULL;

    if (fault != NULL)
        return fault;
    if (sm->stage == SM_ADMITTING && sm_room(&sm->station[sm->train]) == 0)
        return "A token can follow only onto a train with room.";
    if (sm->stage == SM_TRANSFERRING
        && (sm->train == sm->to || sm_room(&sm->station[sm->to]) == 0))
        return "A transfer is between two trains, and the second has room.";
    return game_is_stuck(&STATION_MASTER, sm) ? "The player in turn cannot move." : NULL;
}

const char *sm_unsound(const void *state)
{
    const SmState *sm = state;

    return check_cards(sm)    ?: check_locomotives(sm) ?: check_tokens(sm)
           ?: check_trains(sm) ?: check_row(sm)        ?: check_stage(sm);
}

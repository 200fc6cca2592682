/* save.c: reads the save file. The reader goes line by line; every error names its line. */
#include "play/save.h"

#include "play/notation.h"
#include "play/setup.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Lines and words                                                           */
/* ------------------------------------------------------------------------- */

typedef struct Reader {
    TextPiece left;    /* not yet read */
    int line;          /* the number of the last line read */
    TextPiece present; /* that line */
    Fault *fault;
} Reader;

enum { NUMBER_MOST = 999999 };

#define AT_LINE(reader, format, ...)                                                       \
    fault_set((reader)->fault, "Line %d: " format, (reader)->line, __VA_ARGS__)

/* For printf's "%s". */
#define QUOTED(piece) quote((piece).bytes, (piece).length).text

static void take_line(Reader *reader)
{
    const char *end = memchr(reader->left.bytes, '\n', reader->left.length);
    size_t length = end == NULL ? reader->left.length : (size_t)(end - reader->left.bytes);
    size_t step = end == NULL ? length : length + 1;

    reader->present = (TextPiece){ reader->left.bytes, length };
    reader->left.bytes += step;
    reader->left.length -= step;
    reader->line++;
}

/* To the next line that is not a comment; 0: there is none, an error that names what was
 * `expected`. */
static int next_line(Reader *reader, const char *expected)
{
    do {
        if (reader->left.length == 0) {
            reader->line++;
            return AT_LINE(reader, "the file ends where %s should come.",
                           fault_words(reader->fault, expected));
        }
        take_line(reader);
    } while (reader->present.length > 0 && reader->present.bytes[0] == '#');
    return 1;
}

/* The piece as a string; too long for any name we know, it becomes empty. */
typedef struct Name {
    char text[64];
} Name;

static Name piece_name(TextPiece piece)
{
    Name name = { "" };

    if (piece.length < sizeof name.text)
        memcpy(name.text, piece.bytes, piece.length);
    return name;
}

/* ------------------------------------------------------------------------- */
/* The header                                                                */
/* ------------------------------------------------------------------------- */

typedef struct Header {
    int version;
    const Game *game;
    Setup setup;
    State start; /* if the save has a state instead of a seed */
    int has_state;
    int options_given; /* a bit each */
    SavePlayers players;
    const SaveStart *start_form;
} Header;

static int read_game(Reader *reader, Header *header, TextPiece value)
{
    header->game = catalogue_find(piece_name(value).text);
    if (header->game == NULL)
        return AT_LINE(reader, "there is no game \"%s\".", QUOTED(value));
    game_default_setup(header->game, 0, &header->setup);
    return 1;
}

static int read_rules(Reader *reader, Header *header, TextPiece value)
{
    int version = piece_number(value, NUMBER_MOST);

    if (version < 1)
        return AT_LINE(reader, "\"%s\" is not a version of the rules.", QUOTED(value));
    if (version != header->game->rules_version)
        return AT_LINE(
            reader, "the game was played by rules %d, %s than rules %d here.", version,
            fault_words(reader->fault,
                        version > header->game->rules_version ? "newer" : "older"),
            header->game->rules_version);
    return 1;
}

static int read_seats(Reader *reader, Header *header, TextPiece value)
{
    const Game *game = header->game;
    int seats = piece_number(value, NUMBER_MOST);

    if (seats < game->least_seats || seats > game->most_seats)
        return AT_LINE(reader, "%s has %d to %d seats, not \"%s\".", game->id,
                       game->least_seats, game->most_seats, QUOTED(value));
    header->setup.seats = seats;
    return 1;
}

static int read_option(Reader *reader, Header *header, TextPiece value)
{
    TextPiece id = piece_take_word(&value);
    int option = option_find(header->game, piece_name(id).text);

    if (option < 0)
        return AT_LINE(reader, "%s has no option \"%s\".", header->game->id, QUOTED(id));
    if (header->options_given >> option & 1)
        return AT_LINE(reader, "the option %s comes twice.",
                       header->game->options[option].id);
    header->options_given |= 1 << option;
    if (setup_set_option(header->game, &header->setup, header->game->options[option].id,
                         piece_name(value).text)
        != SETUP_OK)
        return AT_LINE(reader, "the option %s cannot be \"%s\".",
                       header->game->options[option].id, QUOTED(value));
    return 1;
}

/* Seats and options are complete once the start of the game comes. */
static int check_setup(Reader *reader, const Header *header)
{
    const char *refusal = setup_refusal(header->game, &header->setup);

    if (refusal != NULL)
        return AT_LINE(reader, "the options above do not go together (%s).", refusal);
    return 1;
}

static int read_seed(Reader *reader, Header *header, TextPiece value)
{
    if (!text_read_hex(value.bytes, value.length, header->setup.seed, SEED_BYTES))
        return AT_LINE(reader, "the seed must be %d hexadecimal digits.", 2 * SEED_BYTES);
    return check_setup(reader, header);
}

static int read_state(Reader *reader, Header *header, TextPiece value)
{
    Fault wrong = fault_like(reader->fault);

    if (!check_setup(reader, header))
        return 0;
    header->has_state = 1;
    if (!header->start_form->read(header->game, &header->setup, value.bytes, value.length,
                                  &header->start, &wrong))
        return AT_LINE(reader, "%.280s", wrong.sentence);
    return 1;
}

static int read_deal(Reader *reader, Header *header, TextPiece value)
{
    const char *wrong =
        header->version == SAVE_VERSION || header->has_state
            ? "only a save of version 2 that begins with a seed has a deal to prove"
            : deal_read_line(value, header->setup.seats, &header->players.proof);

    return wrong == NULL || AT_LINE(reader, "%s.", wrong);
}

int save_can_name(const char *name, size_t length)
{
    if (length == 0 || length > SAVE_NAME_MAX || name[0] == ' ' || name[length - 1] == ' ')
        return 0;
    return text_is_harmless(name, length);
}

/* The seat at the beginning of a line; -1: there is no such seat, an error. */
static int take_seat(Reader *reader, int seats, TextPiece *rest)
{
    TextPiece number = piece_take_word(rest);
    int seat = piece_number(number, NUMBER_MOST);

    if (seat >= 0 && seat < seats)
        return seat;
    AT_LINE(reader, "there is no seat \"%s\".", QUOTED(number));
    return -1;
}

static int read_player(Reader *reader, Header *header, TextPiece value)
{
    int seat = take_seat(reader, header->setup.seats, &value);

    if (seat < 0)
        return 0;
    if (header->players.names[seat][0] != '\0')
        return AT_LINE(reader, "the player of seat %d comes twice.", seat);
    if (!save_can_name(value.bytes, value.length))
        return AT_LINE(reader,
                       "a player's name has 1 to %d bytes, no space at either end, no "
                       "control characters and none that turn the direction of writing.",
                       SAVE_NAME_MAX);
    memcpy(header->players.names[seat], value.bytes, value.length);
    return 1;
}

static int is_level(const char *text, size_t length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789:.-";

    if (length == 0 || length > SAVE_LEVEL_MAX)
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\0' || strchr(letters, text[i]) == NULL)
            return 0;
    }
    return 1;
}

void save_seat_bot(SaveSeat *seat, const char *level)
{
    *seat = (SaveSeat){ .who = SAVE_UNKNOWN };
    if (!is_level(level, strlen(level)))
        return;
    seat->who = SAVE_BOT;
    memcpy(seat->level, level, strlen(level));
}

static int read_seat(Reader *reader, Header *header, TextPiece value)
{
    int seat = take_seat(reader, header->setup.seats, &value);
    TextPiece who = piece_take_word(&value);

    if (seat < 0)
        return 0;
    SaveSeat *at = &header->players.seats[seat];
    if (at->who != SAVE_UNKNOWN)
        return AT_LINE(reader, "who has seat %d comes twice.", seat);
    if (piece_is(who, SAVE_WHO_WORDS[SAVE_BOT])) {
        if (!is_level(value.bytes, value.length))
            return AT_LINE(reader, "\"%s\" is not a bot's level.", QUOTED(value));
        at->who = SAVE_BOT;
        memcpy(at->level, value.bytes, value.length);
        return 1;
    }
    if (piece_is(who, SAVE_WHO_WORDS[SAVE_PERSON]))
        at->who = SAVE_PERSON;
    else if (piece_is(who, SAVE_WHO_WORDS[SAVE_PROGRAM]))
        at->who = SAVE_PROGRAM;
    if (at->who == SAVE_UNKNOWN || value.length > 0)
        return AT_LINE(reader, "seat %d is a person, a bot and its level, or a program.",
                       seat);
    return 1;
}

typedef enum HowOften { EXACTLY_ONCE, ANY_NUMBER } HowOften;

/* The header's lines, in their order. Seed and state are alternatives. */
enum { HEADER_SEED = 4, HEADER_STATE, HEADER_WORDS = 9 };

static const struct HeaderWord {
    const char *word;
    HowOften how_often;
    int (*read)(Reader *reader, Header *header, TextPiece value);
} HEADER[HEADER_WORDS] = {
    { "game", EXACTLY_ONCE, read_game },
    { "rules", EXACTLY_ONCE, read_rules },
    { "seats", EXACTLY_ONCE, read_seats },
    { "option", ANY_NUMBER, read_option },
    [HEADER_SEED] = { "seed", EXACTLY_ONCE, read_seed },
    [HEADER_STATE] = { "state", EXACTLY_ONCE, read_state },
    { "deal", ANY_NUMBER, read_deal },
    { "player", ANY_NUMBER, read_player },
    { "seat", ANY_NUMBER, read_seat },
};

static int header_find(TextPiece word)
{
    for (int i = 0; i < HEADER_WORDS; i++) {
        if (piece_is(word, HEADER[i].word))
            return i;
    }
    return -1;
}

/* The line that must still come before line kind `next` may, when the last one
 * was of kind `last`; NULL: none. */
static const char *header_missing(int last, int next)
{
    if (next == HEADER_STATE)
        next = HEADER_SEED;
    for (int i = last + 1; i < next; i++) {
        if (HEADER[i].how_often == EXACTLY_ONCE && i != HEADER_STATE)
            return i == HEADER_SEED ? "seed or state" : HEADER[i].word;
    }
    return NULL;
}

/* May a line of this kind follow the last one? */
static int check_order(Reader *reader, int last, int next)
{
    const char *missing = header_missing(last, next);

    if (missing != NULL)
        return AT_LINE(reader, "the line \"%s\" is missing before this one.", missing);
    if (next < last || (next == last && HEADER[next].how_often == EXACTLY_ONCE))
        return AT_LINE(reader, "\"%s\" comes twice or too late.", HEADER[next].word);
    if (last == HEADER_SEED && next == HEADER_STATE)
        return AT_LINE(reader, "a game begins with a %s or a %s, not both.", "seed",
                       "state");
    return 1;
}

static int read_version(Reader *reader, Header *header)
{
    if (!next_line(reader, "\"roundhouse save 1\""))
        return 0;
    int has_deal = piece_is(reader->present, "roundhouse save 2");
    header->version = has_deal ? SAVE_VERSION_DEAL : SAVE_VERSION;
    return has_deal || piece_is(reader->present, "roundhouse save 1")
           || AT_LINE(reader, "this is not a save of version %d or %d.", SAVE_VERSION,
                      SAVE_VERSION_DEAL);
}

static int check_header(Reader *reader, const Header *header, int last)
{
    return check_order(reader, last, HEADER_WORDS - 1)
           && (header->version == SAVE_VERSION || deal_is_complete(&header->players.proof)
               || AT_LINE(reader, "a save of version %d has the proof of its deal.",
                          SAVE_VERSION_DEAL));
}

static int read_header(Reader *reader, Header *header)
{
    int last = -1;

    if (!read_version(reader, header))
        return 0;
    for (;;) {
        if (!next_line(reader, "the header or the blank line after it"))
            return 0;
        TextPiece rest = reader->present;
        if (rest.length == 0)
            return check_header(reader, header, last);
        TextPiece word = piece_take_word(&rest);
        int next = header_find(word);
        if (next < 0)
            return AT_LINE(reader, "a header has no line \"%s\".", QUOTED(word));
        if (!check_order(reader, last, next) || !HEADER[next].read(reader, header, rest))
            return 0;
        last = next;
    }
}

/* ------------------------------------------------------------------------- */
/* The actions and the result                                                */
/* ------------------------------------------------------------------------- */

static int read_move(Reader *reader, Match *match)
{
    TextPiece rest = reader->present;
    int seat = take_seat(reader, match_setup(match)->seats, &rest);
    Action action;

    if (seat < 0)
        return 0;
    if (!notation_read(match_game(match), rest.bytes, rest.length, &action))
        return AT_LINE(reader, "\"%s\" is not an action of %s.", QUOTED(rest),
                       match_game(match)->id);
    switch (match_apply(match, seat, action, NULL)) {
    case MATCH_OK:
        return 1;
    case MATCH_NOT_WAITING:
        return AT_LINE(reader, "it is not the turn of seat %d.", seat);
    case MATCH_ILLEGAL:
        return AT_LINE(reader, "seat %d may not \"%s\" now.", seat, QUOTED(rest));
    case MATCH_NO_MEMORY:
        break;
    }
    return AT_LINE(reader, "there is %s left.", fault_words(reader->fault, "no memory"));
}

static int read_moves(Reader *reader, Match *match)
{
    for (;;) {
        if (!next_line(reader, "an action or the blank line after the last one"))
            return 0;
        if (reader->present.length == 0)
            return 1;
        if (!read_move(reader, match))
            return 0;
    }
}

static int check_result(Reader *reader, const Match *match)
{
    Text expected = { 0 };
    int is_right;

    if (!next_line(reader, "the result"))
        return 0;
    TextPiece rest = reader->present, first = piece_take_word(&rest);
    if (reader->present.length == 0 || piece_number(first, NUMBER_MOST) >= 0)
        return AT_LINE(reader,
                       "there is a blank line too many above: one stands %s the actions "
                       "and one after them.",
                       fault_words(reader->fault, "before"));
    save_write_result(&expected, match);
    is_right = !expected.has_failed && piece_is(reader->present, expected.bytes);
    if (expected.has_failed)
        AT_LINE(reader, "there is %s left.", fault_words(reader->fault, "no memory"));
    else if (!is_right)
        AT_LINE(reader, "the game ends in \"%s\", not in \"%s\".", expected.bytes,
                QUOTED(reader->present));
    text_free(&expected);
    return is_right;
}

/* After the result come comments at most. */
static int check_end(Reader *reader)
{
    while (reader->left.length > 0) {
        take_line(reader);
        if (reader->present.length == 0 || reader->present.bytes[0] != '#')
            return AT_LINE(reader, "nothing may follow the result, but \"%s\" does.",
                           QUOTED(reader->present));
    }
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

/* Saves are plain UTF-8 text: no control characters but the ends of lines. */
static int check_characters(TextPiece all, Fault *fault)
{
    Reader reader = { .left = all, .fault = fault };

    while (reader.left.length > 0) {
        take_line(&reader);
        if (!text_is_utf8(reader.present.bytes, reader.present.length))
            return AT_LINE(&reader, "this is not %s.", "UTF-8");
        for (size_t i = 0; i < reader.present.length; i++) {
            unsigned char byte = (unsigned char)reader.present.bytes[i];
            if (byte == '\r' && i + 1 == reader.present.length)
                return AT_LINE(&reader,
                               "lines end in a line feed alone here, not in carriage "
                               "return and line feed (%s).",
                               "CRLF");
            if (byte < ' ' || byte == 0x7F)
                return AT_LINE(&reader, "there is a control character (%d) in it.", byte);
        }
    }
    return 1;
}

static Match *begin_match(const Header *header, Fault *fault)
{
    Match *match = header->has_state
                       ? match_new_at(header->game, &header->setup, &header->start)
                       : match_new(header->game, &header->setup);

    if (match == NULL)
        fault_set(fault, "There is no memory left.");
    return match;
}

Match *save_read(const char *text, size_t length, const SaveStart *start,
                 SavePlayers *players, Fault *fault)
{
    Reader reader = { .left = { text, length }, .fault = fault };
    Header header = { .start_form = start };

    if (length > SAVE_MOST) {
        fault_set(fault, "A save has at most %d bytes.", SAVE_MOST);
        return NULL;
    }
    if (!check_characters(reader.left, fault) || !read_header(&reader, &header))
        return NULL;
    Match *match = begin_match(&header, fault);
    if (match == NULL)
        return NULL;
    if (!read_moves(&reader, match) || !check_result(&reader, match)
        || !check_end(&reader)) {
        match_free(match);
        return NULL;
    }
    if (players != NULL)
        *players = header.players;
    return match;
}

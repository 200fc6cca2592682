/* turns.c: a line for each of the others. A line is made of parts, a part of the steps
 * that have the same verb. */
#include "tui/turns.h"

#include <string.h>

enum { PARTS_MAX = 12, STEPS_MAX = 16, STEP_TEXT = 160, KEY_MAX = 96, NAME_COLUMN = 2 };
enum { TEXT_COLUMN = NAME_COLUMN + NAME_COLUMNS + 1 };

typedef struct Step {
    char text[STEP_TEXT];
    int times; /* equal steps are counted: "BOX→1 ×2" */
} Step;

typedef struct Part {
    const char *word, *verb; /* no verb: the step says all */
    Step steps[STEPS_MAX];
    int step_count;
    int total; /* of all steps */
    int is_counted;
} Part;

typedef struct Line {
    Language language;
    const Game *game;
    Part parts[PARTS_MAX];
    int part_count;
    int first; /* parts before this one did not fit */
} Line;

/* ------------------------------------------------------------------------- */
/* Since when                                                                */
/* ------------------------------------------------------------------------- */

static int seat_at(const Journal *journal, int i)
{
    return journal->entries[i].event.seat;
}

/* Back over the last turn of every seat, until one comes again. */
static int last_turns(const Journal *journal)
{
    SeatSet seen = 0;
    int begin = journal->count;

    for (int last = NOBODY, i = journal->count - 1; i >= 0; i--) {
        int seat = seat_at(journal, i);
        if (seat != NOBODY && seat != last && seats_have(seen, seat))
            break;
        if (seat != NOBODY) {
            seen |= seat_bit(seat);
            last = seat;
            begin = i;
        }
    }
    return begin;
}

int turns_begin(const Journal *journal, int viewer)
{
    int i = journal->count;

    if (viewer == NOBODY)
        return last_turns(journal);
    while (i > 0
           && (seat_at(journal, i - 1) == viewer || seat_at(journal, i - 1) == NOBODY))
        i--;
    while (i > 0 && seat_at(journal, i - 1) != viewer)
        i--;
    return i;
}

/* ------------------------------------------------------------------------- */
/* Parts and steps                                                           */
/* ------------------------------------------------------------------------- */

static const char *find(const Line *line, const char *topic, const char *word,
                        const char *end)
{
    char key[KEY_MAX];

    snprintf(key, sizeof key, "%s.%s.%s%s", line->game->id, topic, word, end);
    return words_find(line->language, key);
}

static Part *part_of(Line *line, const char *word, const char *verb)
{
    for (int i = 0; i < line->part_count; i++) {
        if (strcmp(line->parts[i].word, word) == 0)
            return &line->parts[i];
    }
    if (line->part_count == PARTS_MAX)
        return NULL;
    Part *part = &line->parts[line->part_count++];
    *part = (Part){ .word = word, .verb = verb };
    return part;
}

static void add_step(Part *part, const char *text)
{
    part->total++;
    for (int i = 0; i < part->step_count; i++) {
        if (strcmp(part->steps[i].text, text) == 0) {
            part->steps[i].times++;
            return;
        }
    }
    if (part->step_count == STEPS_MAX) {
        part->is_counted = 1;
        return;
    }
    Step *step = &part->steps[part->step_count++];
    snprintf(step->text, sizeof step->text, "%s", text);
    step->times = 1;
}

static void add_event(Line *line, const Event *event, const char *const *players)
{
    char text[STEP_TEXT];
    Phrase phrase;

    phrase_of_event(&phrase, line->game->event_kinds, event);
    const char *verb = find(line, "verb", phrase.word, "");
    const char *words = find(line, "turn", phrase.word, "");
    const char *either = words != NULL ? words : verb;
    if (either == NULL || strcmp(either, "-") == 0)
        return;
    words_phrase_as(line->language, line->game, words != NULL ? "turn" : "brief", &phrase,
                    players, text, sizeof text);
    Part *part = part_of(line, phrase.word, verb);
    if (part != NULL)
        add_step(part, text);
}

/* ------------------------------------------------------------------------- */
/* The text                                                                  */
/* ------------------------------------------------------------------------- */

static void append(char *out, size_t size, const char *text)
{
    size_t length = strlen(out);

    snprintf(out + length, size - length, "%s", text);
}

static void write_part(const Line *line, const Part *part, char *out, size_t size)
{
    char key[KEY_MAX], times[16], counted[STEP_TEXT];
    WordsArgument count = { "count", NULL, part->total };

    if (part->verb != NULL) {
        append(out, size, part->verb);
        append(out, size, " ");
    }
    snprintf(key, sizeof key, "%s.turn.%s.many", line->game->id, part->word);
    if (part->is_counted && words_find(line->language, key) != NULL) {
        words_write(line->language, key, &count, 1, counted, sizeof counted);
        append(out, size, counted);
        return;
    }
    for (int i = 0; i < part->step_count; i++) {
        append(out, size, i == 0 ? "" : ", ");
        append(out, size, part->steps[i].text);
        snprintf(times, sizeof times, " ×%d", part->steps[i].times);
        append(out, size, part->steps[i].times > 1 ? times : "");
    }
}

/* Is the part left out, for want of room? */
static int is_left_out(const Line *line, const Part *part)
{
    const char *many = find(line, "turn", part->word, ".many");

    return part->is_counted && many != NULL && strcmp(many, "-") == 0;
}

static void write_line(const Line *line, char *out, size_t size)
{
    int written = 0;

    snprintf(out, size, "%s", line->first == 0 ? "" : "… ");
    for (int i = line->first; i < line->part_count; i++) {
        if (is_left_out(line, &line->parts[i]))
            continue;
        if (written++ > 0) {
            append(out, size, words_find(line->language, "play.log.next"));
            append(out, size, " ");
        }
        write_part(line, &line->parts[i], out, size);
    }
}

/* Leaves out the first part that may be, or counts the one with the most steps; 0: nothing
 * more can be done. */
static int shorten(Line *line)
{
    Part *most = NULL;

    for (int i = 0; i < line->part_count; i++) {
        Part *part = &line->parts[i];
        const char *many = find(line, "turn", part->word, ".many");
        if (part->is_counted || many == NULL)
            continue;
        if (strcmp(many, "-") == 0) {
            most = part;
            break;
        }
        if (part->total > 1 && (most == NULL || part->total > most->total))
            most = part;
    }
    if (most != NULL)
        most->is_counted = 1;
    return most != NULL;
}

static void fit(Line *line, int columns, char *out, size_t size)
{
    write_line(line, out, size);
    while (text_width(out) > columns) {
        if (!shorten(line) && ++line->first >= line->part_count)
            break;
        write_line(line, out, size);
    }
}

static void add_events(Line *line, const Journal *journal, int begin, int seat, int viewer,
                       const char *const *players)
{
    for (int i = begin; i < journal->count; i++) {
        const Event *event = &journal->entries[i].event;
        if (event->seat == seat && event_is_seen_by(event, viewer))
            add_event(line, event, players);
    }
}

/* Where the last turn of a seat begins. */
static int last_turn_of(const Journal *journal, int seat)
{
    int i = journal->count;

    while (i > 0 && seat_at(journal, i - 1) != seat)
        i--;
    while (i > 0 && (seat_at(journal, i - 1) == seat || seat_at(journal, i - 1) == NOBODY))
        i--;
    return i;
}

/* Of several turns, only the last if they do not fit. "": nothing that has words. */
static void line_of(const Journal *journal, const Screen *screen, const Game *game,
                    int begin, int seat, int viewer, char *out, size_t size)
{
    int columns = screen->width - TEXT_COLUMN - 1;
    Line line = { .language = screen->language, .game = game };

    add_events(&line, journal, begin, seat, viewer, screen->players);
    fit(&line, columns, out, size);
    if (line.first == 0)
        return;
    line = (Line){ .language = screen->language, .game = game };
    int last = last_turn_of(journal, seat);
    add_events(&line, journal, last > begin ? last : begin, seat, viewer, screen->players);
    fit(&line, columns, out, size);
}

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

/* The others since then, in the order of their first steps; returns how many. */
static int others_since(const Journal *journal, int begin, int viewer, int order[SEATS_MAX])
{
    SeatSet seen = viewer == NOBODY ? 0 : seat_bit(viewer);
    int count = 0;

    for (int i = begin; i < journal->count; i++) {
        int seat = seat_at(journal, i);
        if (seat == NOBODY || seats_have(seen, seat))
            continue;
        seen |= seat_bit(seat);
        order[count++] = seat;
    }
    return count;
}

int turns_count(const Journal *journal, int viewer)
{
    int order[SEATS_MAX];

    return others_since(journal, turns_begin(journal, viewer), viewer, order);
}

static void put_line(Screen *screen, int name_column, int text_column, int seat,
                     const char *text)
{
    screen_go(screen, name_column);
    screen_name(screen, INK_STRONG, seat);
    screen_go(screen, text_column);
    screen_put(screen, INK_PLAIN, text);
}

static void print_line(const Journal *journal, Screen *screen, const Game *game, int begin,
                       int seat, int viewer)
{
    char text[SCREEN_TEXT_MAX];

    line_of(journal, screen, game, begin, seat, viewer, text, sizeof text);
    if (text[0] == '\0')
        return;
    put_line(screen, NAME_COLUMN, TEXT_COLUMN, seat, text);
    screen_line(screen);
}

/* The lines, and where names and texts of pairs stand in their half of a row. */
typedef struct Lines {
    int seats[SEATS_MAX];
    char texts[SEATS_MAX][SCREEN_TEXT_MAX];
    int count;
    int half, name_columns;
} Lines;

static void write_lines(Lines *lines, const Journal *journal, const Screen *screen,
                        const Game *game, int viewer)
{
    int order[SEATS_MAX], begin = turns_begin(journal, viewer);
    int others = others_since(journal, begin, viewer, order);

    lines->count = lines->name_columns = 0;
    lines->half = screen->width / 2;
    for (int i = 0; i < others; i++) {
        char *text = lines->texts[lines->count];
        int columns = text_width(screen->players[order[i]]);

        line_of(journal, screen, game, begin, order[i], viewer, text, SCREEN_TEXT_MAX);
        if (text[0] == '\0')
            continue;
        lines->seats[lines->count++] = order[i];
        if (columns > lines->name_columns)
            lines->name_columns = columns;
    }
}

/* Do this line and the next one stand beside each other? Only where rows are short. */
static int makes_a_pair(const Lines *lines, int i, int rows)
{
    int columns = lines->half - NAME_COLUMN - lines->name_columns - 2;

    return lines->count - i > rows && i + 1 < lines->count
           && text_width(lines->texts[i]) <= columns
           && text_width(lines->texts[i + 1]) <= columns;
}

/* How many rows the lines from `first` on take, if so many are there. */
static int rows_from(const Lines *lines, int first, int rows)
{
    int taken = 0;

    for (int i = first; i < lines->count; i++, taken++)
        i += makes_a_pair(lines, i, rows - taken);
    return taken;
}

static void print_pair(const Lines *lines, Screen *screen, int i)
{
    int text_column = NAME_COLUMN + lines->name_columns + 1;

    put_line(screen, NAME_COLUMN, text_column, lines->seats[i], lines->texts[i]);
    put_line(screen, lines->half + NAME_COLUMN, lines->half + text_column,
             lines->seats[i + 1], lines->texts[i + 1]);
}

int turns_print(const Journal *journal, Screen *screen, const Game *game, int viewer,
                int rows)
{
    int first = 0;
    Lines lines;

    write_lines(&lines, journal, screen, game, viewer);
    while (first < lines.count && rows_from(&lines, first, rows) > rows)
        first++;
    for (int i = first; i < lines.count; i++, rows--) {
        if (makes_a_pair(&lines, i, rows))
            print_pair(&lines, screen, i++);
        else
            put_line(screen, NAME_COLUMN, TEXT_COLUMN, lines.seats[i], lines.texts[i]);
        screen_line(screen);
    }
    return first == 0;
}

static int is_others(const Journal *journal, int i, int viewer)
{
    return seat_at(journal, i) != NOBODY && seat_at(journal, i) != viewer;
}

void turns_print_news(const Journal *journal, Screen *screen, const Game *game, int from,
                      int viewer)
{
    SeatSet printed = 0;

    for (int i = from, end; i < journal->count; i = end) {
        int seat = seat_at(journal, i);

        end = i + 1;
        if (!is_others(journal, i, viewer)) {
            while (end < journal->count && !is_others(journal, end, viewer))
                end++;
            journal_print_news(journal, screen, game, i, end, viewer);
        } else if (!seats_have(printed, seat)) {
            print_line(journal, screen, game, from, seat, viewer);
            printed |= seat_bit(seat);
        }
    }
}

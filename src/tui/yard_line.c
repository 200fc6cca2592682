/* yard_line.c: a whole new yard in one line. */
#include "tui/yard_line.h"

#include "games/freight_train/ft.h"

#include <string.h>
#include <strings.h>

static const char *const CODE_ITEMS[] = {
    "auto-rack", "box",       "coil-steel",   "container", "gondola", "hopper",
    "ore",       "piggyback", "refrigerator", "stock",     "tank",    "mixed",
};
const Names YARD_LINE_CODES = NAMES("code", CODE_ITEMS);

/* "BOX BOX ORE / TNK TNK", each siding from the closed end to the open one: the action to
 * rearrange and one to store each car, which the rules check one by one. */
typedef struct Plan {
    int length[FT_YARD_SIDINGS];
    uint8_t cars[FT_YARD_SIDINGS][FT_YARD_ROOM];
} Plan;

static int car_of_code(Language language, const char *word)
{
    for (int car = 0; car < FT_TYPES; car++) {
        if (strcasecmp(words_name(language, &FREIGHT_TRAIN, &YARD_LINE_CODES, car), word)
            == 0)
            return car;
    }
    return -1;
}

/* The next word of a line, cut to its room; "/" is one by itself. 0: no more. */
static int next_word(const char **line, char *word, size_t size)
{
    const char *at = *line + strspn(*line, " \t,-");
    size_t length = *at == '/' ? 1 : strcspn(at, " \t,-/");
    size_t kept = length < size ? length : size - 1;

    memcpy(word, at, kept);
    word[kept] = '\0';
    *line = at + length;
    return length > 0;
}

/* Is any word of it a code or the sign between sidings? */
static int looks_like_a_yard(Language language, const char *line)
{
    char word[16];

    while (next_word(&line, word, sizeof word)) {
        if (strcmp(word, "/") == 0 || car_of_code(language, word) >= 0)
            return 1;
    }
    return 0;
}

static int refuse(Reading *reading, const char *key)
{
    reading->error = key;
    return 0;
}

static int read_plan(Language language, const char *line, Plan *plan, Reading *reading)
{
    int siding = 0;

    while (next_word(&line, reading->word, sizeof reading->word)) {
        int car = car_of_code(language, reading->word);

        if (strcmp(reading->word, "/") == 0) {
            if (++siding == FT_YARD_SIDINGS)
                return refuse(reading, "freight-train.line.sidings");
        } else if (car < 0) {
            return refuse(reading, "freight-train.line.word");
        } else if (plan->length[siding] == FT_YARD_ROOM) {
            return refuse(reading, "freight-train.line.room");
        } else {
            plan->cars[siding][plan->length[siding]++] = (uint8_t)car;
        }
    }
    return 1;
}

/* Has it the same cars as yard and hand? */
static int has_same_cars(const Plan *plan, const FtState *ft, int seat)
{
    int balance[FT_TYPES];

    for (int car = 0; car < FT_TYPES; car++)
        balance[car] = ft->held[car];
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        const FtYardSiding *siding = &ft->players[seat].yard[s];
        for (int i = 0; i < siding->length; i++)
            balance[siding->cars[i]]++;
        for (int i = 0; i < plan->length[s]; i++)
            balance[plan->cars[s][i]]--;
    }
    for (int car = 0; car < FT_TYPES; car++) {
        if (balance[car] != 0)
            return 0;
    }
    return 1;
}

/* Cars that are placed already must be where the line has them. */
static int fits_what_is_down(const Plan *plan, const FtPlayer *player)
{
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        const FtYardSiding *siding = &player->yard[s];
        if (siding->length > plan->length[s]
            || memcmp(siding->cars, plan->cars[s], siding->length) != 0)
            return 0;
    }
    return player->yard[1].length == 0 || player->yard[0].length == plan->length[0];
}

static void add_placings(const Plan *plan, const int *from, Reading *reading)
{
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        for (int i = from[s]; i < plan->length[s]; i++)
            reading->actions[reading->count++] = action_make(FT_STORE, plan->cars[s][i], s);
    }
}

/* Can the yard be rearranged now? */
static int can_rearrange(const FtState *ft, int seat)
{
    Action actions[ACTIONS_MAX];
    int count = FREIGHT_TRAIN.list(ft, seat, actions);

    if (ft->stage == FT_REARRANGING)
        return count > 0;
    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == FT_REARRANGE)
            return ft_yard_cars(&ft->players[seat]) > 0;
    }
    return 0;
}

void yard_line_read(Language language, const void *view, int seat, const char *line,
                    Reading *reading)
{
    const FtState *ft = view;
    const FtPlayer *player = &ft->players[seat];
    Plan plan = { 0 };
    int down[FT_YARD_SIDINGS] = { 0 };

    if (!looks_like_a_yard(language, line) || !can_rearrange(ft, seat)
        || !read_plan(language, line, &plan, reading))
        return;
    if (!has_same_cars(&plan, ft, seat)) {
        refuse(reading, "freight-train.line.cars");
    } else if (ft->stage != FT_TURN && !fits_what_is_down(&plan, player)) {
        refuse(reading, "freight-train.line.down");
    } else {
        if (ft->stage == FT_TURN)
            reading->actions[reading->count++] = action_make(FT_REARRANGE, 0, 0);
        for (int s = 0; s < FT_YARD_SIDINGS && ft->stage != FT_TURN; s++)
            down[s] = player->yard[s].length;
        add_placings(&plan, down, reading);
    }
}

const char *yard_line_hint(const void *view, int seat)
{
    return can_rearrange(view, seat) ? "freight-train.line.hint" : NULL;
}

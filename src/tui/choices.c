/* choices.c: groups actions into choices, words them, and parses a typed line. */
#include "tui/menu.h"

#include <stdlib.h>

enum {
    KEY_MAX = 96,
    RUN_LEAST = 8, /* shorter runs are listed as single choices */
    AMOUNT_MAX = 1000000000,
};

/* ------------------------------------------------------------------------- */
/* Amounts                                                                   */
/* ------------------------------------------------------------------------- */

static int step_of(const Game *game, Action action)
{
    int unit = game->action_kinds[action_kind(action)].fields[0].unit;

    return unit == 0 ? 1 : unit;
}

static int amount_of(const Game *game, Action action)
{
    return action_a(action) * step_of(game, action);
}

/* Do actions of this kind differ by a number only? */
static int is_amount(const Game *game, Action action)
{
    const Field *fields = game->action_kinds[action_kind(action)].fields;

    return fields[0].name != NULL && fields[0].form == FIELD_NUMBER
           && fields[1].name == NULL;
}

static int run_length(const Game *game, const Action *actions, int count)
{
    int length = 1;

    if (!is_amount(game, actions[0]))
        return 1;
    while (length < count && actions[length] == actions[0] + action_make(0, length, 0))
        length++;
    return length < RUN_LEAST ? 1 : length;
}

void question_make(Question *question, const Game *game, const State *view, int seat)
{
    question->game = game;
    question->seat = seat;
    question->view = *view;
    question->action_count = game->list(view, seat, question->actions);
    question->count = 0;
    for (int first = 0, length; first < question->action_count; first += length) {
        length =
            run_length(game, question->actions + first, question->action_count - first);
        question->choices[question->count++] = (Choice){ first, length };
    }
}

Amounts choice_amounts(const Question *question, const Choice *run)
{
    Action first = question->actions[run->first];
    Action last = question->actions[run->first + run->count - 1];

    return (Amounts){ amount_of(question->game, first), amount_of(question->game, last),
                      step_of(question->game, first) };
}

/* With what the position adds to it. */
static Phrase phrase_for(const Question *question, Action action)
{
    const Game *game = question->game;
    Phrase phrase;

    phrase_of_action(&phrase, game->action_kinds, question->seat, action);
    if (game->say != NULL)
        game->say(&question->view, question->seat, action, &phrase);
    return phrase;
}

const char *choice_label(Language language, const Question *question, int choice,
                         const char *topic)
{
    Phrase phrase =
        phrase_for(question, question->actions[question->choices[choice].first]);
    char key[KEY_MAX];

    snprintf(key, sizeof key, "%s.%s.%s", question->game->id, topic, phrase.word);
    return words_find(language, key);
}

void choice_words(const Screen *screen, const Question *question, Action action,
                  const char *topic, char out[CHOICE_TEXT_MAX])
{
    const Game *game = question->game;
    Phrase phrase = phrase_for(question, action);
    char key[KEY_MAX];

    snprintf(key, sizeof key, "%s.%s.%s", game->id, topic, phrase.word);
    if (words_find(screen->language, key) == NULL)
        topic = "do";
    words_phrase_as(screen->language, game, topic, &phrase, screen->players, out,
                    CHOICE_TEXT_MAX);
}

/* ------------------------------------------------------------------------- */
/* Typed lines                                                               */
/* ------------------------------------------------------------------------- */

static Pick pick_amount(const Question *question, const Choice *run, long amount)
{
    Pick pick = { .action = -1,
                  .amount = (int)amount,
                  .possible = choice_amounts(question, run) };

    if (amount < pick.possible.least)
        pick.error = "play.amount.low";
    else if (amount > pick.possible.most)
        pick.error = "play.amount.high";
    else if (amount % pick.possible.step != 0)
        pick.error = "play.amount.step";
    else
        pick.action = run->first + (pick.amount - pick.possible.least) / pick.possible.step;
    return pick;
}

/* The only run among the choices, or NULL. */
static const Choice *only_run(const Question *question)
{
    const Choice *run = NULL;

    for (int i = 0; i < question->count; i++) {
        if (question->choices[i].count == 1)
            continue;
        if (run != NULL)
            return NULL;
        run = &question->choices[i];
    }
    return run;
}

Pick question_read(const Question *question, const char *line)
{
    int count = question->count;
    Pick nothing = { .action = -1,
                     .error = count == 1 ? "play.expects.one" : "play.expects",
                     .possible = { .most = count } };
    const Choice *run = only_run(question);
    char *end;
    long number = strtol(line, &end, 10);
    int is_line = number >= 1 && number <= count;

    if (end == line || number < -AMOUNT_MAX || number > AMOUNT_MAX)
        return nothing;
    if (*end == '\0' && is_line)
        return (Pick){ .action = question->choices[number - 1].first };
    if (*end == '\0')
        return run == NULL ? nothing : pick_amount(question, run, number);
    if (*end != ' ' || !is_line || question->choices[number - 1].count == 1)
        return nothing;
    long amount = strtol(end, &end, 10);
    if (*end != '\0' || amount < -AMOUNT_MAX || amount > AMOUNT_MAX)
        return nothing;
    return pick_amount(question, &question->choices[number - 1], amount);
}

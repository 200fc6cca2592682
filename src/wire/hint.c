/* hint.c: why a bot prefers its action: what it changes in the score, who would do it
 * otherwise; if neither is known, how the next best action compares. */
#include "wire/hint.h"

int hint_percent(double chance)
{
    return (int)(chance * 100 + 0.5);
}

int hint_points(double lead)
{
    return lead < 0 ? -(int)(0.5 - lead) : (int)(lead + 0.5);
}

int hint_is_decided(const Thoughts *thoughts, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        int percent = hint_percent(thoughts->win[seat]);
        if (percent != 0 && percent != 100)
            return 0;
    }
    return thoughts->iterations > 0;
}

static void write_term(Language language, const Game *game, int seat, const Reason *reason,
                       const PlayerNames *names, char out[SENTENCE_MAX])
{
    int is_own = reason->term.seat == seat;
    int has_rival = reason->rival != NOBODY;
    const char *key = is_own      ? has_rival ? "hint.why.gain-rival" : "hint.why.gain"
                      : has_rival ? "hint.why.cost-rival"
                                  : "hint.why.cost";
    char term[SENTENCE_MAX], before[WORDS_DIGITS], after[WORDS_DIGITS];
    Phrase phrase;

    phrase_of_term(&phrase, game->term_kinds, &reason->term);
    words_phrase(language, game, &phrase, names->names, term, sizeof term);
    words_number(before, reason->before, "+");
    words_number(after, (int)reason->term.amount, "+");
    const WordsArgument arguments[] = {
        { "term", term, 0 },
        { "before", before, 0 },
        { "after", after, 0 },
        { "player", names->names[reason->term.seat], 0 },
        { "rival", has_rival ? names->names[reason->rival] : "", 0 },
    };
    words_write(language, key, arguments, 5, out, SENTENCE_MAX);
}

static void write_next(Language language, const Game *game, const State *view, int seat,
                       const Thoughts *thoughts, const PlayerNames *names,
                       char out[SENTENCE_MAX])
{
    const Considered *next = &thoughts->considered[1];
    char action[SENTENCE_MAX], lead[WORDS_DIGITS];

    action_sentence(language, game, view, seat, next->action, names, action);
    words_number(lead, hint_points(next->lead[seat]), "+");
    const WordsArgument arguments[] = { { "action", action, 0 },
                                        { "chance", NULL, hint_percent(next->win[seat]) },
                                        { "lead", lead, 0 } };
    words_write(language,
                hint_is_decided(thoughts, SEATS_MAX) ? "hint.why.next-lead"
                                                     : "hint.why.next",
                arguments, 3, out, SENTENCE_MAX);
}

void hint_reason(Language language, const Game *game, const State *view, int seat,
                 const Thoughts *thoughts, const PlayerNames *names, char out[SENTENCE_MAX])
{
    const Reason *reason = &thoughts->reason;

    out[0] = '\0';
    if (thoughts->iterations == 0)
        return;
    if (thoughts->count == 1) {
        words_write(language, "hint.why.only", NULL, 0, out, SENTENCE_MAX);
    } else if (reason->has_term) {
        write_term(language, game, seat, reason, names, out);
    } else if (reason->rival != NOBODY) {
        const WordsArgument rival = { "rival", names->names[reason->rival], 0 };
        words_write(language, "hint.why.rival", &rival, 1, out, SENTENCE_MAX);
    } else if (thoughts->considered[1].visits > 0) {
        write_next(language, game, view, seat, thoughts, names, out);
    }
}

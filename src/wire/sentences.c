/* sentences.c: what people read about a game in progress. */
#include "wire/sentences.h"

#include "play/setup.h"
#include "wire/strict.h"

#include <stdio.h>
#include <string.h>

enum { KEY_ROOM = 128 };

static const char *in_french(const char *english)
{
    return words_translate(LANGUAGE_FR, english);
}

const FaultLanguage *faults_in(Language language)
{
    static const FaultLanguage FRENCH = { LANGUAGE_FR, in_french };

    return language == LANGUAGE_FR ? &FRENCH : NULL;
}

int language_read(const Json *request, Language *language, Fault *fault)
{
    const Json *name = NULL;

    *language = LANGUAGE_EN;
    if (!strict_get_if(request, "lang", JSON_IS_TEXT, &name, fault))
        return 0;
    int found = name == NULL ? (int)LANGUAGE_EN : language_find(name->text);
    if (found < 0)
        return fault_set(fault, "There are no words in \"%s\".", QUOTED_JSON(name));
    *language = (Language)found;
    return 1;
}

void player_names_make(PlayerNames *names, Language language, const SavePlayers *players)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const WordsArgument number = { .name = "number", .number = seat + 1 };
        char *text = names->texts[seat];
        names->names[seat] = text;
        if (players != NULL && players->names[seat][0] != '\0')
            memcpy(text, players->names[seat], SAVE_NAME_MAX + 1);
        else
            words_write(language, "player", &number, 1, text, SAVE_NAME_MAX + 1);
    }
}

static Phrase action_phrase(const Game *game, const State *view, int seat, Action action)
{
    Phrase phrase;

    phrase_of_action(&phrase, game->action_kinds, seat, action);
    if (game->say != NULL)
        game->say(view, seat, action, &phrase);
    return phrase;
}

void action_sentence(Language language, const Game *game, const State *view, int seat,
                     Action action, const PlayerNames *names, char out[SENTENCE_MAX])
{
    Phrase phrase = action_phrase(game, view, seat, action);

    words_phrase(language, game, &phrase, names->names, out, SENTENCE_MAX);
}

/* A game may have words for it ("<game>.did.<word>"). */
void deed_sentence(Language language, const Game *game, const State *view, int seat,
                   Action action, const PlayerNames *names, char out[SENTENCE_MAX])
{
    Phrase phrase = action_phrase(game, view, seat, action);
    char key[KEY_ROOM], text[SENTENCE_MAX];

    snprintf(key, sizeof key, "%s.did.%s", game->id, phrase.word);
    if (words_find(language, key) != NULL) {
        words_phrase_as(language, game, "did", &phrase, names->names, out, SENTENCE_MAX);
        return;
    }
    words_phrase(language, game, &phrase, names->names, text, sizeof text);
    const WordsArgument arguments[] = { { "player", names->names[seat], 0 },
                                        { "text", text, 0 } };
    words_write(language, "play.replay.line", arguments, 2, out, SENTENCE_MAX);
}

void event_sentence(Language language, const Game *game, const Event *event,
                    const PlayerNames *names, char out[SENTENCE_MAX])
{
    Phrase phrase;

    phrase_of_event(&phrase, game->event_kinds, event);
    words_phrase(language, game, &phrase, names->names, out, SENTENCE_MAX);
}

static const char *words_or_nothing(Language language, const char *key)
{
    const char *found = words_find(language, key);

    return found != NULL ? found : "";
}

const char *game_title(Language language, const Game *game)
{
    char key[KEY_ROOM];

    snprintf(key, sizeof key, "%s.title", game->id);
    return words_or_nothing(language, key);
}

const char *option_text(Language language, const Game *game, const Option *option)
{
    char key[KEY_ROOM];

    snprintf(key, sizeof key, "%s.option.%s", game->id, option->id);
    return words_or_nothing(language, key);
}

void refusal_sentence(Language language, const Game *game, const Setup *setup, char *out,
                      size_t size)
{
    char key[KEY_ROOM];
    const char *refusal = setup_refusal(game, setup);
    const WordsArgument seats[] = {
        { .name = "least", .number = game->least_seats },
        { .name = "most", .number = game->most_seats },
    };

    out[0] = '\0';
    if (refusal == NULL)
        return;
    if (strcmp(refusal, "seats") == 0)
        snprintf(key, sizeof key, "play.refuse.seats");
    else
        snprintf(key, sizeof key, "%s.refuse.%s", game->id, refusal);
    words_write(language, key, seats, 2, out, size);
}

/* keys.c: the table of keys. */
#include "tui/keys.h"

enum { ANY_MODE = 0xFFFF, IN_GAME = ANY_MODE & ~IN(MODE_SEATS) };
enum { TO_DECIDE = IN(MODE_ASK) | IN(MODE_CONFIRM), AT_TABLES = KEY_HOME | KEY_SERVER };
enum { IN_LINES = KEY_LINES | KEY_LINES_SERVER };

const Key KEYS[] = {
    { "▲ ▼ ◀ ▶", NULL, 0, AT_TABLES, "play.full.help.arrows", 0 },
    { "1 2 3 …", NULL, 0, AT_TABLES, "play.full.help.digits", 0 },
    { "play.sign.enter", "play.key.enter", IN(MODE_ASK), AT_TABLES, "play.full.help.enter",
      '\r' },
    { "play.sign.enter", "play.key.go-on", IN(MODE_CONFIRM) | IN(MODE_REST), AT_TABLES,
      NULL, '\r' },
    { "play.sign.enter", "play.key.enter", IN(MODE_SEATS), KEY_SERVER, NULL, 0 },
    { "u", "play.key.undo", TO_DECIDE | IN(MODE_WAIT), AT_TABLES, "play.full.help.undo",
      'u' },
    { "h", "play.key.hint", IN(MODE_ASK), AT_TABLES, "play.full.help.hint", 'h' },
    { "e", NULL, 0, AT_TABLES, "play.full.help.line", 'e' },
    { "◀▶", "play.key.step", ANY_MODE, KEY_REPLAY, "play.full.help.step", 0 },
    { "▲▼", "play.key.turn", ANY_MODE, KEY_REPLAY, "play.full.help.turn", 0 },
    { "play.sign.ends", NULL, 0, KEY_REPLAY, "play.full.help.ends", 0 },
    { "Tab", "play.key.side", ANY_MODE, KEY_REPLAY, "play.full.help.side", 0 },
    { "play.sign.space", "play.key.run", ANY_MODE, KEY_REPLAY, "play.full.help.run", ' ' },
    { "n", "play.key.new", IN(MODE_OVER), KEY_HOME, "play.full.help.new", 'n' },
    { "n", "play.key.new", IN(MODE_OVER), KEY_SERVER, "play.full.help.rematch", 'n' },
    { "a", "play.key.account", IN_GAME, KEY_EVERYWHERE, "play.full.help.account", 'a' },
    { "d", "play.key.deal", IN(MODE_OVER), KEY_SERVER, "play.full.help.deal", 'd' },
    { "c", "play.key.chat", ANY_MODE, KEY_SERVER, "play.full.help.chat", 'c' },
    { "l", "play.key.log", IN_GAME, KEY_EVERYWHERE, "play.full.help.log", 'l' },
    { "r", "play.key.rules", IN_GAME, KEY_EVERYWHERE, "play.full.help.rules", 'r' },
    { "b", NULL, 0, KEY_SERVER, "play.full.help.back", 'b' },
    { "s  o", NULL, 0, KEY_HOME, "play.full.help.save", 'o' },
    { "s", "play.key.save", ANY_MODE, KEY_HOME, NULL, 's' },
    { "?", "play.key.help", IN_GAME, KEY_EVERYWHERE, NULL, '?' },
    { "q", "play.key.quit", ANY_MODE, KEY_EVERYWHERE, NULL, 'q' },
    { "q  Ctrl-C", NULL, 0, KEY_HOME, "play.full.help.quit", 0 },
    { "q  Ctrl-C", NULL, 0, KEY_SERVER, "play.full.help.leave", 0 },
    { "q", NULL, 0, KEY_REPLAY, "play.help.quit", 0 },
    { "", NULL, 0, AT_TABLES, "play.full.help.mouse", 0 },
    { "1, 2, …", NULL, 0, IN_LINES, "play.help.number", 0 },
    { "u", NULL, 0, IN_LINES, "play.help.undo", 0 },
    { "h", NULL, 0, IN_LINES, "play.full.help.hint", 0 },
    { "p", NULL, 0, IN_LINES, "play.help.position", 0 },
    { "r", NULL, 0, IN_LINES, "play.full.help.rules", 0 },
    { "l", NULL, 0, IN_LINES, "play.help.log", 0 },
    { "a", NULL, 0, IN_LINES, "play.full.help.account", 0 },
    { "s …", NULL, 0, KEY_LINES, "play.help.save", 0 },
    { "c …", NULL, 0, KEY_LINES_SERVER, "play.full.help.chat", 0 },
    { "q", NULL, 0, IN_LINES, "play.help.quit", 0 },
    { "?", NULL, 0, IN_LINES, "play.help.help", 0 },
    { 0 },
};

const char *key_sign(const Key *key, Language language)
{
    const char *words = words_find(language, key->sign);

    return words == NULL ? key->sign : words;
}

void keys_print(Screen *screen, unsigned place)
{
    enum { SIGN_COLUMN = 2, WORDS_COLUMN = 14 };

    for (const Key *key = KEYS; key->sign != NULL; key++) {
        if (key->help == NULL || (key->places & place) == 0)
            continue;
        screen_put_at(screen, SIGN_COLUMN, INK_KEY, key_sign(key, screen->language));
        screen->indent = WORDS_COLUMN;
        screen_say(screen, INK_PLAIN, key->help, NULL, 0);
        screen->indent = 0;
        screen_line(screen);
    }
}

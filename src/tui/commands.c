/* commands.c: what can be typed beside choices, and leaving. */
#include "tui/dialogue.h"

#include "tui/at_table.h"

#include <string.h>

enum { HELP_COLUMN = 14 };

/* ------------------------------------------------------------------------- */
/* What commands and questions share                                         */
/* ------------------------------------------------------------------------- */

void dialogue_tell_with(Dialogue *dialogue, Ink ink, const char *key,
                        const WordsArgument *arguments, int count)
{
    dialogue->screen.indent = 2;
    screen_say(&dialogue->screen, ink, key, arguments, count);
    screen_line(&dialogue->screen);
    dialogue->screen.indent = 0;
}

void dialogue_tell(Dialogue *dialogue, Ink ink, const char *key)
{
    dialogue_tell_with(dialogue, ink, key, NULL, 0);
}

void dialogue_heading(Dialogue *dialogue, const char *key)
{
    screen_line(&dialogue->screen);
    screen_heading(&dialogue->screen, words_find(dialogue->screen.language, key));
}

void dialogue_forget(Dialogue *dialogue)
{
    int count = dialogue->sitting.journal.count;

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (dialogue->told[seat] > count)
            dialogue->told[seat] = count;
    }
}

/* ------------------------------------------------------------------------- */
/* Saving and leaving                                                        */
/* ------------------------------------------------------------------------- */

int dialogue_save(Dialogue *dialogue, const char *path)
{
    Fault fault = { "" };
    WordsArgument file = { "file", path, 0 };

    if (!sitting_save(&dialogue->sitting, path, &fault)) {
        WordsArgument arguments[] = { file, { "reason", fault.sentence, 0 } };
        dialogue_tell_with(dialogue, INK_WARNING, "play.save.failed", arguments, 2);
        return 0;
    }
    dialogue_tell_with(dialogue, INK_PLAIN, "play.save.done", &file, 1);
    return 1;
}

static Next command_save(Dialogue *dialogue, int seat, const char *argument)
{
    (void)seat;
    if (dialogue->sitting.match == NULL)
        dialogue_tell(dialogue, INK_WARNING, "play.remote.kept");
    else if (argument[0] != '\0')
        dialogue_save(dialogue, argument);
    else if (dialogue->table->save_path != NULL)
        dialogue_save(dialogue, dialogue->table->save_path);
    else
        dialogue_tell(dialogue, INK_WARNING, "play.save.where");
    return NEXT_ASK;
}

static Next command_quit(Dialogue *dialogue, int seat, const char *argument)
{
    (void)seat;
    (void)argument;
    int would_lose =
        dialogue->sitting.match != NULL && sitting_must_save(&dialogue->sitting)
        && dialogue->table->save_path == NULL
        && match_move_count(dialogue->sitting.match) > 0 && !dialogue->has_asked_to_leave;
    if (!would_lose)
        return NEXT_LEAVE;
    dialogue->has_asked_to_leave = 1;
    dialogue_tell(dialogue, INK_WARNING, "play.quit.unsaved");
    return NEXT_ASK;
}

/* On one line, however long, so that the command can be copied. */
static void tell_resume(Dialogue *dialogue)
{
    const WordsArgument arguments[] = {
        { "file", dialogue->sitting.kept_path, 0 },
    };
    char text[SCREEN_TEXT_MAX];

    words_write(dialogue->screen.language, "play.left.resume", arguments, 1, text,
                sizeof text);
    dialogue_print(dialogue);
    fprintf(dialogue->table->out, "  %s\n", text);
}

void dialogue_leave(Dialogue *dialogue)
{
    dialogue->end = PLAIN_LEFT;
    if (dialogue->screen.column > 0)
        screen_line(&dialogue->screen);
    if (sitting_must_save(&dialogue->sitting) && dialogue->table->save_path != NULL
        && !dialogue_save(dialogue, dialogue->table->save_path))
        dialogue->end = PLAIN_NOT_SAVED;
    if (sitting_is_kept(&dialogue->sitting) && dialogue->sitting.kept_path != NULL)
        tell_resume(dialogue);
    else if (dialogue->end == PLAIN_LEFT && !dialogue->sitting.awaits_person)
        dialogue_tell(dialogue, INK_PLAIN, "play.left.lost");
}

/* ------------------------------------------------------------------------- */
/* Commands                                                                  */
/* ------------------------------------------------------------------------- */

static void help_line(Dialogue *dialogue, const char *typed, const char *key)
{
    Screen *screen = &dialogue->screen;

    screen_go(screen, 2);
    screen_put(screen, INK_STRONG, typed);
    screen->indent = HELP_COLUMN;
    screen_say(screen, INK_PLAIN, key, NULL, 0);
    screen_line(screen);
    screen->indent = 0;
}

/* The rules first: what can be typed stands nearest to the prompt. */
static Next command_help(Dialogue *dialogue, int seat, const char *argument)
{
    char save_file[64];
    State view;

    (void)argument;
    snprintf(save_file, sizeof save_file, "s %s",
             words_find(dialogue->screen.language, "play.help.file"));
    dialogue_heading(dialogue, "play.help");
    sitting_observe(&dialogue->sitting, seat, &view);
    draw_help(&dialogue->screen, dialogue->drawing, &view);
    screen_line(&dialogue->screen);
    help_line(dialogue, "1, 2, …", "play.help.number");
    help_line(dialogue, "u", "play.help.undo");
    help_line(dialogue, "p", "play.help.position");
    help_line(dialogue, "l", "play.help.log");
    if (dialogue->sitting.match != NULL)
        help_line(dialogue, save_file, "play.help.save");
    else
        help_line(dialogue, "c …", "play.full.help.chat");
    help_line(dialogue, "q", "play.help.quit");
    help_line(dialogue, "?", "play.help.help");
    return NEXT_ASK;
}

static Next command_undo(Dialogue *dialogue, int seat, const char *argument)
{
    (void)argument;
    if (!sitting_can_undo(&dialogue->sitting, seat)) {
        dialogue_tell(dialogue, INK_WARNING, "play.undo.refused");
        return NEXT_ASK;
    }
    sitting_undo(&dialogue->sitting, seat);
    dialogue_forget(dialogue);
    dialogue_tell(dialogue, INK_PLAIN, "play.undo.done");
    return NEXT_REDRAW;
}

static Next command_log(Dialogue *dialogue, int seat, const char *argument)
{
    (void)argument;
    dialogue_heading(dialogue, "play.log");
    if (journal_has(&dialogue->sitting.journal, 0, seat))
        journal_print(&dialogue->sitting.journal, &dialogue->screen, dialogue->game, 0,
                      seat);
    else
        dialogue_tell(dialogue, INK_FAINT, "play.log.empty");
    return NEXT_ASK;
}

static Next command_position(Dialogue *dialogue, int seat, const char *argument)
{
    (void)seat;
    (void)argument;
    dialogue->last_human = NOBODY; /* so that all of it is drawn */
    return NEXT_REDRAW;
}

/* At a server's table only: otherwise all who could hear it are here. */
static Next command_chat(Dialogue *dialogue, int seat, const char *argument)
{
    AtTable *at = dialogue->sitting.at;

    (void)seat;
    if (dialogue->sitting.match != NULL || argument[0] == '\0')
        dialogue_tell(dialogue, INK_WARNING, "play.remote.chat");
    else
        remote_chat(&at->table, argument);
    return NEXT_ASK;
}

static const Command COMMANDS[] = {
    { '?', 0, command_help },     { 'h', 0, command_help }, { 'u', 0, command_undo },
    { 'p', 0, command_position }, { 'l', 0, command_log },  { 's', 1, command_save },
    { 'q', 0, command_quit },     { 'c', 1, command_chat },
};

const Command *command_find(const char *line, const char **argument)
{
    for (int i = 0; i < (int)(sizeof COMMANDS / sizeof COMMANDS[0]); i++) {
        const Command *command = &COMMANDS[i];
        int is_whole = line[0] != '\0' && line[1] == '\0';

        if (line[0] == command->letter
            && (is_whole || (command->takes_argument && line[1] == ' '))) {
            *argument = line + 1 + strspn(line + 1, " ");
            return command;
        }
    }
    return NULL;
}

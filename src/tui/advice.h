/* advice.h: a hint: what a bot would do, why, and the chances it sees. */
#ifndef ROUNDHOUSE_TUI_ADVICE_H
#define ROUNDHOUSE_TUI_ADVICE_H

#include "engine/thoughts.h"
#include "tui/menu.h"

/* Prints a hint for the seat that is asked; `seats` are all at the table. */
void advice_print(Screen *screen, const Question *question, int seats, Action hint,
                  const Thoughts *thoughts);

#endif

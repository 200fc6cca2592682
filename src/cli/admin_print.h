/* admin_print.h: answers of server/admin.h as lines for people. */
#ifndef ROUNDHOUSE_CLI_ADMIN_PRINT_H
#define ROUNDHOUSE_CLI_ADMIN_PRINT_H

#include "play/text.h"
#include "words/words.h"

/* Lists are rows, with a head; everything else is a line of key and value. */
void admin_print(const Text *answer, Language language);

#endif

/* deal_file.h: persists a terminal's part in a deal, so that after a restart the terminal
 * reveals the bytes it has committed to, and checks the deal against the commitments it saw
 * first. */
#ifndef ROUNDHOUSE_CLIENT_DEAL_FILE_H
#define ROUNDHOUSE_CLIENT_DEAL_FILE_H

#include "client/deal_part.h"

/* A file for each table and seat: `prefix`, a hyphen, the table, a hyphen, the seat; only
 * its owner can read it. The 500 that were used last are kept. An error is ignored: then
 * the part is in memory alone. `prefix` may be NULL: nothing is kept. */

/* The part as it is now. Game and setup may be NULL while it has no positions. */
void deal_file_write(DealPart *part, const char *prefix, const Game *game,
                     const Setup *setup);
/* What is there of the part's table, if it has not begun yet. */
void deal_file_read(DealPart *part, const char *prefix, int seat);
void deal_file_remove(const DealPart *part, const char *prefix, int seat);

#endif

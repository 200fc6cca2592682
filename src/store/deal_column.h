/* deal_column.h: the deal of a table (play/deal.h) as the text of one column. Empty: the
 * table is from before, and has no proof. Otherwise, with spaces between: the server's
 * commitment, the deadline of the reveals or 0, and for each seat that has committed
 * SEAT:USER:COMMITMENT:BYTES, where BYTES is "-" until they are revealed. */
#ifndef ROUNDHOUSE_STORE_DEAL_COLUMN_H
#define ROUNDHOUSE_STORE_DEAL_COLUMN_H

#include "store/store.h"

enum { DEAL_COLUMN_MAX = 1400 };

typedef struct DealColumn {
    char text[DEAL_COLUMN_MAX + 1];
} DealColumn;

DealColumn deal_column(const StoreDeal *deal);
/* 0: it is damaged. `code` is that of the table. */
int deal_column_read(const char *text, const char *code, StoreDeal *deal);

#endif

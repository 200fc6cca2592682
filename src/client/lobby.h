/* lobby.h: the tables of a server. */
#ifndef ROUNDHOUSE_CLIENT_LOBBY_H
#define ROUNDHOUSE_CLIENT_LOBBY_H

#include "client/address.h"
#include "client/remote.h"
#include "wire/json_out.h"

/* The time control of a table: docs/protocol.md. */
typedef struct TableClock {
    char kind[8];             /* "none", "turn", "bank" or "days"; "": not said */
    int seconds, extra, days; /* as the kind has them; others are -1 */
} TableClock;

/* A table as a list shows it. */
typedef struct TableEntry {
    char code[TABLE_CODE_MAX];
    char game[64];
    const Game *known; /* the same; NULL: we do not have it */
    Setup setup;       /* of a known game, its options */
    TableClock clock;
    RemoteState state;
    int seat_count;
    TableSeat seats[SEATS_MAX];
    int is_mine; /* we sit there */
} TableEntry;

enum { TABLE_ENTRIES_MAX = 100 };

typedef struct TableList {
    TableEntry entries[TABLE_ENTRIES_MAX];
    int count;
} TableList;

typedef enum WhichTables { TABLES_PUBLIC, TABLES_MINE } WhichTables;

/* 0: error in *fault. */
int lobby_list(const ServerAddress *server, const char *token, WhichTables which,
               TableList *list, Fault *fault);

/* A new table: the first seat is ours, `open` more are for people, the others for bots of
 * this level. */
typedef struct TableWish {
    const Game *game;
    Setup setup;
    int open;
    const char *level;
    int is_public;
    TableClock clock;
} TableWish;

/* Opens it and answers with its code; 0: error in *fault. */
int lobby_open(const ServerAddress *server, const char *token, const TableWish *wish,
               char code[TABLE_CODE_MAX], Fault *fault);

/* {"kind":"turn","seconds":90} */
void table_clock_format(JsonOut *out, const TableClock *clock);

#endif

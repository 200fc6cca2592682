/* lobby.h: the tables of a server. */
#ifndef ROUNDHOUSE_CLIENT_LOBBY_H
#define ROUNDHOUSE_CLIENT_LOBBY_H

#include "client/address.h"
#include "client/remote.h"

/* A table as a list shows it. */
typedef struct TableEntry {
    char code[TABLE_CODE_MAX];
    char game[64];
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

/* Opens a table: the first seat is ours, `open` more are for people, the others for
 * bots of this level. Answers with its code; 0: error in *fault. */
int lobby_open(const ServerAddress *server, const char *token, const Game *game,
               const Setup *setup, int open, const char *level, int is_public,
               char code[TABLE_CODE_MAX], Fault *fault);

#endif

/* dealing.h: clients that take part in a deal, over real sockets: they commit, reveal, and
 * check the save of the game. */
#ifndef ROUNDHOUSE_TESTS_SERVER_DEALING_H
#define ROUNDHOUSE_TESTS_SERVER_DEALING_H

#include "talk.h"

#include "play/deal.h"

enum { HEX_ROOM = 2 * SEED_BYTES + 1 };

/* What a client draws: here the same byte everywhere. */
typedef struct Client {
    Tab *tab;
    char code[DEAL_TABLE_MAX + 1];
    int seat;
    uint8_t bytes[SEED_BYTES];
    char hex[HEX_ROOM], commitment[HEX_ROOM];
} Client;

/* GET of a table, or of what is below it. */
Answer ask_table(const House *house, const Person *who, const char *code, const char *rest);
/* The commitment and the list of the server, as a table has them. */
Deal deal_of(const Json *table);
Deal ask_deal(const House *house, const Person *who, const char *code);
/* The next table at this stage of its deal, or in this state. */
const Json *wait_for_stage(Tab *tab, const char *stage);
const Json *wait_for_state(Tab *tab, const char *state);
/* Asks, without watching, until the table is in this state. */
void ask_until(const House *house, const Person *who, const char *code, const char *state);
void ask_until_gone(const House *house, const char *code);

Client client_of(Tab *tab, const Deal *deal, int seat, uint8_t byte);
void client_commit(const Client *client);
void client_must_not_commit(const Client *client, const char *error);
void client_reveal(const Client *client);
void client_must_not_reveal(const Client *client, const char *error);

/* What a client keeps that saw this list. */
DealKept kept_by(const Client *client, const Deal *list, int is_acknowledged);
/* Checks a save against what was kept, which may be NULL. */
const char *verdict_of(const char *save, size_t length, const DealKept *kept);
/* Checks the save of the finished game against what was kept, which may be NULL. */
void expect_verdict(const House *house, const Person *who, const char *code,
                    const DealKept *kept, const char *verdict);

#endif

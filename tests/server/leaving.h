/* leaving.h: people who leave for good (log out as a guest, delete the account, are banned)
 * while requests of theirs are under way, at this server or at another one. */
#ifndef ROUNDHOUSE_TESTS_SERVER_LEAVING_H
#define ROUNDHOUSE_TESTS_SERVER_LEAVING_H

#include "talk.h"

/* By a request to this server. */
typedef void (*Leave)(const House *at, const Person *who);

void leave_by_logging_out(const House *at, const Person *who);
void leave_by_deleting(const House *at, const Person *who);

/* Somebody sits down and stands up again and again at `there`, and leaves meanwhile by way
 * of `here`: in the end the seat is open. The same in a game that runs, with `return`: in
 * the end a bot has the seat. */
void expect_open_seat(House *here, House *there, Leave leave);
void expect_bot_in_seat(House *here, House *there, Leave leave);
/* Whoever deletes the account while lines of chat are under way leaves none. */
void expect_no_chat(House *here, House *there);
/* A session that was ended at `here` changes nothing at `there` from then on. */
void expect_no_change_after_the_end(House *here, House *there);

#endif

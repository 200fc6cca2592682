/* relations.h: storage of relations between people (blocks, follows), and the search for
 * people. The rules of store.h hold. */
#ifndef ROUNDHOUSE_STORE_RELATIONS_H
#define ROUNDHOUSE_STORE_RELATIONS_H

#include "store/store.h"

typedef enum Relation { RELATION_BLOCK, RELATION_FOLLOW } Relation;

/* Adds (is_so) or removes the relation. Blocking somebody removes the follow. */
StoreStatus store_relate(Store *store, Relation relation, StoreId user, StoreId other,
                         int is_so, Fault *fault);

typedef struct StoreRelation {
    int is_blocked, is_followed;
} StoreRelation;

/* Whether `user` blocks and follows `other`. */
StoreStatus store_relation(Store *store, StoreId user, StoreId other,
                           StoreRelation *relation, Fault *fault);

/* Another person, with the code of an open public table of theirs. */
typedef struct StoreOther {
    char code[STORE_CODE_MAX + 1];
    char name[STORE_NAME_MAX + 1];
    /* Its code; empty: none, not asked for, or the two do not meet. */
    char table[STORE_CODE_MAX + 1];
} StoreOther;

/* By name. */
StoreStatus store_related(Store *store, Relation relation, StoreId user, StoreOther *others,
                          int room, int *count, Fault *fault);
/* Kept names whose key begins with this, by name, for a user; 0: a stranger. */
StoreStatus store_search(Store *store, const char *key, StoreId user, StoreOther *others,
                         int room, int *count, Fault *fault);

typedef struct StoreCode {
    char text[STORE_CODE_MAX + 1];
} StoreCode;

/* The codes of the users whom `user` blocks, and of their programs, in order. */
StoreStatus store_blocked_codes(Store *store, StoreId user, StoreCode *codes, int room,
                                int *count, Fault *fault);
/* The users whom `user` blocks, and those who block `user`, and the programs of both. A
 * program counts as its owner. */
StoreStatus store_apart(Store *store, StoreId user, StoreId *others, int room, int *count,
                        Fault *fault);
/* Is there no block, in either direction, between the user and the players and the host of
 * the table? Programs count as their owners. */
StoreStatus store_may_meet(Store *store, StoreId user, StoreId table, int *may_meet,
                           Fault *fault);

#endif

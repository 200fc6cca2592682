/* relations.c: blocks, follows, and the search for people. */
#include "store/relations.h"

#include "store/admin.h"
#include "store/sql.h"

#include <stdio.h>

StoreStatus store_relate(Store *store, Relation relation, StoreId user, StoreId other,
                         int is_so, Fault *fault)
{
    static const Query QUERIES_OF[][2] = {
        [RELATION_BLOCK] = { QUERY_UNBLOCK, QUERY_BLOCK },
        [RELATION_FOLLOW] = { QUERY_UNFOLLOW, QUERY_FOLLOW },
    };
    StoreStatus status =
        sql_write(store, QUERIES_OF[relation][is_so != 0],
                  SQL_VALUES(sql_number(user), sql_number(other)), NULL, fault);

    if (status != STORE_OK || relation != RELATION_BLOCK || !is_so)
        return status;
    return store_relate(store, RELATION_FOLLOW, user, other, 0, fault);
}

StoreStatus store_relation(Store *store, StoreId user, StoreId other,
                           StoreRelation *relation, Fault *fault)
{
    int64_t numbers[2] = { 0 };
    StoreStatus status = sql_read_numbers(store, QUERY_RELATION,
                                          SQL_VALUES(sql_number(user), sql_number(other)),
                                          numbers, 2, fault);

    *relation =
        (StoreRelation){ .is_blocked = numbers[0] > 0, .is_followed = numbers[1] > 0 };
    return status;
}

static void read_other(SqlRow *row, void *element)
{
    StoreOther *other = element;

    row_text(row, other->code, sizeof other->code);
    row_text(row, other->name, sizeof other->name);
    row_text(row, other->table, sizeof other->table);
}

StoreStatus store_related(Store *store, Relation relation, StoreId user, StoreOther *others,
                          int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, relation == RELATION_BLOCK ? QUERY_BLOCKED : QUERY_FOLLOWED,
                SQL_VALUES(sql_number(user), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_other, others, sizeof *others, count,
                         "a person", fault);
}

StoreStatus store_search(Store *store, const char *key, StoreId user, StoreOther *others,
                         int room, int *count, Fault *fault)
{
    char beyond[STORE_NAME_MAX + 8];

    /* An upper bound of all keys with this prefix: U+10FFFF comes last. */
    snprintf(beyond, sizeof beyond, "%.*s\xF4\x8F\xBF\xBF", STORE_NAME_MAX, key);
    StoreStatus asked = sql_ask(
        store, QUERY_SEARCH,
        SQL_VALUES(sql_text(key), sql_text(beyond), sql_number(room), sql_number(user)),
        fault);
    return sql_read_rows(store, asked, read_other, others, sizeof *others, count,
                         "a person", fault);
}

static void read_code(SqlRow *row, void *element)
{
    StoreCode *code = element;

    row_text(row, code->text, sizeof code->text);
}

StoreStatus store_blocked_codes(Store *store, StoreId user, StoreCode *codes, int room,
                                int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_BLOCKED_CODES,
                                SQL_VALUES(sql_number(user), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_code, codes, sizeof *codes, count, "a code",
                         fault);
}

static void read_id(SqlRow *row, void *element)
{
    StoreId *id = element;

    *id = row_number(row);
}

StoreStatus store_apart(Store *store, StoreId user, StoreId *others, int room, int *count,
                        Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_APART, SQL_VALUES(sql_number(user), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_id, others, sizeof *others, count, "a user",
                         fault);
}

StoreStatus store_may_meet(Store *store, StoreId user, StoreId table, int *may_meet,
                           Fault *fault)
{
    int64_t blocks = 0;
    StoreStatus status = sql_read_numbers(store, QUERY_MAY_MEET,
                                          SQL_VALUES(sql_number(user), sql_number(table)),
                                          &blocks, 1, fault);

    *may_meet = blocks == 0;
    return status;
}

StoreStatus store_relations_drop(Store *store, StoreId user, Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_LINKS_DROP_OF, SQL_VALUES(sql_number(user), sql_number(-1)),
                  NULL, fault);

    if (status == STORE_OK)
        status = sql_write(store, QUERY_REPORTS_FORGET, SQL_VALUES(sql_number(user)), NULL,
                           fault);
    if (status == STORE_OK)
        status = sql_write(store, QUERY_RELATIONS_DROP_BLOCKS, SQL_VALUES(sql_number(user)),
                           NULL, fault);
    return status == STORE_OK ? sql_write(store, QUERY_RELATIONS_DROP_FOLLOWS,
                                          SQL_VALUES(sql_number(user)), NULL, fault)
                              : status;
}

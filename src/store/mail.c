/* mail.c: addresses of people, the queue of mail, and what digests will say. */
#include "store/mail.h"

#include "store/sql.h"

#include <limits.h>

/* ------------------------------------------------------------------------- */
/* Addresses                                                                 */
/* ------------------------------------------------------------------------- */

static void read_mailbox(SqlRow *row, void *element)
{
    StoreMailbox *box = element;

    row_text(row, box->address, sizeof box->address);
    row_text(row, box->key, sizeof box->key);
    row_text(row, box->pending, sizeof box->pending);
    row_text(row, box->language, sizeof box->language);
    box->every = row_int(row, 0, INT_MAX);
    box->sent = row_number(row);
    box->failures = row_int(row, 0, INT_MAX);
}

StoreStatus store_mailbox_get(Store *store, StoreId user, StoreMailbox *box, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_MAILBOX_GET, SQL_VALUES(sql_number(user)), fault);
    int count = 0;

    *box = (StoreMailbox){ .every = 0 };
    return sql_read_rows(store, asked, read_mailbox, box, 0, &count, "an address of mail",
                         fault);
}

/* A mail or a digest that waits for an older wish is put off, or dropped. */
static StoreStatus reschedule(Store *store, StoreId user, int every, Fault *fault)
{
    Query query = every == 0 ? QUERY_MAIL_DROP_OF : QUERY_MAIL_RESCHEDULE;
    StoreStatus status = sql_write(
        store, query, SQL_VALUES(sql_number(user), sql_number(MAIL_DIGEST)), NULL, fault);

    if (status != STORE_OK || every != 0)
        return status;
    return sql_write(store, QUERY_MAIL_ITEMS_DROP_OF, SQL_VALUES(sql_number(user)), NULL,
                     fault);
}

StoreStatus store_mailbox_ask(Store *store, StoreId user, const StoreMailbox *box,
                              Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_MAILBOX_ASK,
                  SQL_VALUES(sql_number(user), sql_text(box->pending),
                             sql_text(box->language), sql_number(box->every)),
                  NULL, fault);

    return status == STORE_OK ? reschedule(store, user, box->every, fault) : status;
}

StoreStatus store_mailbox_confirm(Store *store, StoreId user, const char *key, Fault *fault)
{
    return sql_write_one(store, QUERY_MAILBOX_CONFIRM,
                         SQL_VALUES(sql_number(user), sql_text(key)), STORE_NOT_FOUND,
                         "no address waits for confirmation", fault);
}

StoreStatus store_mailbox_set(Store *store, StoreId user, const StoreMailbox *box,
                              Fault *fault)
{
    StoreStatus status = sql_write(
        store, QUERY_MAILBOX_SET,
        SQL_VALUES(sql_number(user), sql_number(box->every), sql_text(box->language)), NULL,
        fault);

    return status == STORE_OK ? reschedule(store, user, box->every, fault) : status;
}

StoreStatus store_mailbox_sent(Store *store, StoreId user, const char *key, int64_t digest,
                               Fault *fault)
{
    return sql_write(store, QUERY_MAILBOX_SENT,
                     SQL_VALUES(sql_number(user), sql_text(key), sql_number(digest)), NULL,
                     fault);
}

StoreStatus store_mailbox_failed(Store *store, StoreId user, const char *key, Fault *fault)
{
    return sql_write(store, QUERY_MAILBOX_FAILED,
                     SQL_VALUES(sql_number(user), sql_text(key)), NULL, fault);
}

StoreStatus store_mailbox_drop(Store *store, StoreId user, Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_MAILBOX_DROP, SQL_VALUES(sql_number(user)), NULL, fault);

    if (status == STORE_OK)
        status = sql_write(store, QUERY_MAIL_DROP_OF,
                           SQL_VALUES(sql_number(user), sql_number(-1)), NULL, fault);
    return status == STORE_OK ? sql_write(store, QUERY_MAIL_ITEMS_DROP_OF,
                                          SQL_VALUES(sql_number(user)), NULL, fault)
                              : status;
}

static void read_id(SqlRow *row, void *element)
{
    *(StoreId *)element = row_number(row);
}

StoreStatus store_mailbox_owners(Store *store, const char *key, StoreId *users, int room,
                                 int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_MAILBOX_OWNERS,
                                SQL_VALUES(sql_text(key), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_id, users, sizeof *users, count,
                         "an address of mail", fault);
}

/* ------------------------------------------------------------------------- */
/* The queue                                                                 */
/* ------------------------------------------------------------------------- */

StoreStatus store_mail_put(Store *store, const StoreMail *mail, Fault *fault)
{
    return sql_write(store, QUERY_MAIL_PUT,
                     SQL_VALUES(sql_number(mail->kind), sql_number(mail->user),
                                sql_text(mail->wanted), sql_text(mail->language),
                                sql_number(mail->due), sql_number(mail->made)),
                     NULL, fault);
}

StoreStatus store_mail_next(Store *store, int64_t *due, Fault *fault)
{
    return sql_read_numbers(store, QUERY_MAIL_NEXT, NULL, 0, due, 1, fault);
}

static void read_mail(SqlRow *row, void *element)
{
    StoreMail *mail = element;

    mail->kind = (MailKind)row_int(row, 0, MAIL_KINDS - 1);
    mail->user = row_number(row);
    row_text(row, mail->wanted, sizeof mail->wanted);
    row_text(row, mail->language, sizeof mail->language);
    mail->tries = row_int(row, 0, INT_MAX);
    mail->made = row_number(row);
    mail->due = 0;
}

StoreStatus store_mail_claim(Store *store, const StorePushClaim *claim, StoreMail *mails,
                             int room, int *count, Fault *fault)
{
    StoreStatus asked = sql_ask_writing(
        store, QUERY_MAIL_CLAIM,
        SQL_VALUES(sql_number(claim->now), sql_number(room), sql_number(claim->lease)),
        fault);

    return sql_read_rows(store, asked, read_mail, mails, sizeof *mails, count, "a mail",
                         fault);
}

StoreStatus store_mail_done(Store *store, const StoreMail *mail, Fault *fault)
{
    return sql_write(store, QUERY_MAIL_DONE,
                     SQL_VALUES(sql_number(mail->kind), sql_number(mail->user),
                                sql_text(mail->wanted), sql_number(mail->made)),
                     NULL, fault);
}

StoreStatus store_mail_later(Store *store, const StoreMail *mail, int64_t due, Fault *fault)
{
    return sql_write(store, QUERY_MAIL_LATER,
                     SQL_VALUES(sql_number(mail->kind), sql_number(mail->user),
                                sql_text(mail->wanted), sql_number(mail->made),
                                sql_number(due)),
                     NULL, fault);
}

/* ------------------------------------------------------------------------- */
/* Digests                                                                   */
/* ------------------------------------------------------------------------- */

StoreStatus store_mail_digest(Store *store, StoreId user, int64_t due, int64_t made,
                              Fault *fault)
{
    return sql_write(store, QUERY_MAIL_DIGEST,
                     SQL_VALUES(sql_number(user), sql_number(MAIL_DIGEST), sql_number(due),
                                sql_number(made), sql_number(STORE_FAILURES_MAX)),
                     NULL, fault);
}

StoreStatus store_mail_notice(Store *store, const PushNotice *notice, Fault *fault)
{
    int added = 0;
    StoreStatus status =
        sql_write(store, QUERY_MAIL_ITEM_ADD,
                  SQL_VALUES(sql_number(notice->user), sql_number(notice->table),
                             sql_number(notice->kind), sql_number(notice->n),
                             sql_number(notice->made), sql_number(notice->by),
                             sql_number(notice->kinds), sql_number(STORE_FAILURES_MAX),
                             sql_number(notice->kind == NOTICE_INVITED)),
                  &added, fault);

    if (status != STORE_OK || added == 0)
        return status;
    return store_mail_digest(store, notice->user, notice->digest, notice->made, fault);
}

static void read_item(SqlRow *row, void *element)
{
    StoreMailItem *item = element;

    item->table = row_number(row);
    item->kind = (NoticeKind)row_int(row, 0, NOTICE_KINDS - 1);
    item->n = row_int(row, 0, INT_MAX);
    row_text(row, item->code, sizeof item->code);
    row_text(row, item->game, sizeof item->game);
    item->state = (TableState)row_int(row, TABLE_OPEN, TABLE_CLOSED);
    item->seat = row_int(row, NOBODY, SEATS_MAX - 1);
    item->is_turn = row_int(row, 0, 1);
    row_text(row, item->by, sizeof item->by);
}

StoreStatus store_mail_items(Store *store, StoreId user, StoreMailItem *items, int room,
                             int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_MAIL_ITEMS,
                                SQL_VALUES(sql_number(user), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_item, items, sizeof *items, count,
                         "a line of a digest", fault);
}

static StoreStatus end_item(Store *store, Query query, StoreId user,
                            const StoreMailItem *item, Fault *fault)
{
    return sql_write(store, query,
                     SQL_VALUES(sql_number(user), sql_number(item->table),
                                sql_number(item->kind), sql_number(item->n)),
                     NULL, fault);
}

StoreStatus store_mail_item_sent(Store *store, StoreId user, const StoreMailItem *item,
                                 Fault *fault)
{
    return end_item(store, QUERY_MAIL_ITEM_SENT, user, item, fault);
}

StoreStatus store_mail_item_drop(Store *store, StoreId user, const StoreMailItem *item,
                                 Fault *fault)
{
    return end_item(store, QUERY_MAIL_ITEM_DROP, user, item, fault);
}

/* ------------------------------------------------------------------------- */
/* Limits, sweeping                                                          */
/* ------------------------------------------------------------------------- */

StoreStatus store_mail_limit(Store *store, const StoreMailLimit *limit, int *is_within,
                             Fault *fault)
{
    int taken = 0;
    StoreStatus status =
        sql_write(store, QUERY_MAIL_LIMIT,
                  SQL_VALUES(sql_bytes(limit->key, sizeof limit->key),
                             sql_number(limit->now), sql_number(limit->interval),
                             sql_number((limit->burst - 1) * limit->interval)),
                  &taken, fault);

    *is_within = taken > 0;
    return status;
}

StoreStatus store_mail_sweep(Store *store, int64_t before, int64_t now, Fault *fault)
{
    StoreStatus status = sql_write(store, QUERY_MAIL_ITEMS_SWEEP,
                                   SQL_VALUES(sql_number(before)), NULL, fault);

    return status == STORE_OK ? sql_write(store, QUERY_MAIL_LIMITS_SWEEP,
                                          SQL_VALUES(sql_number(now)), NULL, fault)
                              : status;
}

/* ------------------------------------------------------------------------- */
/* The secret                                                                */
/* ------------------------------------------------------------------------- */

static void read_key(SqlRow *row, void *element)
{
    row_bytes(row, element, STORE_MAIL_KEY_BYTES);
}

static StoreStatus find_key(Store *store, uint8_t key[STORE_MAIL_KEY_BYTES], Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_MAIL_KEY_GET, NULL, 0, fault);

    return sql_read_row(store, asked, read_key, key, "key", fault);
}

/* Another server may be first: its key counts. */
StoreStatus store_mail_key(Store *store, uint8_t key[STORE_MAIL_KEY_BYTES], Fault *fault)
{
    uint8_t found[STORE_MAIL_KEY_BYTES];
    StoreStatus status = find_key(store, found, NULL);

    if (status == STORE_NOT_FOUND) {
        status = sql_write(store, QUERY_MAIL_KEY_ADD,
                           SQL_VALUES(sql_bytes(key, STORE_MAIL_KEY_BYTES)), NULL, fault);
        if (status == STORE_OK)
            status = find_key(store, found, fault);
    }
    if (status == STORE_OK)
        memcpy(key, found, sizeof found);
    return status;
}

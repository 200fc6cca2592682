/* admin.c: storage of administration: roles, acts, settings, links, reports. */
#include "store/admin.h"

#include "store/rows.h"

#include <limits.h>

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

StoreStatus store_standing_set(Store *store, const StoreUser *user, Fault *fault)
{
    return sql_write_one(store, QUERY_STANDING_SET,
                         SQL_VALUES(sql_number(user->id), sql_number(user->role),
                                    sql_number(user->banned), sql_number(user->muted)),
                         STORE_NOT_FOUND, "there is no such user", fault);
}

StoreStatus store_programs_standing(Store *store, StoreId owner, int64_t banned,
                                    int64_t muted, Fault *fault)
{
    return sql_write(store, QUERY_STANDING_PROGRAMS,
                     SQL_VALUES(sql_number(owner), sql_number(banned), sql_number(muted)),
                     NULL, fault);
}

StoreStatus store_people(Store *store, const StorePeople *people, StoreUser *users,
                         int room, int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(
        store, QUERY_PEOPLE,
        SQL_VALUES(sql_text(people->part), sql_number(people->after), sql_number(room),
                   sql_number(people->list), sql_number(people->now)),
        fault);

    return sql_read_rows(store, asked, row_user, users, sizeof *users, count, "a user",
                         fault);
}

/* ------------------------------------------------------------------------- */
/* Acts                                                                      */
/* ------------------------------------------------------------------------- */

/* Retries while another server has inserted the same number. */
StoreStatus store_act_add(Store *store, StoreAct *act, Fault *fault)
{
    enum { TRIES = 100 };
    StoreStatus status = STORE_TAKEN;

    for (int i = 0; i < TRIES && status == STORE_TAKEN; i++)
        status = sql_insert(store, QUERY_ACT_ADD,
                            SQL_VALUES(sql_number(act->at), sql_text(act->actor),
                                       sql_text(act->what), sql_text(act->whom),
                                       sql_text(act->table), sql_text(act->more)),
                            &act->n, fault);
    return status == STORE_TAKEN
               ? sql_refuse(STORE_BUSY, fault, "too many write to the log of acts")
               : status;
}

static void read_act(SqlRow *row, void *element)
{
    StoreAct *act = element;

    act->n = row_number(row);
    act->at = row_number(row);
    row_text(row, act->actor, sizeof act->actor);
    row_text(row, act->what, sizeof act->what);
    row_text(row, act->whom, sizeof act->whom);
    row_text(row, act->table, sizeof act->table);
    row_text(row, act->more, sizeof act->more);
    row_text(row, act->actor_name, sizeof act->actor_name);
    row_text(row, act->whom_name, sizeof act->whom_name);
}

static StoreStatus list_acts(Store *store, Query query, int64_t from, StoreAct *acts,
                             int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, query, SQL_VALUES(sql_number(from), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_act, acts, sizeof *acts, count, "an act",
                         fault);
}

StoreStatus store_acts(Store *store, int64_t after, StoreAct *acts, int room, int *count,
                       Fault *fault)
{
    return list_acts(store, QUERY_ACTS, after, acts, room, count, fault);
}

StoreStatus store_acts_last(Store *store, int64_t before, StoreAct *acts, int room,
                            int *count, Fault *fault)
{
    return list_acts(store, QUERY_ACTS_LAST, before, acts, room, count, fault);
}

StoreStatus store_acts_count(Store *store, int64_t *count, Fault *fault)
{
    return sql_read_numbers(store, QUERY_ACTS_COUNT, NULL, 0, count, 1, fault);
}

/* ------------------------------------------------------------------------- */
/* Settings                                                                  */
/* ------------------------------------------------------------------------- */

StoreStatus store_setting_set(Store *store, const StoreSetting *setting, Fault *fault)
{
    if (setting->value[0] == '\0')
        return sql_write(store, QUERY_SETTING_DROP, SQL_VALUES(sql_text(setting->name)),
                         NULL, fault);
    return sql_write(store, QUERY_SETTING_SET,
                     SQL_VALUES(sql_text(setting->name), sql_text(setting->value)), NULL,
                     fault);
}

static void read_setting(SqlRow *row, void *element)
{
    StoreSetting *setting = element;

    row_text(row, setting->name, sizeof setting->name);
    row_text(row, setting->value, sizeof setting->value);
}

StoreStatus store_settings(Store *store, StoreSetting *settings, int room, int *count,
                           Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_SETTINGS, SQL_VALUES(sql_number(room)), fault);

    return sql_read_rows(store, asked, read_setting, settings, sizeof *settings, count,
                         "a setting", fault);
}

/* ------------------------------------------------------------------------- */
/* Links                                                                     */
/* ------------------------------------------------------------------------- */

StoreStatus store_link_add(Store *store, const StoreLink *link, Fault *fault)
{
    return sql_write(
        store, QUERY_LINK_ADD,
        SQL_VALUES(sql_bytes(link->hash, STORE_HASH_BYTES), sql_number(link->kind),
                   sql_text(link->code), sql_number(link->uses), sql_number(link->expires),
                   sql_number(link->created), sql_text(link->note), sql_number(link->user)),
        NULL, fault);
}

StoreStatus store_link_use(Store *store, const StoreLink *link, int64_t now, StoreId *user,
                           Fault *fault)
{
    StoreStatus status = sql_insert(store, QUERY_LINK_USE,
                                    SQL_VALUES(sql_bytes(link->hash, STORE_HASH_BYTES),
                                               sql_number(link->kind), sql_number(now)),
                                    user, fault);

    return status == STORE_TAKEN
               ? sql_refuse(STORE_NOT_FOUND, fault, "there is no such link")
               : status;
}

static void read_link(SqlRow *row, void *element)
{
    StoreLink *link = element;

    row_bytes(row, link->hash, STORE_HASH_BYTES);
    link->kind = (LinkKind)row_int(row, 0, LINK_KINDS - 1);
    row_text(row, link->code, sizeof link->code);
    link->uses = row_int(row, 0, INT_MAX);
    link->expires = row_number(row);
    link->created = row_number(row);
    row_text(row, link->note, sizeof link->note);
    link->user = row_number(row);
}

StoreStatus store_link_find(Store *store, StoreLink *link, Fault *fault)
{
    StoreStatus asked = sql_ask(
        store, QUERY_LINK_FIND,
        SQL_VALUES(sql_bytes(link->hash, STORE_HASH_BYTES), sql_number(link->kind)), fault);

    return sql_read_row(store, asked, read_link, link, "link", fault);
}

StoreStatus store_links(Store *store, LinkKind kind, int64_t now, StoreLink *links,
                        int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_LINKS,
                SQL_VALUES(sql_number(kind), sql_number(now), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_link, links, sizeof *links, count, "a link",
                         fault);
}

StoreStatus store_link_drop(Store *store, LinkKind kind, const char *code, Fault *fault)
{
    return sql_write_one(store, QUERY_LINK_DROP,
                         SQL_VALUES(sql_number(kind), sql_text(code)), STORE_NOT_FOUND,
                         "there is no such link", fault);
}

StoreStatus store_links_drop_of(Store *store, StoreId user, Fault *fault)
{
    return sql_write(store, QUERY_LINKS_DROP_OF,
                     SQL_VALUES(sql_number(user), sql_number(-1)), NULL, fault);
}

StoreStatus store_links_drop_kind(Store *store, StoreId user, LinkKind kind, Fault *fault)
{
    return sql_write(store, QUERY_LINKS_DROP_OF,
                     SQL_VALUES(sql_number(user), sql_number(kind)), NULL, fault);
}

StoreStatus store_links_sweep(Store *store, int64_t now, Fault *fault)
{
    return sql_write(store, QUERY_LINKS_SWEEP, SQL_VALUES(sql_number(now)), NULL, fault);
}

/* ------------------------------------------------------------------------- */
/* Reports                                                                   */
/* ------------------------------------------------------------------------- */

StoreStatus store_report_add(Store *store, StoreReport *report, Fault *fault)
{
    return sql_insert(store, QUERY_REPORT_ADD,
                      SQL_VALUES(sql_number(report->at), sql_text(report->reporter),
                                 sql_text(report->whom), sql_text(report->table),
                                 sql_number(report->k), sql_text(report->said),
                                 sql_text(report->why)),
                      &report->id, fault);
}

static void read_report(SqlRow *row, void *element)
{
    StoreReport *report = element;

    report->id = row_number(row);
    report->at = row_number(row);
    row_text(row, report->reporter, sizeof report->reporter);
    row_text(row, report->whom, sizeof report->whom);
    row_text(row, report->table, sizeof report->table);
    report->k = row_int(row, 0, INT_MAX);
    row_text(row, report->said, sizeof report->said);
    row_text(row, report->why, sizeof report->why);
    row_int(row, 0, 0); /* settled */
    row_text(row, report->reporter_name, sizeof report->reporter_name);
    row_text(row, report->whom_name, sizeof report->whom_name);
}

StoreStatus store_reports(Store *store, StoreId after, StoreReport *reports, int room,
                          int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_REPORTS,
                                SQL_VALUES(sql_number(after), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_report, reports, sizeof *reports, count,
                         "a report", fault);
}

StoreStatus store_report_settle(Store *store, StoreId report, Fault *fault)
{
    return sql_write_one(store, QUERY_REPORT_SETTLE, SQL_VALUES(sql_number(report)),
                         STORE_NOT_FOUND, "there is no such report", fault);
}

StoreStatus store_reports_open_by(Store *store, const char *reporter, int *count,
                                  Fault *fault)
{
    int64_t number = 0;
    StoreStatus status = sql_read_numbers(
        store, QUERY_REPORTS_OPEN_BY, SQL_VALUES(sql_text(reporter)), &number, 1, fault);

    *count = (int)number;
    return status;
}

StoreStatus store_report_is_open(Store *store, const StoreReport *report, int *is_open,
                                 Fault *fault)
{
    int64_t number = 0;
    StoreStatus status =
        sql_read_numbers(store, QUERY_REPORT_OPEN,
                         SQL_VALUES(sql_text(report->reporter), sql_text(report->whom),
                                    sql_text(report->table), sql_number(report->k)),
                         &number, 1, fault);

    *is_open = number > 0;
    return status;
}

/* ------------------------------------------------------------------------- */
/* Tables, figures                                                           */
/* ------------------------------------------------------------------------- */

StoreStatus store_list_every(Store *store, StoreId before, StoreTable *tables, int room,
                             int *count, Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_LIST_EVERY,
                                SQL_VALUES(sql_number(before), sql_number(room)), fault);

    return read_tables(store, asked, tables, room, count, NULL, fault);
}

StoreStatus store_figures(Store *store, int64_t since, int64_t figures[FIGURE_COUNT],
                          Fault *fault)
{
    return sql_read_numbers(store, QUERY_FIGURES, SQL_VALUES(sql_number(since)), figures,
                            FIGURE_COUNT, fault);
}

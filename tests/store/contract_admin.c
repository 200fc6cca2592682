/* contract_admin.c: roles, bans, the log of acts, settings, links, reports; who blocks and
 * who follows whom. */
#include "store/admin.h"
#include "store/contract.h"
#include "store/relations.h"
#include "store/results.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 8 };

/* Each of these is one batch, or one question. */

static void set_standing(Store *store, const StoreUser *user)
{
    COMMITS(store_standing_set(store, user, &failure));
}

static void delete_user(Store *store, StoreId user)
{
    COMMITS(store_user_delete(store, user, 9, &failure));
}

static void relate(Store *store, Relation relation, StoreId user, StoreId other, int is_so)
{
    COMMITS(store_relate(store, relation, user, other, is_so, &failure));
}

static void add_link(Store *store, const StoreLink *link)
{
    COMMITS(store_link_add(store, link, &failure));
}

static int links_of(Store *store, LinkKind kind, StoreLink links[ROOM])
{
    int count;

    DOES(store_links(store, kind, 1, links, ROOM, &count, &failure));
    return count;
}

static void set_to(Store *store, const char *name, const char *value)
{
    StoreSetting setting = { .name = "" };

    snprintf(setting.name, sizeof setting.name, "%s", name);
    snprintf(setting.value, sizeof setting.value, "%s", value);
    COMMITS(store_setting_set(store, &setting, &failure));
}

static int settings_of(Store *store, StoreSetting settings[ROOM])
{
    int count;

    DOES(store_settings(store, settings, ROOM, &count, &failure));
    return count;
}

static void report(Store *store, StoreReport *report)
{
    COMMITS(store_report_add(store, report, &failure));
}

static int reports_of(Store *store, StoreReport reports[ROOM])
{
    int count;

    DOES(store_reports(store, 0, reports, ROOM, &count, &failure));
    return count;
}

static int acts_after(Store *store, int64_t after, StoreAct acts[ROOM])
{
    int count;

    DOES(store_acts(store, after, acts, ROOM, &count, &failure));
    return count;
}

static int acts_before(Store *store, int64_t before, StoreAct acts[ROOM])
{
    int count;

    DOES(store_acts_last(store, before, acts, ROOM, &count, &failure));
    return count;
}

static int64_t acts_count(Store *store)
{
    int64_t count = -1;

    DOES(store_acts_count(store, &count, &failure));
    return count;
}

static StoreUser user_of(Store *store, StoreId id)
{
    StoreUser user;

    DOES(store_user_get(store, id, &user, &failure));
    return user;
}

static int related_of(Store *store, Relation relation, StoreId user,
                      StoreOther others[ROOM])
{
    int count;

    DOES(store_related(store, relation, user, others, ROOM, &count, &failure));
    return count;
}

static int found_by(Store *store, const char *key, StoreOther others[ROOM])
{
    int count;

    DOES(store_search(store, key, 0, others, ROOM, &count, &failure));
    return count;
}

static StoreRelation relation_of(Store *store, StoreId user, StoreId other)
{
    StoreRelation relation;

    DOES(store_relation(store, user, other, &relation, &failure));
    return relation;
}

/* The initials of those that are found. */
static const char *people(Store *store, const char *part, PeopleList list, StoreId after)
{
    static char initials[ROOM + 1];
    StoreUser users[ROOM];
    const StorePeople wanted = { .part = part, .list = list, .now = 5000, .after = after };
    int count;

    DOES(store_people(store, &wanted, users, ROOM, &count, &failure));
    for (int i = 0; i < count; i++)
        initials[i] = users[i].name[0];
    initials[count] = '\0';
    return initials;
}

void contract_people_are_found_by_name_and_standing(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "ben");
    StoreUser gone = given_user(store, "ugone", USER_KEPT, "gone"), found;

    ada.role = ROLE_ADMIN;
    ben.banned = 9000;
    ben.muted = 4000;
    set_standing(store, &ada);
    set_standing(store, &ben);
    found = user_of(store, ben.id);
    cr_expect(found.role == ROLE_NONE && found.banned == 9000 && found.muted == 4000);
    cr_expect_str_eq(people(store, "", PEOPLE_ALL, 0), "abg");
    cr_expect_str_eq(people(store, "", PEOPLE_ALL, ada.id), "bg");
    cr_expect_str_eq(people(store, "en", PEOPLE_ALL, 0), "b");
    cr_expect_str_eq(people(store, "xyz", PEOPLE_ALL, 0), "");
    cr_expect_str_eq(people(store, "", PEOPLE_STAFF, 0), "a");
    cr_expect_str_eq(people(store, "", PEOPLE_BANNED, 0), "b");
    cr_expect_str_eq(people(store, "", PEOPLE_MUTED, 0), "", "that is over");
    delete_user(store, gone.id);
    cr_expect_str_eq(people(store, "", PEOPLE_ALL, 0), "ab");
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_standing_set(store, &gone, &failure));
    DOES(store_commit(store, &failure));
    delete_user(store, ada.id);
    found = user_of(store, ada.id);
    cr_expect_eq(found.role, ROLE_NONE, "nobody acts in the name of somebody who is gone");
    store_free(store);
}

static void set_programs(Store *store, StoreId owner, int64_t banned, int64_t muted)
{
    COMMITS(store_programs_standing(store, owner, banned, muted, &failure));
}

void contract_programs_keep_a_ban_of_their_own(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "ada"), found;
    StoreUser robot = {
        .code = "urobot", .kind = USER_PROGRAM, .name = "Robot", .owner = ada.id
    };

    COMMITS(store_user_add(store, &robot, &failure));
    robot.banned = 9000;
    set_standing(store, &robot);
    set_standing(store, &ada);
    set_programs(store, ada.id, STANDING_KEPT, 4000);
    found = user_of(store, robot.id);
    cr_expect(found.banned == 9000 && found.muted == 4000, "a mute lifts no ban");
    set_programs(store, ada.id, 5000, STANDING_KEPT);
    cr_expect_eq(user_of(store, robot.id).banned, 9000, "a shorter ban shortens none");
    set_programs(store, ada.id, 0, STANDING_KEPT);
    found = user_of(store, robot.id);
    cr_expect(found.banned == 0 && found.muted == 4000);
    store_free(store);
}

static StoreAct act(const char *what, const char *whom, int64_t at)
{
    StoreAct act = { .at = at, .actor = "uada" };

    snprintf(act.what, sizeof act.what, "%s", what);
    snprintf(act.whom, sizeof act.whom, "%s", whom);
    snprintf(act.table, sizeof act.table, "AAAAAAAAAA");
    snprintf(act.more, sizeof act.more, "reason %s", what);
    return act;
}

void contract_acts_are_numbered_in_order(const char *where)
{
    Store *store = given_store(where);
    StoreAct acts[ROOM] = { act("ban", "uben", 1000), act("mute", "", 1001) };
    int count;

    given_user(store, "uada", USER_KEPT, "Ada");
    cr_expect_eq(acts_count(store), 0);
    DOES(store_begin(store, &failure));
    DOES(store_act_add(store, &acts[0], &failure));
    DOES(store_act_add(store, &acts[1], &failure));
    DOES(store_commit(store, &failure));
    cr_expect(acts[0].n == 1 && acts[1].n == 2);
    cr_expect_eq(acts_count(store), 2);
    count = acts_after(store, 0, acts);
    cr_assert_eq(count, 2);
    cr_expect_str_eq(acts[0].what, "ban");
    cr_expect_str_eq(acts[0].whom, "uben");
    cr_expect_str_eq(acts[0].actor_name, "Ada");
    cr_expect_str_eq(acts[0].whom_name, "", "there is nobody with that code");
    cr_expect_str_eq(acts[0].table, "AAAAAAAAAA");
    cr_expect_str_eq(acts[0].more, "reason ban");
    count = acts_after(store, 1, acts);
    cr_expect(count == 1 && acts[0].n == 2);
    count = acts_before(store, 0, acts);
    cr_expect(count == 2 && acts[0].n == 2 && acts[1].at == 1000);
    count = acts_before(store, 2, acts);
    cr_expect(count == 1 && acts[0].n == 1);
    store_free(store);
}

void contract_settings_stay(const char *where)
{
    Store *store = given_store(where);
    StoreSetting found[ROOM];
    int count;

    set_to(store, "entry", "invited");
    set_to(store, "announcement", "Gare à vous 🚂");
    set_to(store, "entry", "open");
    store_free(store);
    store = given_store(where);
    count = settings_of(store, found);
    cr_assert_eq(count, 2);
    cr_expect_str_eq(found[0].value, "Gare à vous 🚂");
    cr_expect_str_eq(found[1].value, "open");
    set_to(store, "announcement", "");
    count = settings_of(store, found);
    cr_expect(count == 1 && strcmp(found[0].name, "entry") == 0);
    store_free(store);
}

static void expect_used(Store *store, const StoreLink *link, int64_t now,
                        StoreStatus wanted, StoreId user)
{
    StoreId found = 0;

    DOES(store_begin(store, &failure));
    ANSWERS(wanted, store_link_use(store, link, now, &found, &failure));
    DOES(store_commit(store, &failure));
    cr_expect_eq(found, user);
}

void contract_a_link_is_used_so_often_and_no_longer(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreLink reset = { .hash = { 1 },
                        .kind = LINK_PASSWORD,
                        .code = "l1",
                        .uses = 1,
                        .expires = 9000,
                        .user = ada };
    StoreLink invitation = { .hash = { 2 },
                             .kind = LINK_INVITATION,
                             .code = "l2",
                             .uses = 2,
                             .expires = 9000,
                             .note = "Chess club" };
    StoreLink wrong = { .hash = { 1 }, .kind = LINK_INVITATION }, found[ROOM];
    int count;

    add_link(store, &reset);
    add_link(store, &invitation);
    expect_used(store, &wrong, 1, STORE_NOT_FOUND, 0);
    expect_used(store, &reset, 9000, STORE_NOT_FOUND, 0);
    expect_used(store, &reset, 8999, STORE_OK, ada);
    expect_used(store, &reset, 8999, STORE_NOT_FOUND, 0);
    expect_used(store, &invitation, 1, STORE_OK, 0);
    count = links_of(store, LINK_INVITATION, found);
    cr_assert_eq(count, 1);
    cr_expect(found[0].uses == 1 && strcmp(found[0].note, "Chess club") == 0);
    COMMITS(store_link_drop(store, LINK_INVITATION, "l2", &failure));
    expect_used(store, &invitation, 1, STORE_NOT_FOUND, 0);
    reset.hash[0] = 3;
    add_link(store, &reset);
    COMMITS(store_links_drop_of(store, ada, &failure));
    expect_used(store, &reset, 1, STORE_NOT_FOUND, 0);
    add_link(store, &reset);
    COMMITS(store_links_sweep(store, 9001, &failure));
    count = links_of(store, LINK_PASSWORD, found);
    cr_expect_eq(count, 0);
    store_free(store);
}

static void add_user(Store *store, StoreUser *user)
{
    COMMITS(store_user_add(store, user, &failure));
}

static void settle(Store *store, StoreId report)
{
    COMMITS(store_report_settle(store, report, &failure));
}

static int is_open(Store *store, const StoreReport *report)
{
    int is_so = -1;

    DOES(store_report_is_open(store, report, &is_so, &failure));
    return is_so;
}

void contract_reports_stay_until_they_are_settled(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "Ben");
    StoreReport one = { .at = 7,
                        .reporter = "uada",
                        .whom = "uben",
                        .table = "AAAAAAAAAA",
                        .k = 3,
                        .said = "rude 🚂",
                        .why = "rude" };
    StoreReport two = { .at = 8, .reporter = "uben", .whom = "uada", .why = "cheats" };
    StoreReport three = { .at = 9, .reporter = "uada", .whom = "urobot", .said = "beep" };
    StoreUser robot = {
        .code = "urobot", .kind = USER_PROGRAM, .name = "Robot", .owner = ben.id
    };
    StoreReport found[ROOM];
    int count;

    add_user(store, &robot);
    report(store, &one);
    report(store, &two);
    report(store, &three);
    count = reports_of(store, found);
    cr_assert_eq(count, 3);
    cr_expect(found[0].k == 3 && strcmp(found[0].said, "rude 🚂") == 0);
    cr_expect_str_eq(found[0].reporter_name, "Ada");
    cr_expect_str_eq(found[0].whom_name, "Ben");
    cr_expect_str_eq(found[1].why, "cheats");
    DOES(store_reports_open_by(store, "uada", &count, &failure));
    cr_expect_eq(count, 2);
    cr_expect(is_open(store, &one));
    cr_expect_not(
        is_open(store, &(StoreReport){ .reporter = "uada", .whom = "uben", .k = 4 }),
        "another line is another report");
    delete_user(store, ben.id);
    count = reports_of(store, found);
    cr_expect_str_eq(found[0].said, "", "what a deleted user said is erased here, too");
    cr_expect_str_eq(found[1].why, "");
    cr_expect_str_eq(found[2].said, "", "and what the user's programs said");
    settle(store, one.id);
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_report_settle(store, one.id, &failure));
    DOES(store_commit(store, &failure));
    count = reports_of(store, found);
    cr_expect(count == 2 && found[0].id == two.id);
    cr_expect_eq(ada.role, ROLE_NONE);
    store_free(store);
}

void contract_every_table_is_listed_and_counted(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreTable first = default_table("AAAAAAAAAA", ada), found[ROOM];
    int64_t figures[FIGURE_COUNT];
    int count;

    given_table(store, &first);
    StoreTable second = given_playing(store, "BBBBBBBBBB", ada, ada);
    DOES(store_list_every(store, 0, found, ROOM, &count, &failure));
    cr_assert_eq(count, 2, "private ones, too");
    cr_expect(found[0].id == second.id && found[1].id == first.id);
    DOES(store_list_every(store, second.id, found, ROOM, &count, &failure));
    cr_expect(count == 1 && found[0].id == first.id);
    DOES(store_figures(store, 0, figures, &failure));
    cr_expect(figures[FIGURE_KEPT] == 1 && figures[FIGURE_GUESTS] == 0);
    cr_expect(figures[FIGURE_OPEN] == 1 && figures[FIGURE_PLAYING] == 1);
    cr_expect_eq(figures[FIGURE_NEW_TABLES], 2);
    DOES(store_figures(store, INT64_MAX, figures, &failure));
    cr_expect(figures[FIGURE_NEW_TABLES] == 0 && figures[FIGURE_KEPT] == 1);
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Between people                                                            */
/* ------------------------------------------------------------------------- */

static int may_meet(Store *store, StoreId user, StoreId table)
{
    int may;

    DOES(store_may_meet(store, user, table, &may, &failure));
    return may;
}

void contract_people_who_block_do_not_meet(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_GUEST, "Ben").id;
    StoreId cleo = given_user(store, "ucleo", USER_GUEST, "Cleo").id;
    StoreTable table = default_table("AAAAAAAAAA", ada);
    StoreCode codes[ROOM];
    StoreOther others[ROOM];
    StoreRelation relation;
    StoreId apart[ROOM];
    int count;

    given_table(store, &table);
    cr_expect(may_meet(store, ben, table.id));
    relate(store, RELATION_FOLLOW, ada, ben, 1);
    relate(store, RELATION_BLOCK, ada, ben, 1);
    relate(store, RELATION_BLOCK, ada, ben, 1);
    cr_expect_not(may_meet(store, ben, table.id));
    cr_expect(may_meet(store, cleo, table.id));
    relate(store, RELATION_BLOCK, cleo, ada, 1);
    cr_expect_not(may_meet(store, cleo, table.id), "nor the other way round");
    relation = relation_of(store, ada, ben);
    cr_expect(relation.is_blocked && !relation.is_followed);
    relation = relation_of(store, ben, ada);
    cr_expect_not(relation.is_blocked, "they are not told");
    DOES(store_blocked_codes(store, ada, codes, ROOM, &count, &failure));
    cr_expect(count == 1 && strcmp(codes[0].text, "uben") == 0);
    count = related_of(store, RELATION_BLOCK, ada, others);
    cr_expect(count == 1 && strcmp(others[0].name, "Ben") == 0);
    DOES(store_apart(store, ada, apart, ROOM, &count, &failure));
    cr_expect(count == 2 && apart[0] == ben && apart[1] == cleo, "both ways");
    relate(store, RELATION_BLOCK, ada, ben, 0);
    cr_expect(may_meet(store, ben, table.id));
    delete_user(store, cleo);
    DOES(store_blocked_codes(store, cleo, codes, ROOM, &count, &failure));
    cr_expect_eq(count, 0);
    store_free(store);
}

void contract_followers_find_open_tables(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "ada").id;
    StoreId adele = given_user(store, "uadele", USER_KEPT, "adele").id;
    StoreId ben = given_user(store, "uben", USER_GUEST, "adam").id;
    StoreTable hidden = default_table("AAAAAAAAAA", ada), shown = hidden;
    StoreOther others[ROOM];
    int count;

    relate(store, RELATION_FOLLOW, ben, adele, 1);
    relate(store, RELATION_FOLLOW, ben, ada, 1);
    given_table(store, &hidden);
    count = related_of(store, RELATION_FOLLOW, ben, others);
    cr_assert_eq(count, 2);
    cr_expect_str_eq(others[0].name, "ada");
    cr_expect_str_eq(others[0].table, "", "a table by link is nobody's business");
    shown.is_public = 1;
    memcpy(shown.code, "BBBBBBBBBB", sizeof "BBBBBBBBBB");
    given_table(store, &shown);
    count = related_of(store, RELATION_FOLLOW, ben, others);
    cr_expect_str_eq(others[0].table, "BBBBBBBBBB");
    cr_expect_str_eq(others[1].table, "");
    count = found_by(store, "key of ad", others);
    cr_assert_eq(count, 2, "kept names alone");
    cr_expect_str_eq(others[0].table, "BBBBBBBBBB");
    cr_expect_str_eq(others[1].name, "adele");
    count = found_by(store, "key of ade", others);
    cr_expect_eq(count, 1);
    count = found_by(store, "ey of ad", others);
    cr_expect_eq(count, 0, "from the beginning of the name");
    relate(store, RELATION_BLOCK, ada, ben, 1);
    count = related_of(store, RELATION_FOLLOW, ben, others);
    cr_expect_str_eq(others[0].table, "", "they do not meet");
    DOES(store_search(store, "key of ada", ben, others, ROOM, &count, &failure));
    cr_expect(count == 1 && others[0].table[0] == '\0');
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Older versions                                                            */
/* ------------------------------------------------------------------------- */

void expect_version_4(Store *store)
{
    StoreUser ada;
    StoreTable table;
    int is_hidden, count;
    StoreAct first = act("ban", "", 1);

    DOES(store_user_by_key(store, "ada", &ada, &failure));
    cr_expect(ada.role == ROLE_NONE && ada.banned == 0 && ada.muted == 0);
    DOES(store_is_hidden(store, ada.id, &is_hidden, &failure));
    cr_expect(is_hidden);
    DOES(store_table_by_code(store, "Q83ABVRWG6", &table, &failure));
    cr_expect_eq(table.state, TABLE_OVER);
    DOES(store_list_every(store, 0, &table, 1, &count, &failure));
    cr_expect(count == 1 && strcmp(table.code, "BM97K3DJK7") == 0);
    cr_expect_eq(acts_count(store), 0);
    COMMITS(store_act_add(store, &first, &failure));
    ada.role = ROLE_ADMIN;
    set_standing(store, &ada);
}

/* Sums of the results that were there. */
void expect_version_5(Store *store)
{
    StoreUser ada;
    StoreRecord record;
    StoreRelation relation;
    StoreWhose whose;
    int count;

    DOES(store_user_by_key(store, "ada", &ada, &failure));
    cr_expect_eq(ada.role, ROLE_ADMIN);
    cr_expect_eq(acts_count(store), 4);
    DOES(store_relation(store, ada.id, 2, &relation, &failure));
    cr_expect(relation.is_followed);
    whose = (StoreWhose){ .user = ada.id };
    DOES(store_records(store, &whose, &record, 1, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect_str_eq(record.game, "station-master");
    cr_expect(record.games == 1 && record.played == 0, "she has left to a bot");
}

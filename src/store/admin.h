/* admin.h: persistent storage for whoever runs the server: roles, bans and mutes, the log
 * of acts, settings, links, reports, figures. The rules of store.h hold.
 *
 *     acts        numbered without gaps, in the order of the commits: servers follow it,
 *                 and so learn what another process has changed
 *     settings    name and value
 *     links       by a hash of their token: a new password, an invitation
 *     reports     of people and lines of chat, until they are settled */
#ifndef ROUNDHOUSE_STORE_ADMIN_H
#define ROUNDHOUSE_STORE_ADMIN_H

#include "store/store.h"

enum {
    STORE_MORE_MAX = 600, /* bytes: a reason, a setting's value */
};

/* Writes role, banned and muted of a user. */
StoreStatus store_standing_set(Store *store, const StoreUser *user, Fault *fault);
/* The end of a ban and of a mute, for all programs of a user: 0 lifts it, STANDING_KEPT
 * leaves it as it is, and one that ends later stays. */
enum { STANDING_KEPT = -1 };
StoreStatus store_programs_standing(Store *store, StoreId owner, int64_t banned,
                                    int64_t muted, Fault *fault);

typedef enum PeopleList {
    PEOPLE_ALL,
    PEOPLE_STAFF,
    PEOPLE_BANNED,
    PEOPLE_MUTED
} PeopleList;

typedef struct StorePeople {
    const char *part; /* of the key of the name; empty: any */
    PeopleList list;
    int64_t now;
    StoreId after; /* id of the last user listed; 0: from the first */
} StorePeople;

StoreStatus store_people(Store *store, const StorePeople *people, StoreUser *users,
                         int room, int *count, Fault *fault);

/* Users and tables by their codes; empty: none. An empty actor: on the command line. */
typedef struct StoreAct {
    int64_t n; /* from 1 */
    int64_t at;
    char actor[STORE_CODE_MAX + 1];
    char what[STORE_WORD_MAX + 1];
    char whom[STORE_CODE_MAX + 1];
    char table[STORE_CODE_MAX + 1];
    char more[STORE_MORE_MAX + 1];
    /* Set on reading: */
    char actor_name[STORE_NAME_MAX + 1], whom_name[STORE_NAME_MAX + 1];
} StoreAct;

/* Sets act->n. Call it last in a batch: it holds a lock that other writers wait for. */
StoreStatus store_act_add(Store *store, StoreAct *act, Fault *fault);
/* The acts after number `after`, in order. */
StoreStatus store_acts(Store *store, int64_t after, StoreAct *acts, int room, int *count,
                       Fault *fault);
/* The acts before number `before` (0: all), the newest first. */
StoreStatus store_acts_last(Store *store, int64_t before, StoreAct *acts, int room,
                            int *count, Fault *fault);
StoreStatus store_acts_count(Store *store, int64_t *count, Fault *fault);

typedef struct StoreSetting {
    char name[STORE_WORD_MAX + 1];
    char value[STORE_MORE_MAX + 1];
} StoreSetting;

/* An empty value removes the setting. */
StoreStatus store_setting_set(Store *store, const StoreSetting *setting, Fault *fault);
StoreStatus store_settings(Store *store, StoreSetting *settings, int room, int *count,
                           Fault *fault);

/* LINK_PASSWORD is of an admin, LINK_MAILED of the one who forgot it. */
typedef enum LinkKind {
    LINK_PASSWORD,
    LINK_INVITATION,
    LINK_MAILED,
    LINK_ADDRESS, /* confirms the address of mail whose hash is the note */
    LINK_KINDS
} LinkKind;

typedef struct StoreLink {
    uint8_t hash[STORE_HASH_BYTES]; /* of the token; the token itself is not stored */
    LinkKind kind;
    char code[STORE_CODE_MAX + 1]; /* to revoke it by */
    int uses;                      /* that are left */
    int64_t expires, created;
    char note[STORE_NAME_MAX + 1];
    StoreId user; /* whose password or address; 0: none */
} StoreLink;

StoreStatus store_link_add(Store *store, const StoreLink *link, Fault *fault);
/* The rest of a link whose hash and kind are set. STORE_NOT_FOUND: there is none. */
StoreStatus store_link_find(Store *store, StoreLink *link, Fault *fault);
/* Takes one use; *user is that of the link. STORE_NOT_FOUND: unknown, used up or too old.
 */
StoreStatus store_link_use(Store *store, const StoreLink *link, int64_t now, StoreId *user,
                           Fault *fault);
/* Links that can still be used, the newest first. */
StoreStatus store_links(Store *store, LinkKind kind, int64_t now, StoreLink *links,
                        int room, int *count, Fault *fault);
StoreStatus store_link_drop(Store *store, LinkKind kind, const char *code, Fault *fault);
/* All links of a user; or those of one kind. */
StoreStatus store_links_drop_of(Store *store, StoreId user, Fault *fault);
StoreStatus store_links_drop_kind(Store *store, StoreId user, LinkKind kind, Fault *fault);
StoreStatus store_links_sweep(Store *store, int64_t now, Fault *fault);

typedef struct StoreReport {
    StoreId id;
    int64_t at;
    char reporter[STORE_CODE_MAX + 1], whom[STORE_CODE_MAX + 1];
    char table[STORE_CODE_MAX + 1]; /* empty: of a person, wherever */
    int k;                          /* the line of chat; 0: none */
    char said[STORE_CHAT_MAX + 1];
    char why[STORE_MORE_MAX + 1];
    char reporter_name[STORE_NAME_MAX + 1], whom_name[STORE_NAME_MAX + 1]; /* on reading */
} StoreReport;

/* Sets report->id. */
StoreStatus store_report_add(Store *store, StoreReport *report, Fault *fault);
/* Open reports after the id `after`, the oldest first. */
StoreStatus store_reports(Store *store, StoreId after, StoreReport *reports, int room,
                          int *count, Fault *fault);
StoreStatus store_report_settle(Store *store, StoreId report, Fault *fault);
/* How many of this user's are not settled. */
StoreStatus store_reports_open_by(Store *store, const char *reporter, int *count,
                                  Fault *fault);
/* Has the same person reported the same already, and is that not settled? */
StoreStatus store_report_is_open(Store *store, const StoreReport *report, int *is_open,
                                 Fault *fault);

/* All tables that are open or played, private ones too, the newest first, before the id
 * `before` (0: all). */
StoreStatus store_list_every(Store *store, StoreId before, StoreTable *tables, int room,
                             int *count, Fault *fault);

typedef enum Figure {
    FIGURE_GUESTS,
    FIGURE_KEPT,
    FIGURE_PROGRAMS,
    FIGURE_NEW_PEOPLE, /* this and the others since a time */
    FIGURE_SEEN,
    FIGURE_OPEN,
    FIGURE_PLAYING,
    FIGURE_NEW_TABLES,
    FIGURE_FINISHED,
    FIGURE_LINES,
    FIGURE_ACTS,
    FIGURE_REPORTS,
    FIGURE_COUNT,
} Figure;

StoreStatus store_figures(Store *store, int64_t since, int64_t figures[FIGURE_COUNT],
                          Fault *fault);

/* Of users.c, when a user is deleted: links, reports, blocks and follows. */
StoreStatus store_relations_drop(Store *store, StoreId user, Fault *fault);

#endif

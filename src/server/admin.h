/* admin.h: the commands of admins and moderators. Each changes the store and adds an act to
 * the log, in one transaction. `roundhouse admin` runs them on the store directly; a server
 * runs them for POST /api/1/admin. Every server reads the log and applies new acts to its
 * memory (acts.c).
 *
 * Commands read rows, never positions: no card is shown. */
#ifndef ROUNDHOUSE_SERVER_ADMIN_H
#define ROUNDHOUSE_SERVER_ADMIN_H

#include "store/admin.h"
#include "wire/errors.h"
#include "wire/json_in.h"
#include "wire/json_out.h"

enum { ADMIN_TEXT_MAX = 500, ADMIN_LIST_MAX = 100 };

/* The end of the year 9999: "for ever". */
#define ADMIN_FOR_EVER 253402300799000LL

typedef struct Admin Admin;

typedef struct AdminCommand {
    const char *name;
    const char *keys; /* of the request, but for "do" */
    Role least;       /* who may do it */
    StoreStatus (*run)(Admin *admin, Fault *fault);
} AdminCommand;

/* One command. The caller sets the first part, admin_read the second. */
struct Admin {
    Store *store;
    int64_t now;
    Role role;            /* of the caller; on the command line ROLE_ADMIN */
    const char *actor;    /* code of the user; empty: on the command line */
    const char *base_url; /* before links; the setting `address` overrides it */
    JsonOut *out;         /* into an open object */

    const AdminCommand *command;
    char who[STORE_NAME_MAX + 1]; /* a kept name or a user's code: of "who", or of "to" */
    char table[STORE_CODE_MAX + 1];
    char text[ADMIN_TEXT_MAX + 1]; /* why, note, an announcement, or a value */
    char word[STORE_WORD_MAX + 1]; /* a role, a list, a setting, an invitation */
    int seat, uses;
    int64_t time;   /* in milliseconds; 0: for ever */
    int64_t number; /* of a report, or where a list goes on */

    StoreUser person; /* `who` */
    int is_refused;
    Error error;
};

/* Reads a request: {"do":"ban","who":"Ada","days":7,"why":"…"}. 0: error in
 * admin->error. */
int admin_read(Admin *admin, const Json *request);
/* Runs the command within a batch. A refusal sets admin->is_refused, returns STORE_OK and
 * has written nothing. */
StoreStatus admin_run(Admin *admin, Fault *fault);

/* By Role, the last is NULL; by UserKind. */
extern const char *const ROLE_NAMES[], *const KIND_NAMES[];

extern const AdminCommand ADMIN_PEOPLE[], ADMIN_TABLES[], ADMIN_SERVER[];
/* All of them, one after the other; NULL: no more. */
const AdminCommand *admin_command(int number);
/* NULL: there is none of that name. */
const AdminCommand *admin_command_named(const char *name);

/* For the commands. A refusal, as STORE_OK. */
StoreStatus admin_refuse(Admin *admin, ErrorCode code, const char *sentence);
/* Looks up `who`, to admin->person. Refused if there is no such user, or if the caller's
 * role may not act on that user. */
StoreStatus admin_find(Admin *admin, Fault *fault);
/* The same, whatever the role of that person. */
StoreStatus admin_find_any(Admin *admin, Fault *fault);
/* Adds the act to the log, after all other writes. `more` NULL: admin->text. */
StoreStatus admin_note(Admin *admin, const char *more, Fault *fault);
int64_t admin_until(const Admin *admin);
/* A link with a new token behind `path`: stored, and put as "link". The token is in the
 * fragment, which browsers send to nobody: it is in no log of a proxy, and no Referer. */
StoreStatus admin_link(Admin *admin, StoreLink *link, const char *path, Fault *fault);

/* Settings of the server that survive a restart. */
typedef struct Settings {
    int is_by_invitation; /* new people need an invitation */
    /* -1: as on the command line. */
    int tidy_tables_after, tidy_guests_after, tables_per_person;
    char announcement[ADMIN_TEXT_MAX + 1]; /* empty: none */
    int64_t announced_until;
    char address[STORE_NAME_MAX + 1]; /* before links */
} Settings;

StoreStatus settings_read(Store *store, Settings *settings, Fault *fault);
/* Is this a setting, and one of its values? Otherwise error in *fault. */
int setting_is_sound(const StoreSetting *setting, Fault *fault);

#endif

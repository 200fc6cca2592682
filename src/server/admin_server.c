/* admin_server.c: the commands of admins and moderators about the server as a whole: the
 * log, settings, announcements, invitations, reports, figures. */
#include "server/admin.h"

#include "play/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t DAY = 24LL * 3600 * 1000;

/* ------------------------------------------------------------------------- */
/* Settings                                                                  */
/* ------------------------------------------------------------------------- */

enum { SETTINGS_ROOM = 32 };

/* A setting is a number up to `most`, one of some words, or (neither) any text. */
static const struct {
    const char *name;
    const char *const *words;
    int most;
} SETTINGS[] = {
    { "entry", (const char *const[]){ "open", "invited", NULL }, 0 },
    { "tidy-tables", NULL, 3650 },
    { "tidy-guests", NULL, 3650 },
    { "tables-per-person", NULL, 1000 },
    { "address", NULL, 0 },
};

enum { SETTING_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

static int is_one_of(const char *word, const char *const *words)
{
    while (*words != NULL && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

static int is_address(const char *value)
{
    return (strncmp(value, "http://", 7) == 0 || strncmp(value, "https://", 8) == 0)
           && strlen(value) <= STORE_NAME_MAX && value[strlen(value) - 1] != '/';
}

/* A value that is removed is always sound. */
int setting_is_sound(const StoreSetting *setting, Fault *fault)
{
    const TextPiece number = { setting->value, strlen(setting->value) };
    int i = 0;

    while (i < SETTING_COUNT && strcmp(SETTINGS[i].name, setting->name) != 0)
        i++;
    if (i == SETTING_COUNT)
        return fault_set(fault, "There is no setting \"%s\".",
                         quote(setting->name, strlen(setting->name)).text);
    if (setting->value[0] == '\0')
        return 1;
    int is_sound = SETTINGS[i].words != NULL ? is_one_of(setting->value, SETTINGS[i].words)
                   : SETTINGS[i].most > 0    ? piece_number(number, SETTINGS[i].most) >= 0
                                             : is_address(setting->value);
    return is_sound
           || fault_set(fault, "%s cannot be \"%s\".", setting->name,
                        quote(setting->value, strlen(setting->value)).text);
}

static void apply(Settings *settings, const StoreSetting *setting)
{
    const char *name = setting->name, *value = setting->value;
    int number = piece_number((TextPiece){ value, strlen(value) }, 3650);

    if (strcmp(name, "entry") == 0)
        settings->is_by_invitation = strcmp(value, "invited") == 0;
    else if (strcmp(name, "tidy-tables") == 0)
        settings->tidy_tables_after = number;
    else if (strcmp(name, "tidy-guests") == 0)
        settings->tidy_guests_after = number;
    else if (strcmp(name, "tables-per-person") == 0)
        settings->tables_per_person = number;
    else if (strcmp(name, "address") == 0)
        snprintf(settings->address, sizeof settings->address, "%.*s", STORE_NAME_MAX,
                 value);
    else if (strcmp(name, "announcement") == 0)
        snprintf(settings->announcement, sizeof settings->announcement, "%.*s",
                 ADMIN_TEXT_MAX, value);
    else if (strcmp(name, "announced-until") == 0)
        settings->announced_until = strtoll(value, NULL, 10);
}

StoreStatus settings_read(Store *store, Settings *settings, Fault *fault)
{
    StoreSetting *found = malloc(SETTINGS_ROOM * sizeof *found);
    int count = 0;
    StoreStatus status = found == NULL
                             ? STORE_NO_MEMORY
                             : store_settings(store, found, SETTINGS_ROOM, &count, fault);

    *settings = (Settings){ .tidy_tables_after = -1,
                            .tidy_guests_after = -1,
                            .tables_per_person = -1 };
    for (int i = 0; i < count; i++)
        apply(settings, &found[i]);
    free(found);
    return status;
}

static StoreStatus run_settings(Admin *admin, Fault *fault)
{
    StoreSetting *found = malloc(SETTINGS_ROOM * sizeof *found);
    int count = 0;
    StoreStatus status =
        found == NULL ? STORE_NO_MEMORY
                      : store_settings(admin->store, found, SETTINGS_ROOM, &count, fault);

    json_put_list(admin->out, "settings");
    for (int i = 0; i < count; i++) {
        json_open_object(admin->out);
        json_put_name(admin->out, "name", found[i].name);
        json_put_text(admin->out, "value", found[i].value);
        json_close_object(admin->out);
    }
    json_close_list(admin->out);
    free(found);
    return status;
}

static StoreStatus run_set(Admin *admin, Fault *fault)
{
    StoreSetting setting = { .name = "" };
    char more[STORE_MORE_MAX + 1];

    snprintf(setting.name, sizeof setting.name, "%s", admin->word);
    snprintf(setting.value, sizeof setting.value, "%s", admin->text);
    if (!setting_is_sound(&setting, &admin->error.fault))
        return admin_refuse(admin, ERROR_BAD_REQUEST, NULL);
    StoreStatus status = store_setting_set(admin->store, &setting, fault);
    snprintf(more, sizeof more, "%s %s", admin->word, admin->text);
    return status == STORE_OK ? admin_note(admin, more, fault) : status;
}

/* An empty text withdraws it. */
static StoreStatus run_announce(Admin *admin, Fault *fault)
{
    StoreSetting text = { .name = "announcement" }, until = { .name = "announced-until" };

    snprintf(text.value, sizeof text.value, "%s", admin->text);
    if (admin->text[0] != '\0')
        snprintf(until.value, sizeof until.value, "%lld", (long long)admin_until(admin));
    StoreStatus status = store_setting_set(admin->store, &text, fault);
    if (status == STORE_OK)
        status = store_setting_set(admin->store, &until, fault);
    return status == STORE_OK ? admin_note(admin, NULL, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* Invitations                                                               */
/* ------------------------------------------------------------------------- */

static StoreStatus run_invite(Admin *admin, Fault *fault)
{
    enum { VALID_DAYS = 30 };
    StoreLink link = { .kind = LINK_INVITATION, .uses = admin->uses };

    if (strlen(admin->text) > STORE_NAME_MAX)
        return admin_refuse(admin, ERROR_BAD_REQUEST, "note is too long.");
    snprintf(link.note, sizeof link.note, "%.*s", STORE_NAME_MAX, admin->text);
    admin->time = admin->time == 0 ? VALID_DAYS * DAY : admin->time;
    StoreStatus status = admin_link(admin, &link, "/invitation#", fault);
    json_put_name(admin->out, "invitation", link.code);
    return status == STORE_OK ? admin_note(admin, NULL, fault) : status;
}

static StoreStatus run_invitations(Admin *admin, Fault *fault)
{
    StoreLink *links = malloc(ADMIN_LIST_MAX * sizeof *links);
    int count = 0;
    StoreStatus status = links == NULL
                             ? STORE_NO_MEMORY
                             : store_links(admin->store, LINK_INVITATION, admin->now, links,
                                           ADMIN_LIST_MAX, &count, fault);

    json_put_list(admin->out, "invitations");
    for (int i = 0; i < count; i++) {
        json_open_object(admin->out);
        json_put_name(admin->out, "invitation", links[i].code);
        json_put_number(admin->out, "uses", links[i].uses);
        json_put_number(admin->out, "expires", links[i].expires);
        json_put_text(admin->out, "note", links[i].note);
        json_close_object(admin->out);
    }
    json_close_list(admin->out);
    free(links);
    return status;
}

static StoreStatus run_uninvite(Admin *admin, Fault *fault)
{
    StoreStatus status = store_link_drop(admin->store, LINK_INVITATION, admin->word, fault);

    return status == STORE_OK ? admin_note(admin, admin->word, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* Reports                                                                   */
/* ------------------------------------------------------------------------- */

static void put_report(JsonOut *out, const StoreReport *report)
{
    json_open_object(out);
    json_put_number(out, "report", report->id);
    json_put_number(out, "at", report->at);
    json_put_text(out, "by", report->reporter_name);
    json_put_name(out, "user", report->whom);
    json_put_text(out, "name", report->whom_name);
    if (report->table[0] != '\0')
        json_put_name(out, "table", report->table);
    if (report->said[0] != '\0')
        json_put_text(out, "said", report->said);
    json_put_text(out, "why", report->why);
    json_close_object(out);
}

static StoreStatus run_reports(Admin *admin, Fault *fault)
{
    enum { AT_ONCE = 50 };
    StoreReport *reports = malloc(AT_ONCE * sizeof *reports);
    int count = 0;
    StoreStatus status = reports == NULL ? STORE_NO_MEMORY
                                         : store_reports(admin->store, admin->number,
                                                         reports, AT_ONCE, &count, fault);

    json_put_list(admin->out, "reports");
    for (int i = 0; i < count; i++)
        put_report(admin->out, &reports[i]);
    json_close_list(admin->out);
    if (count == AT_ONCE)
        json_put_number(admin->out, "from", reports[count - 1].id);
    free(reports);
    return status;
}

static StoreStatus run_settle(Admin *admin, Fault *fault)
{
    char more[STORE_MORE_MAX + 1];
    StoreStatus status = store_report_settle(admin->store, admin->number, fault);

    snprintf(more, sizeof more, "%lld %s", (long long)admin->number, admin->text);
    return status == STORE_OK ? admin_note(admin, more, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* The log, figures                                                          */
/* ------------------------------------------------------------------------- */

static void put_act(JsonOut *out, const StoreAct *act)
{
    json_open_object(out);
    json_put_number(out, "n", act->n);
    json_put_number(out, "at", act->at);
    json_put_text(out, "by",
                  act->actor[0] == '\0'        ? "-"
                  : act->actor_name[0] != '\0' ? act->actor_name
                                               : act->actor);
    json_put_name(out, "did", act->what);
    if (act->whom[0] != '\0') {
        json_put_name(out, "user", act->whom);
        json_put_text(out, "name", act->whom_name);
    }
    if (act->table[0] != '\0')
        json_put_text(out, "table", act->table);
    if (act->more[0] != '\0')
        json_put_text(out, "more", act->more);
    json_close_object(out);
}

static StoreStatus run_log(Admin *admin, Fault *fault)
{
    StoreAct *acts = malloc(ADMIN_LIST_MAX * sizeof *acts);
    int count = 0;
    StoreStatus status = acts == NULL ? STORE_NO_MEMORY
                                      : store_acts_last(admin->store, admin->number, acts,
                                                        ADMIN_LIST_MAX, &count, fault);

    json_put_list(admin->out, "acts");
    for (int i = 0; i < count; i++)
        put_act(admin->out, &acts[i]);
    json_close_list(admin->out);
    if (count == ADMIN_LIST_MAX)
        json_put_number(admin->out, "from", acts[count - 1].n);
    free(acts);
    return status;
}

static StoreStatus run_figures(Admin *admin, Fault *fault)
{
    static const char *const NAMES[FIGURE_COUNT] = {
        [FIGURE_GUESTS] = "guests",     [FIGURE_KEPT] = "kept",
        [FIGURE_PROGRAMS] = "programs", [FIGURE_NEW_PEOPLE] = "new-people",
        [FIGURE_SEEN] = "seen",         [FIGURE_OPEN] = "open",
        [FIGURE_PLAYING] = "playing",   [FIGURE_NEW_TABLES] = "new-tables",
        [FIGURE_FINISHED] = "finished", [FIGURE_LINES] = "lines",
        [FIGURE_ACTS] = "acts",         [FIGURE_REPORTS] = "reports",
    };
    int64_t figures[FIGURE_COUNT] = { 0 };
    StoreStatus status = store_figures(admin->store, admin->now - DAY, figures, fault);

    json_put_object(admin->out, "figures");
    for (int i = 0; i < FIGURE_COUNT; i++)
        json_put_number(admin->out, NAMES[i], figures[i]);
    json_close_object(admin->out);
    return status;
}

const AdminCommand ADMIN_SERVER[] = {
    { "log", "/ from", ROLE_ADMIN, run_log },
    { "figures", "", ROLE_ADMIN, run_figures },
    { "settings", "", ROLE_ADMIN, run_settings },
    { "set", "name value", ROLE_ADMIN, run_set },
    { "announce", "text / days hours", ROLE_ADMIN, run_announce },
    { "invite", "/ uses days hours note", ROLE_ADMIN, run_invite },
    { "invitations", "", ROLE_ADMIN, run_invitations },
    { "uninvite", "invitation", ROLE_ADMIN, run_uninvite },
    { "reports", "/ from", ROLE_MODERATOR, run_reports },
    { "settle", "report / why", ROLE_MODERATOR, run_settle },
    { .name = NULL },
};

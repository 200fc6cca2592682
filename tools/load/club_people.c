/* club_people.c: people, and the tables that they are at now. */
#include "load/club_people.h"

#include "play/daily.h"
#include "server/names.h"
#include "server/sessions.h"
#include "store/admin.h"
#include "store/relations.h"

#include <stdio.h>
#include <string.h>

enum {
    FOLLOWS_EACH = 20,
    FOLLOWS_MOST = 200, /* of the busiest: as many as the server allows */
    PLAYING_SHARE = 20, /* a game in progress for so many people */
    OPEN_SHARE = 50,    /* an open table for so many people */
};

/* Codes of running tables are not those of finished games. */
static const int64_t RUNNING_CODES = 20000000;

StoreId club_user(int person)
{
    return person + 1;
}

/* Everybody's session; one in ten was here today. */
static StoreStatus add_session(const Club *club, Store *store, int person, Fault *fault)
{
    StoreSession session = { .user = club_user(person), .is_used = 1 };
    char token[CLUB_TOKEN_MAX];

    club_token(person, token);
    token_hash(token, session.hash);
    snprintf(session.code, sizeof session.code, "s%d", person);
    session.seen = club->now - person % 10 * DAILY_MS;
    session.created = session.issued = session.seen;
    session.expires = club->now + 60 * DAILY_MS;
    return store_session_add(store, &session, fault);
}

static StoreStatus add_person(const Club *club, Store *store, int person, Fault *fault)
{
    StoreUser user = { .kind = USER_KEPT, .language = "en" };
    char name[CLUB_NAME_MAX];

    club_name(person, name);
    name_give(&user, name);
    snprintf(user.code, sizeof user.code, "u%012d", person);
    user.created = club->now - (3 * 365 - person % 1000) * DAILY_MS;
    StoreStatus status = store_user_add(store, &user, fault);
    if (status == STORE_OK && user.id != club_user(person))
        return fault_set(fault, "The store is not empty."), STORE_TAKEN;
    if (status == STORE_OK && person == club_admin(club->plan)) {
        user.role = ROLE_ADMIN;
        status = store_standing_set(store, &user, fault);
    }
    return status == STORE_OK ? add_session(club, store, person, fault) : status;
}

static StoreStatus add_follows(const ClubPlan *plan, Store *store, int person, Fault *fault)
{
    int count = person == 0 ? FOLLOWS_MOST : FOLLOWS_EACH;
    StoreStatus status = STORE_OK;

    for (int i = 1; i <= count && i < plan->people && status == STORE_OK; i++)
        status = store_relate(store, RELATION_FOLLOW, club_user(person),
                              club_user((person + i * 7) % plan->people), 1, fault);
    if (person % 10 == 0 && plan->people > 3 && status == STORE_OK)
        status = store_relate(store, RELATION_BLOCK, club_user(person),
                              club_user((person + 3) % plan->people), 1, fault);
    return status;
}

StoreStatus club_add_people(const Club *club, Store *store, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < club->plan->people && status == STORE_OK; i++)
        status = add_person(club, store, i, fault);
    for (int i = 0; i < club->plan->people && status == STORE_OK; i++)
        status = add_follows(club->plan, store, i, fault);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* Between people alone: bots would move while pages are measured. */
static void choose_people(const Club *club, int number, ClubGame *game)
{
    club_game(club, number, game);
    game->away = -1;
    for (int seat = 0; seat < game->played->setup.seats; seat++)
        game->people[seat] = (number * 5 + seat) % club->plan->people;
}

static StoreStatus add_playing(const Club *club, Store *store, int number, Fault *fault)
{
    StoreTable table = { .state = TABLE_PLAYING, .created = club->now - DAILY_MS + number };
    ClubGame game;

    choose_people(club, number, &game);
    club_code(RUNNING_CODES + number, table.code);
    club_sit_down(&table, &game);
    table.changed = table.created;
    table.turn.waiting = 1;
    StoreStatus status = store_table_add(store, &table, game.played->setup.seed, fault);
    return status == STORE_OK
               ? club_append(store, &table, game.played, game.played->move_count / 2, fault)
               : status;
}

/* All but the host are yet to come. */
static StoreStatus add_open(const Club *club, Store *store, int number, Fault *fault)
{
    StoreTable table = { .state = TABLE_OPEN, .created = club->now - DAILY_MS + number };
    ClubGame game;

    choose_people(club, number, &game);
    club_code(RUNNING_CODES + number, table.code);
    club_sit_down(&table, &game);
    table.is_public = 1;
    table.changed = table.created;
    for (int seat = 1; seat < table.seat_count; seat++)
        table.seats[seat] = (StoreSeat){ .who = SEAT_OPEN };
    return store_table_add(store, &table, game.played->setup.seed, fault);
}

StoreStatus club_add_running(const Club *club, Store *store, Fault *fault)
{
    int playing = 1 + club->plan->people / PLAYING_SHARE;
    int open = 1 + club->plan->people / OPEN_SHARE;
    StoreStatus status = STORE_OK;

    for (int i = 0; i < playing && status == STORE_OK; i++)
        status = add_playing(club, store, i, fault);
    for (int i = playing; i < playing + open && status == STORE_OK; i++)
        status = add_open(club, store, i, fault);
    return status;
}

/* club_pages.c: the pages, and the requests for them.
 *
 *     %n  the name of somebody      %b  of the busiest      %o  of an opponent of the asker
 *     %r  of whoever plays least    %c  a finished public game      %l  one with a log
 *     %g  a game of the catalogue   %d  today               %y  yesterday
 *     %m  a time in the middle of all games */
#include "load/club_pages.h"

#include "games/catalogue.h"
#include "play/daily.h"

#include <stdio.h>
#include <string.h>

#define TABLES "/api/1/tables"
#define ADMIN  "/api/1/admin"

const ClubPage CLUB_PAGES[] = {
    { "lobby", ASKER_NOBODY, TABLES, NULL },
    { "lobby_signed_in", ASKER_SOMEBODY, TABLES, NULL },
    { "lobby_over", ASKER_NOBODY, TABLES "?over=1", NULL },
    { "lobby_over_later", ASKER_NOBODY, TABLES "?over=1&before=0.%m.1", NULL },
    { "game_page", ASKER_NOBODY, "/g/%l", NULL },
    { "game", ASKER_NOBODY, TABLES "/%c", NULL },
    { "game_save", ASKER_NOBODY, TABLES "/%l/save", NULL },
    { "game_card", ASKER_NOBODY, TABLES "/%l/card", NULL },
    { "person", ASKER_NOBODY, "/api/1/people/%n", NULL },
    { "person_signed_in", ASKER_SOMEBODY, "/api/1/people/%n", NULL },
    { "person_busiest", ASKER_NOBODY, "/api/1/people/%b", NULL },
    { "person_self", ASKER_BUSIEST, "/api/1/people/%b", NULL },
    { "mine", ASKER_SOMEBODY, TABLES "?mine=1", NULL },
    { "mine_busiest", ASKER_BUSIEST, TABLES "?mine=1", NULL },
    { "mine_over", ASKER_SOMEBODY, TABLES "?mine=1&over=1", NULL },
    { "mine_over_busiest", ASKER_BUSIEST, TABLES "?mine=1&over=1", NULL },
    { "mine_over_later", ASKER_BUSIEST, TABLES "?mine=1&over=1&before=0.%m.1", NULL },
    { "mine_over_game", ASKER_BUSIEST, TABLES "?mine=1&over=1&game=%g", NULL },
    { "mine_over_with", ASKER_BUSIEST, TABLES "?mine=1&over=1&with=%o", NULL },
    { "mine_over_rare", ASKER_BUSIEST, TABLES "?mine=1&over=1&with=%r", NULL },
    { "search", ASKER_SOMEBODY, "/api/1/people?find=ad", NULL },
    { "search_name", ASKER_NOBODY, "/api/1/people?find=%n", NULL },
    { "follow", ASKER_SOMEBODY, "/api/1/follow", NULL },
    { "follow_most", ASKER_BUSIEST, "/api/1/follow", NULL },
    { "block", ASKER_BUSIEST, "/api/1/block", NULL },
    { "daily", ASKER_SOMEBODY, "/api/1/daily?day=%d", NULL },
    { "daily_before", ASKER_SOMEBODY, "/api/1/daily?day=%y", NULL },
    { "daily_list", ASKER_NOBODY, "/api/1/daily/list?day=%y&game=%g", NULL },
    { "daily_list_later", ASKER_NOBODY, "/api/1/daily/list?day=%y&game=%g&from=2000",
      NULL },
    { "admin_figures", ASKER_ADMIN, ADMIN, "{\"do\":\"figures\"}" },
    { "admin_people", ASKER_ADMIN, ADMIN, "{\"do\":\"people\"}" },
    { "admin_find", ASKER_ADMIN, ADMIN, "{\"do\":\"people\",\"find\":\"zoe 2\"}" },
    { "admin_staff", ASKER_ADMIN, ADMIN, "{\"do\":\"people\",\"list\":\"staff\"}" },
    { "admin_tables", ASKER_ADMIN, ADMIN, "{\"do\":\"tables\"}" },
    { "admin_reports", ASKER_ADMIN, ADMIN, "{\"do\":\"reports\"}" },
    { "admin_log", ASKER_ADMIN, ADMIN, "{\"do\":\"log\"}" },
};
const int CLUB_PAGE_COUNT = sizeof CLUB_PAGES / sizeof *CLUB_PAGES;

/* A name in an address: its space is escaped. */
static void put_name(int person, char *out, size_t room)
{
    char name[CLUB_NAME_MAX], *space;

    club_name(person, name);
    space = strchr(name, ' ');
    *space = '\0';
    snprintf(out, room, "%s%%20%s", name, space + 1);
}

/* A public game after the number `from`, with a log if it must have one. */
static int find_game(const Club *club, int from, int must_have_log)
{
    ClubGame game;

    for (int i = 0; i < club->games; i++) {
        int number = (int)(((int64_t)from + i) % club->games);
        club_game(club, number, &game);
        if (game.is_public && (game.has_log || !must_have_log))
            return number;
    }
    return 0;
}

/* Somebody who sat with the busiest person; the last time that they played. */
static int find_opponent(const Club *club)
{
    ClubGame game;

    for (int number = club->games - 1; number >= 0; number--) {
        club_game(club, number, &game);
        for (int seat = 1; seat < game.played->setup.seats; seat++) {
            if (game.people[0] == 0 && game.people[seat] > 0)
                return game.people[seat];
        }
    }
    return 1;
}

static void put_game(const Club *club, uint64_t chance, int must_have_log, char *out)
{
    int from = (int)(club_mix(chance) % (uint64_t)(club->games > 0 ? club->games : 1));

    club_code(find_game(club, from, must_have_log), out);
}

static void put(const Club *club, char what, uint64_t chance, char *out, size_t room)
{
    const int64_t middle = club->now - 3 * 365 * DAILY_MS / 2;

    switch (what) {
    case 'n':
        put_name(club_somebody(club->plan, chance), out, room);
        break;
    case 'b':
        put_name(0, out, room);
        break;
    case 'r':
        put_name(club_admin(club->plan), out, room);
        break;
    case 'o':
        put_name(find_opponent(club), out, room);
        break;
    case 'c':
        put_game(club, chance, 0, out);
        break;
    case 'l':
        put_game(club, chance, 1, out);
        break;
    case 'g':
        snprintf(out, room, "%s", CATALOGUE[chance % (uint64_t)CATALOGUE_COUNT]->id);
        break;
    case 'd':
        daily_write_date(daily_day(club->now), out);
        break;
    case 'y':
        daily_write_date(daily_day(club->now) - 1, out);
        break;
    default:
        snprintf(out, room, "%lld", (long long)middle);
        break;
    }
}

void club_request(const Club *club, const ClubPage *page, int number, ClubRequest *request)
{
    uint64_t chance = club_mix((uint64_t)number + 1000003);
    size_t length = 0;

    *request = (ClubRequest){ .path = "" };
    for (const char *at = page->path; *at != '\0'; at++) {
        if (*at == '%')
            put(club, *++at, chance, request->path + length, CLUB_PATH_MAX - length);
        else
            request->path[length] = *at;
        length = strlen(request->path);
    }
    switch (page->asker) {
    case ASKER_NOBODY:
        break;
    case ASKER_SOMEBODY:
        club_token(club_somebody(club->plan, chance + 1), request->token);
        break;
    case ASKER_BUSIEST:
        club_token(0, request->token);
        break;
    case ASKER_ADMIN:
        club_token(club_admin(club->plan), request->token);
        break;
    }
}

/* daily.c: the deal of the day. */
#include "play/daily.h"

#include "play/setup.h"
#include "play/sha256.h"

#include <assert.h>
#include <string.h>

enum { SEATS = 3 };

int daily_day(int64_t now)
{
    return now < 0 ? 0 : (int)(now / DAILY_MS);
}

int64_t daily_end(int day)
{
    return (day + 1) * DAILY_MS;
}

/* ------------------------------------------------------------------------- */
/* Dates                                                                     */
/* ------------------------------------------------------------------------- */

typedef struct Date {
    int year, month, day; /* from 1 */
} Date;

static int is_leap_year(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_days(int year, int month)
{
    static const int DAYS[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return DAYS[month - 1] + (month == 2 && is_leap_year(year));
}

/* Days from 1970 to the beginning of the year. */
static int days_before(int year)
{
    int whole = year - 1;

    return 365 * (year - 1970) + (whole / 4 - whole / 100 + whole / 400) - 477;
}

static Date date_of(int day)
{
    Date date = { .year = 1970 + day / 366, .month = 1 };

    while (days_before(date.year + 1) <= day)
        date.year++;
    day -= days_before(date.year);
    for (; day >= month_days(date.year, date.month); date.month++)
        day -= month_days(date.year, date.month);
    date.day = day + 1;
    return date;
}

static void put_digits(char *out, int number, int digits)
{
    while (digits > 0) {
        out[--digits] = (char)('0' + number % 10);
        number /= 10;
    }
}

void daily_write_date(int day, char out[DAILY_DATE_ROOM])
{
    Date date = date_of(day);

    memcpy(out, "0000-00-00", DAILY_DATE_ROOM);
    put_digits(out, date.year, 4);
    put_digits(out + 5, date.month, 2);
    put_digits(out + 8, date.day, 2);
}

static int take_digits(const char *text, int digits)
{
    int number = 0;

    for (int i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = 10 * number + text[i] - '0';
    }
    return number;
}

int daily_read_date(const char *text, int *day)
{
    if (strlen(text) != DAILY_DATE_ROOM - 1 || text[4] != '-' || text[7] != '-')
        return 0;
    Date date = { take_digits(text, 4), take_digits(text + 5, 2),
                  take_digits(text + 8, 2) };
    if (date.year < 1970 || date.month < 1 || date.month > 12 || date.day < 1
        || date.day > month_days(date.year, date.month))
        return 0;
    *day = days_before(date.year) + date.day - 1;
    for (int month = 1; month < date.month; month++)
        *day += month_days(date.year, month);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The deal                                                                  */
/* ------------------------------------------------------------------------- */

void daily_setup(const Game *game, int day, Setup *setup)
{
    int edition = option_find(game, "edition");

    game_default_setup(game, SEATS, setup);
    if (edition >= 0)
        setup->options[edition] = (uint8_t)(day % game->options[edition].values.count);
    assert(setup_refusal(game, setup) == NULL);
}

void daily_deal_name(int day, const char *game, char out[DEAL_TABLE_MAX + 1])
{
    char date[DAILY_DATE_ROOM];
    size_t length = 9;

    daily_write_date(day, date);
    out[0] = 'D';
    memcpy(out + 1, date, 4);
    memcpy(out + 5, date + 5, 2);
    memcpy(out + 7, date + 8, 2);
    for (const char *at = game; *at != '\0' && length < DEAL_TABLE_MAX; at++) {
        if (at == game || at[-1] == '-')
            out[length++] = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
    }
    out[length] = '\0';
}

/* ------------------------------------------------------------------------- */
/* Chance                                                                    */
/* ------------------------------------------------------------------------- */

static void add_text(Sha256 *hash, const char *text)
{
    sha256_add(hash, text, strlen(text));
}

uint64_t daily_chance(const Game *game, const uint8_t seed[SEED_BYTES], const void *view,
                      int seat)
{
    const uint8_t at = (uint8_t)seat;
    uint8_t digest[SHA256_BYTES];
    uint64_t chance = 0;
    State position;
    int size = game_canonical(game, view, &position);
    Sha256 hash;

    sha256_begin(&hash);
    add_text(&hash, "roundhouse daily 1 bot\n");
    sha256_add(&hash, seed, SEED_BYTES);
    sha256_add(&hash, &at, 1);
    sha256_add(&hash, position.bytes, (size_t)size);
    sha256_end(&hash, digest);
    for (int i = 0; i < 8; i++)
        chance = chance << 8 | digest[i];
    return chance;
}

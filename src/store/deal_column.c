/* deal_column.c: the deal of a table as the text of one column. */
#include "store/deal_column.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HEX = 2 * SEED_BYTES };

static void add_hex(char **at, const uint8_t bytes[SEED_BYTES])
{
    static const char digits[] = "0123456789abcdef";

    for (int i = 0; i < SEED_BYTES; i++) {
        *(*at)++ = digits[bytes[i] >> 4];
        *(*at)++ = digits[bytes[i] & 15];
    }
}

static void add_number(char **at, int64_t number)
{
    char reversed[24];
    int count = 0;

    do {
        reversed[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        *(*at)++ = reversed[--count];
}

static void add_share(char **at, int seat, StoreId user, const DealShare *share)
{
    *(*at)++ = ' ';
    add_number(at, seat);
    *(*at)++ = ':';
    add_number(at, user);
    *(*at)++ = ':';
    add_hex(at, share->commitment);
    *(*at)++ = ':';
    if (share->stage == SHARE_REVEALED)
        add_hex(at, share->bytes);
    else
        *(*at)++ = '-';
}

/* A share: a space, three colons, the seat, a user of 19 digits, two hashes. */
_Static_assert(HEX + 1 + 20 + SEATS_MAX * (4 + 1 + 19 + 2 * HEX) <= DEAL_COLUMN_MAX,
               "a deal fits");

DealColumn deal_column(const StoreDeal *deal)
{
    DealColumn column = { "" };
    char *at = column.text;

    if (!deal_is_given(&deal->shown))
        return column;
    add_hex(&at, deal->shown.commitment);
    *at++ = ' ';
    add_number(&at, deal->until);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (deal->shown.shares[seat].stage != SHARE_NONE)
            add_share(&at, seat, deal->users[seat], &deal->shown.shares[seat]);
    }
    return column;
}

static int take_hex(const char **at, uint8_t bytes[SEED_BYTES])
{
    if (strnlen(*at, HEX) != HEX || !text_read_hex(*at, HEX, bytes, SEED_BYTES))
        return 0;
    *at += HEX;
    return 1;
}

static int take_number(const char **at, int64_t most, int64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoll(*at, &end, 10);
    int is_sound = end != *at && errno == 0 && *number >= 0 && *number <= most;
    *at = end;
    return is_sound;
}

static int take_mark(const char **at, char mark)
{
    if (**at != mark)
        return 0;
    (*at)++;
    return 1;
}

static int take_share(const char **at, StoreDeal *deal)
{
    int64_t seat;

    if (!take_mark(at, ' ') || !take_number(at, SEATS_MAX - 1, &seat) || !take_mark(at, ':')
        || !take_number(at, INT64_MAX, &deal->users[seat]) || !take_mark(at, ':'))
        return 0;
    DealShare *share = &deal->shown.shares[seat];
    if (!take_hex(at, share->commitment) || !take_mark(at, ':'))
        return 0;
    if (take_mark(at, '-')) {
        share->stage = SHARE_COMMITTED;
        return 1;
    }
    share->stage = SHARE_REVEALED;
    return take_hex(at, share->bytes);
}

int deal_column_read(const char *text, const char *code, StoreDeal *deal)
{
    memset(deal, 0, sizeof *deal);
    if (*text == '\0')
        return 1;
    if (!deal_can_name(code, strlen(code)))
        return 0;
    memcpy(deal->shown.table, code, strlen(code));
    if (!take_hex(&text, deal->shown.commitment) || !take_mark(&text, ' ')
        || !take_number(&text, INT64_MAX, &deal->until))
        return 0;
    while (*text != '\0') {
        if (!take_share(&text, deal))
            return 0;
    }
    return 1;
}

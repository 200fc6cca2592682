/* deal.c: deals that can be checked: commitments, the seed, the check, lines of saves. */
#include "play/deal.h"

#include "play/sha256.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)SHA256_BYTES == (int)SEED_BYTES, "a seed is one SHA-256 long");

/* ------------------------------------------------------------------------- */
/* Hashed lines                                                              */
/* ------------------------------------------------------------------------- */

static void add_text(Sha256 *hash, const char *text)
{
    sha256_add(hash, text, strlen(text));
}

static void add_hex(Sha256 *hash, const uint8_t bytes[SEED_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * SEED_BYTES];

    for (int i = 0; i < SEED_BYTES; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    sha256_add(hash, hex, sizeof hex);
}

/* "word 012…ef" */
static void add_bytes_line(Sha256 *hash, const char *word, const uint8_t bytes[SEED_BYTES])
{
    add_text(hash, word);
    add_text(hash, " ");
    add_hex(hash, bytes);
    add_text(hash, "\n");
}

/* "seat 3" */
static void add_seat(Sha256 *hash, int seat)
{
    const char digit[] = { (char)('0' + seat), '\0' };

    assert(seat >= 0 && seat < SEATS_MAX && SEATS_MAX <= 10);
    add_text(hash, "seat ");
    add_text(hash, digit);
}

static void begin(Sha256 *hash, const char *use, const char *table)
{
    sha256_begin(hash);
    add_text(hash, "roundhouse deal 1 ");
    add_text(hash, use);
    add_text(hash, "\ntable ");
    add_text(hash, table);
    add_text(hash, "\n");
}

/* ------------------------------------------------------------------------- */
/* Commitments and the seed                                                  */
/* ------------------------------------------------------------------------- */

int deal_can_name(const char *table, size_t length)
{
    if (length == 0 || length > DEAL_TABLE_MAX)
        return 0;
    for (size_t i = 0; i < length; i++) {
        char c = table[i];
        if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
            return 0;
    }
    return 1;
}

void deal_commitment(const char *table, const uint8_t secret[SEED_BYTES],
                     uint8_t commitment[SEED_BYTES])
{
    Sha256 hash;

    begin(&hash, "secret", table);
    add_bytes_line(&hash, "secret", secret);
    sha256_end(&hash, commitment);
}

void deal_open(Deal *deal, const char *table, const uint8_t secret[SEED_BYTES])
{
    assert(deal_can_name(table, strlen(table)));
    memset(deal, 0, sizeof *deal);
    memcpy(deal->table, table, strlen(table));
    deal_commitment(table, secret, deal->commitment);
}

void deal_share_commitment(const Deal *deal, int seat, const uint8_t bytes[SEED_BYTES],
                           uint8_t commitment[SEED_BYTES])
{
    Sha256 hash;

    begin(&hash, "share", deal->table);
    add_bytes_line(&hash, "server", deal->commitment);
    add_seat(&hash, seat);
    add_text(&hash, "\n");
    add_bytes_line(&hash, "bytes", bytes);
    sha256_end(&hash, commitment);
}

static int share_fits(const Deal *deal, int seat, const uint8_t bytes[SEED_BYTES])
{
    uint8_t expected[SEED_BYTES];

    deal_share_commitment(deal, seat, bytes, expected);
    return memcmp(expected, deal->shares[seat].commitment, SEED_BYTES) == 0;
}

int deal_reveal(Deal *deal, int seat, const uint8_t bytes[SEED_BYTES])
{
    DealShare *share = &deal->shares[seat];

    if (share->stage == SHARE_NONE || !share_fits(deal, seat, bytes))
        return 0;
    share->stage = SHARE_REVEALED;
    memcpy(share->bytes, bytes, SEED_BYTES);
    return 1;
}

static SeatSet seats_at(const Deal *deal, ShareStage stage)
{
    SeatSet seats = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (deal->shares[seat].stage == stage)
            seats |= seat_bit(seat);
    }
    return seats;
}

SeatSet deal_missing(const Deal *deal)
{
    return seats_at(deal, SHARE_COMMITTED);
}

SeatSet deal_committed(const Deal *deal)
{
    return deal_missing(deal) | seats_at(deal, SHARE_REVEALED);
}

void deal_seed(const Deal *deal, const uint8_t secret[SEED_BYTES], uint8_t seed[SEED_BYTES])
{
    Sha256 hash;

    begin(&hash, "seed", deal->table);
    add_bytes_line(&hash, "secret", secret);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const DealShare *share = &deal->shares[seat];
        if (share->stage == SHARE_NONE)
            continue;
        add_seat(&hash, seat);
        add_text(&hash, " ");
        if (share->stage == SHARE_REVEALED)
            add_hex(&hash, share->bytes);
        else
            add_text(&hash, "missing");
        add_text(&hash, "\n");
    }
    sha256_end(&hash, seed);
}

/* ------------------------------------------------------------------------- */
/* Checking                                                                  */
/* ------------------------------------------------------------------------- */

void deal_check_add(DealCheck *check, DealStepKind kind, int seat, int holds)
{
    assert(check->count < DEAL_STEPS_MAX);
    check->steps[check->count++] = (DealStep){ kind, seat, holds };
}

static void check_shares(DealCheck *check, const Deal *deal)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const DealShare *share = &deal->shares[seat];
        if (share->stage == SHARE_REVEALED)
            deal_check_add(check, DEAL_STEP_SHARE, seat,
                           share_fits(deal, seat, share->bytes));
        else if (share->stage == SHARE_COMMITTED)
            deal_check_add(check, DEAL_STEP_MISSING, seat, 1);
    }
}

static int is_same_list(const Deal *a, const Deal *b)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const DealShare *left = &a->shares[seat], *right = &b->shares[seat];
        if ((left->stage == SHARE_NONE) != (right->stage == SHARE_NONE)
            || (left->stage != SHARE_NONE
                && memcmp(left->commitment, right->commitment, SEED_BYTES) != 0))
            return 0;
    }
    return 1;
}

/* Bytes that the server never took may be missing; those that it took may not. */
static void check_own(DealCheck *check, const Deal *deal, const DealKept *kept)
{
    const DealShare *own = &deal->shares[kept->seat];

    if (own->stage == SHARE_REVEALED || kept->is_acknowledged)
        deal_check_add(check, DEAL_STEP_KEPT_OWN, kept->seat,
                       own->stage == SHARE_REVEALED
                           && memcmp(own->bytes, kept->bytes, SEED_BYTES) == 0);
    else
        deal_check_add(check, DEAL_STEP_LEFT_OUT, kept->seat, 1);
}

void deal_check(DealCheck *check, const DealProof *proof, const uint8_t seed[SEED_BYTES],
                const DealKept *kept)
{
    const Deal *deal = &proof->deal;
    uint8_t expected[SEED_BYTES];

    memset(check, 0, sizeof *check);
    if (kept != NULL)
        deal_check_add(check, DEAL_STEP_KEPT_SERVER, NOBODY,
                       strcmp(kept->deal.table, deal->table) == 0
                           && memcmp(kept->deal.commitment, deal->commitment, SEED_BYTES)
                                  == 0);
    deal_commitment(deal->table, proof->secret, expected);
    deal_check_add(check, DEAL_STEP_SECRET, NOBODY,
                   memcmp(expected, deal->commitment, SEED_BYTES) == 0);
    if (kept != NULL && kept->has_list)
        deal_check_add(check, DEAL_STEP_KEPT_LIST, NOBODY, is_same_list(&kept->deal, deal));
    check_shares(check, deal);
    if (kept != NULL && kept->seat != NOBODY)
        check_own(check, deal, kept);
    deal_seed(deal, proof->secret, expected);
    deal_check_add(check, DEAL_STEP_SEED, NOBODY, memcmp(expected, seed, SEED_BYTES) == 0);
    check->is_unshared = seats_at(deal, SHARE_REVEALED) == 0;
    check->is_on_device = strcmp(deal->table, DEAL_DEVICE_TABLE) == 0;
}

DealVerdict deal_verdict(const DealCheck *check)
{
    DealVerdict verdict = DEAL_HOLDS;

    for (int i = 0; i < check->count; i++) {
        if (!check->steps[i].holds)
            return DEAL_BROKEN;
        if (check->steps[i].kind == DEAL_STEP_KEPT_OWN)
            verdict = DEAL_PROVED;
        if (check->steps[i].kind == DEAL_STEP_LEFT_OUT)
            verdict = DEAL_LEFT_OUT;
    }
    if (check->is_on_device)
        return DEAL_ON_DEVICE;
    return check->is_unshared ? DEAL_UNSHARED : verdict;
}

/* ------------------------------------------------------------------------- */
/* In saves                                                                  */
/* ------------------------------------------------------------------------- */

static const char MISSING[] = "missing";

static void write_share(Text *out, int seat, const DealShare *share)
{
    text_print(out, "deal seat %d ", seat);
    text_add_hex(out, share->commitment, SEED_BYTES);
    text_add(out, " ");
    if (share->stage == SHARE_REVEALED)
        text_add_hex(out, share->bytes, SEED_BYTES);
    else
        text_add(out, MISSING);
    text_add(out, "\n");
}

void deal_write_lines(Text *out, const DealProof *proof, int seats)
{
    text_print(out, "deal table %s\ndeal server ", proof->deal.table);
    text_add_hex(out, proof->deal.commitment, SEED_BYTES);
    text_add(out, " ");
    text_add_hex(out, proof->secret, SEED_BYTES);
    text_add(out, "\n");
    for (int seat = 0; seat < seats; seat++) {
        if (proof->deal.shares[seat].stage != SHARE_NONE)
            write_share(out, seat, &proof->deal.shares[seat]);
    }
}

static int read_bytes(TextPiece piece, uint8_t bytes[SEED_BYTES])
{
    return text_read_hex(piece.bytes, piece.length, bytes, SEED_BYTES);
}

static const char *read_table(TextPiece value, DealProof *proof)
{
    if (deal_is_given(&proof->deal))
        return "the table of the deal comes twice";
    if (!deal_can_name(value.bytes, value.length))
        return "a table's code has 1 to 16 letters and digits";
    memcpy(proof->deal.table, value.bytes, value.length);
    return NULL;
}

static const char *read_server(TextPiece value, DealProof *proof)
{
    TextPiece commitment = piece_take_word(&value);

    if (!read_bytes(commitment, proof->deal.commitment)
        || !read_bytes(value, proof->secret))
        return "the server's commitment and its secret have 64 hexadecimal digits each";
    return NULL;
}

static const char *read_share(TextPiece value, int seats, DealProof *proof)
{
    int seat = piece_number(piece_take_word(&value), seats - 1);
    TextPiece commitment = piece_take_word(&value);

    if (seat < 0)
        return "there is no such seat";
    if (deal_committed(&proof->deal) >> seat != 0)
        return "the seats of the deal ascend";
    DealShare *share = &proof->deal.shares[seat];
    if (!read_bytes(commitment, share->commitment)
        || !(piece_is(value, MISSING) || read_bytes(value, share->bytes)))
        return "a seat's commitment and its bytes have 64 hexadecimal digits each, or "
               "\"missing\" for the bytes";
    share->stage = piece_is(value, MISSING) ? SHARE_COMMITTED : SHARE_REVEALED;
    return NULL;
}

/* A commitment of zeros is none: nobody knows a text with that hash. */
int deal_is_complete(const DealProof *proof)
{
    static const uint8_t none[SEED_BYTES];

    return memcmp(proof->deal.commitment, none, SEED_BYTES) != 0;
}

const char *deal_read_line(TextPiece line, int seats, DealProof *proof)
{
    TextPiece word = piece_take_word(&line);
    int has_server = deal_is_complete(proof);

    if (piece_is(word, "table"))
        return read_table(line, proof);
    if (piece_is(word, "server") && deal_is_given(&proof->deal) && !has_server)
        return read_server(line, proof);
    if (piece_is(word, "seat") && has_server)
        return read_share(line, seats, proof);
    return "the lines of a deal are one \"table\", one \"server\", and \"seat\" lines, in "
           "this order";
}

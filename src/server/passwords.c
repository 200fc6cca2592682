/* passwords.c: hashes of passwords; counts wrong ones and delays further attempts. */
#include "server/passwords.h"

#include "server/characters.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    GUESS_BUCKETS = 8192,
    GUESSES_MAX = 65536, /* 64 bytes each */
    WAITING_MAX = 128,   /* in the queue, of strangers */
    KNOWN_MAX = 16,      /* the same, of an address, by names that signed in there before */
};

static const int64_t SECOND = 1000, FORGOTTEN_AFTER = 3600 * 1000;
/* The longest wait in the queue, by the duration of the last ones; at first this. */
static const int64_t WAIT_MAX = 10 * 1000, FIRST_DURATION = 125;

typedef enum GuessOf { OF_PAIR, OF_NAME, OF_ADDRESS, GUESS_KINDS } GuessOf;

/* Who shares the queue: people who signed in from an address before, and strangers there.
 */
enum { KNOWN_THERE = 'k', STRANGERS_THERE = 's' };

static const struct {
    char letter;
    int free;
    int64_t longest;
} RULES[GUESS_KINDS] = {
    [OF_PAIR] = { 'p', 5, 300 * 1000 },
    [OF_NAME] = { 'n', 10, 30 * 1000 },
    [OF_ADDRESS] = { 'a', 20, 60 * 1000 },
};

enum { FREE_WHERE_KNOWN = 20 };

/* The attempts for a name, an address, or both. */
typedef struct Guess {
    List lru; /* first */
    struct Guess *next;
    uint64_t key;
    int wrong;           /* passwords, one after the other */
    int64_t last, until; /* steady: the last wrong one; refused until then */
    int is_known;        /* a pair: that name has signed in there */
} Guess;

struct Passwords {
    Guess *guesses[GUESS_BUCKETS];
    List list;
    int count;
    unsigned char secret[crypto_shorthash_KEYBYTES];
    int64_t duration; /* of one password, on average */
};

/* ------------------------------------------------------------------------- */
/* Hashes                                                                    */
/* ------------------------------------------------------------------------- */

/* Programs with a sanitizer are for tests alone. There the variable asks for quick hashes,
 * where their cost is not what is tested. */
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define QUICK_HASHES "ROUNDHOUSE_TEST_PASSWORDS"
#endif
#endif

static int hash_normal(char hash[STORE_PASSWORD_MAX + 1], const char *password)
{
    unsigned long long operations = crypto_pwhash_OPSLIMIT_INTERACTIVE;
    size_t memory = crypto_pwhash_MEMLIMIT_INTERACTIVE;

#ifdef QUICK_HASHES
    if (getenv(QUICK_HASHES) != NULL) {
        operations = crypto_pwhash_OPSLIMIT_MIN;
        memory = crypto_pwhash_MEMLIMIT_MIN;
    }
#endif
    return crypto_pwhash_str(hash, password, strlen(password), operations, memory) == 0;
}

/* Hashes of older versions are of passwords as they were typed. */
int password_fits(const char *hash, const char *typed)
{
    char normal[PASSWORD_NORMAL_MOST + 1];

    password_normalize(typed, normal);
    int is_right = crypto_pwhash_str_verify(hash, normal, strlen(normal)) == 0
                   || (strcmp(normal, typed) != 0
                       && crypto_pwhash_str_verify(hash, typed, strlen(typed)) == 0);
    sodium_memzero(normal, sizeof normal);
    return is_right;
}

int password_pretend(const char *typed)
{
    char normal[PASSWORD_NORMAL_MOST + 1], hash[STORE_PASSWORD_MAX + 1];

    password_normalize(typed, normal);
    int is_normal = strcmp(normal, typed) == 0;
    sodium_memzero(normal, sizeof normal);
    return password_hash(typed, hash) && (is_normal || password_hash(typed, hash));
}

int password_hash(const char *typed, char hash[STORE_PASSWORD_MAX + 1])
{
    char normal[PASSWORD_NORMAL_MOST + 1];

    password_normalize(typed, normal);
    int is_hashed = hash_normal(hash, normal);
    sodium_memzero(normal, sizeof normal);
    return is_hashed;
}

/* ------------------------------------------------------------------------- */
/* Records                                                                   */
/* ------------------------------------------------------------------------- */

/* NULL: no memory; then nothing is counted. */
static Passwords *passwords_of(Core *core)
{
    if (core->guesses == NULL) {
        core->guesses = calloc(1, sizeof *core->guesses);
        if (core->guesses == NULL)
            return NULL;
        crypto_shorthash_keygen(core->guesses->secret);
        core->guesses->duration = FIRST_DURATION;
    }
    return core->guesses;
}

/* A keyed hash, against deliberate collisions. */
static uint64_t key_of(const Passwords *all, GuessOf kind, const Attempt *attempt)
{
    char text[1 + STORE_NAME_MAX + 1 + ADDRESS_KEY + 1] = { RULES[kind].letter };
    size_t length = 1;
    uint64_t key;

    if (kind != OF_ADDRESS) {
        size_t name = strnlen(attempt->name, STORE_NAME_MAX);
        memcpy(text + length, attempt->name, name);
        length += name + 1; /* and the 0 that ends it */
    }
    if (kind != OF_NAME) {
        address_key(attempt->address, text + length);
        length += strlen(text + length);
    }
    crypto_shorthash((unsigned char *)&key, (const unsigned char *)text, length,
                     all->secret);
    return key;
}

static void guess_free(Passwords *all, Guess *guess)
{
    Guess **at = &all->guesses[guess->key % GUESS_BUCKETS];

    while (*at != guess)
        at = &(*at)->next;
    *at = guess->next;
    list_remove(&guess->lru);
    all->count--;
    free(guess);
}

/* NULL: no memory. */
static Guess *guess_of(Core *core, GuessOf kind, const Attempt *attempt)
{
    Passwords *all = passwords_of(core);

    if (all == NULL)
        return NULL;
    uint64_t key = key_of(all, kind, attempt);
    Guess **bucket = &all->guesses[key % GUESS_BUCKETS], *guess = *bucket;
    while (guess != NULL && guess->key != key)
        guess = guess->next;
    if (guess != NULL) {
        list_remove(&guess->lru);
        list_add(&all->list, &guess->lru);
        if (core->steady - guess->last > FORGOTTEN_AFTER)
            guess->wrong = 0;
        return guess;
    }
    if (all->count >= GUESSES_MAX)
        guess_free(all, (Guess *)list_oldest(&all->list));
    guess = calloc(1, sizeof *guess);
    if (guess == NULL)
        return NULL;
    guess->key = key;
    guess->next = *bucket;
    *bucket = guess;
    all->count++;
    list_add(&all->list, &guess->lru);
    return guess;
}

/* A pair that signed in before is remembered for as long as there is room. */
void passwords_sweep(Core *core)
{
    Passwords *all = core->guesses;

    for (int i = 0; all != NULL && i < GUESS_BUCKETS; i++) {
        for (Guess *guess = all->guesses[i], *next; guess != NULL; guess = next) {
            next = guess->next;
            if (!guess->is_known && core->steady - guess->last > FORGOTTEN_AFTER)
                guess_free(all, guess);
        }
    }
}

void passwords_free(Core *core)
{
    Passwords *all = core->guesses;

    for (int i = 0; all != NULL && i < GUESS_BUCKETS; i++) {
        while (all->guesses[i] != NULL)
            guess_free(all, all->guesses[i]);
    }
    free(all);
    core->guesses = NULL;
}

/* ------------------------------------------------------------------------- */
/* Counting                                                                  */
/* ------------------------------------------------------------------------- */

/* From now on, by the number of wrong passwords beyond those that are free. */
static void set_delay(const Core *core, Guess *guess, GuessOf kind)
{
    enum { DOUBLINGS_MAX = 16 };
    int beyond = guess->wrong - (guess->is_known ? FREE_WHERE_KNOWN : RULES[kind].free);

    if (beyond <= 0)
        return;
    int64_t delay = SECOND << (beyond - 1 < DOUBLINGS_MAX ? beyond - 1 : DOUBLINGS_MAX);
    guess->until =
        core->steady + (delay < RULES[kind].longest ? delay : RULES[kind].longest);
}

static void count_wrong(const Core *core, Guess *guess, GuessOf kind)
{
    guess->wrong++;
    guess->last = core->steady;
    set_delay(core, guess, kind);
}

static int64_t wait_of(const Core *core, const Guess *guess)
{
    return guess->until > core->steady ? guess->until - core->steady : 0;
}

int passwords_wait(Core *core, const Attempt *attempt)
{
    Guess *pair = guess_of(core, OF_PAIR, attempt);
    Guess *name = guess_of(core, OF_NAME, attempt);
    const Guess *address = guess_of(core, OF_ADDRESS, attempt);

    if (pair == NULL || name == NULL || address == NULL
        || !core->config.limits.delays_passwords)
        return 0;
    int is_known = pair->is_known || attempt->has_session;
    int64_t wait = wait_of(core, pair);
    if (!is_known && wait_of(core, name) > wait)
        wait = wait_of(core, name);
    if (!is_known && wait_of(core, address) > wait)
        wait = wait_of(core, address);
    if (wait > 0)
        return (int)((wait + SECOND - 1) / SECOND);
    /* Counted before it is verified, so that parallel attempts do not share a delay. */
    count_wrong(core, pair, OF_PAIR);
    if (!is_known)
        count_wrong(core, name, OF_NAME);
    return 0;
}

/* The name was counted when the attempt began. Its delay begins again: verifying takes as
 * long as the first delays on a slow machine. */
void passwords_were_wrong(Core *core, const Attempt *attempt)
{
    Guess *pair = guess_of(core, OF_PAIR, attempt);
    Guess *name = guess_of(core, OF_NAME, attempt);
    Guess *address = guess_of(core, OF_ADDRESS, attempt);

    if (pair == NULL || name == NULL || address == NULL)
        return;
    count_wrong(core, address, OF_ADDRESS);
    set_delay(core, pair, OF_PAIR);
    if (!pair->is_known && !attempt->has_session)
        set_delay(core, name, OF_NAME);
}

/* Attempts of the address at other names still count: an attacker may have an account. */
void passwords_were_right(Core *core, const Attempt *attempt)
{
    Guess *pair = guess_of(core, OF_PAIR, attempt);
    Guess *name = guess_of(core, OF_NAME, attempt);

    if (pair == NULL || name == NULL)
        return;
    pair->wrong = name->wrong = 0;
    pair->until = name->until = 0;
    pair->is_known = 1;
}

void passwords_know(Core *core, const char *name, const char *address)
{
    const Attempt attempt = { .name = name, .address = address };
    Guess *pair = guess_of(core, OF_PAIR, &attempt);

    if (pair != NULL)
        pair->is_known = 1;
}

/* ------------------------------------------------------------------------- */
/* The queue                                                                 */
/* ------------------------------------------------------------------------- */

static int is_known(Core *core, const Attempt *attempt)
{
    const Guess *pair = attempt->name == NULL ? NULL : guess_of(core, OF_PAIR, attempt);

    return attempt->has_session || (pair != NULL && pair->is_known);
}

static uint64_t owner_of(Core *core, const Attempt *attempt)
{
    const Passwords *all = passwords_of(core);
    char text[1 + ADDRESS_KEY + 1];
    uint64_t key;

    if (all == NULL)
        return 0;
    text[0] = is_known(core, attempt) ? KNOWN_THERE : STRANGERS_THERE;
    address_key(attempt->address, text + 1);
    crypto_shorthash((unsigned char *)&key, (const unsigned char *)text, strlen(text),
                     all->secret);
    return key;
}

/* An unknown address may queue as many attempts as there are free places: one address
 * alone gets half of the queue, two get a third each. On a slow machine fewer, so that
 * nobody waits too long; but one of each. */
int passwords_are_full(Core *core, const Attempt *attempt)
{
    const Passwords *all = passwords_of(core);
    int64_t duration = all == NULL ? FIRST_DURATION : all->duration;
    WorkerLoad load = worker_pool_load(core->config.passwords, owner_of(core, attempt));
    int most = is_known(core, attempt) ? KNOWN_MAX : WAITING_MAX - load.waiting;
    int before = load.waiting_of_owner * (load.owners > 0 ? load.owners : 1);

    before = before < load.waiting ? before : load.waiting;
    if (load.waiting_of_owner < most && before * duration <= WAIT_MAX)
        return 0;
    return (int)(1 + load.waiting * duration / SECOND);
}

void passwords_took(Core *core, int64_t duration)
{
    enum { PART = 4 };
    Passwords *all = passwords_of(core);

    if (all != NULL)
        all->duration +=
            ((duration < WAIT_MAX ? duration : WAIT_MAX) - all->duration) / PART;
}

void passwords_submit(Core *core, Job *job, const Attempt *attempt)
{
    job->is_urgent = is_known(core, attempt);
    worker_pool_submit(core->config.passwords, job, owner_of(core, attempt));
}

/* test_memory.c: when memory runs out, nothing has changed. The linker redirects
 * realloc, calloc and malloc to this file (compilers turn a realloc of NULL into a
 * malloc). */
#include "games/freight_train/ft.h"
#include "play/random_match.h"
#include "play/save.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

enum { NEVER = -1 };

/* The number of allocations that still succeed. */
static int allocations_left = NEVER;

static int may_allocate(void)
{
    if (allocations_left == NEVER)
        return 1;
    if (allocations_left == 0)
        return 0;
    allocations_left--;
    return 1;
}

void *__wrap_realloc(void *old, size_t size)
{
    return may_allocate() ? __real_realloc(old, size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

void *__wrap_malloc(size_t size)
{
    return may_allocate() ? __real_malloc(size) : NULL;
}

/* Code that runs after a test, such as coverage, gets all memory it needs. */
static void allow_everything(void)
{
    allocations_left = NEVER;
}

TestSuite(memory, .fini = allow_everything);

Test(memory, a_match_begins_whole_or_not_at_all)
{
    Setup setup = setup_of(&FREIGHT_TRAIN, 4, "memory");

    for (int n = 0; n < 4; n++) {
        allocations_left = n;
        cr_expect_null(match_new(&FREIGHT_TRAIN, &setup), "with %d allocations", n);
    }
    allocations_left = 4;
    Match *match = match_new(&FREIGHT_TRAIN, &setup);
    cr_expect_not_null(match);
    match_free(match);
}

/* Plays on without memory until an action is refused for lack of it. */
static void play_until_refused(Match *match)
{
    Action actions[ACTIONS_MAX];
    MatchStatus status = MATCH_OK;

    while (status == MATCH_OK) {
        State before = *match_state(match);
        int moves = match_move_count(match);
        int seat = seats_first(FREIGHT_TRAIN.waiting(&before));
        FREIGHT_TRAIN.list(&before, seat, actions);
        status = match_apply(match, seat, actions[0], NULL);
        if (status == MATCH_OK)
            continue;
        cr_expect_eq(status, MATCH_NO_MEMORY);
        cr_expect_eq(memcmp(&before, match_state(match), sizeof before), 0);
        cr_expect_eq(match_move_count(match), moves);
    }
}

/* Both arrays of a match grow: with 0 and 1 allocations one or the other fails. */
Test(memory, an_action_without_memory_changes_nothing_and_can_be_tried_again)
{
    for (int n = 0; n < 8; n++) {
        Match *match = random_match(&FREIGHT_TRAIN, 4, "memory", 0);
        allocations_left = n;
        play_until_refused(match);
        allocations_left = NEVER;
        int moves = match_move_count(match);
        play_at_random(match, 1, 3);
        cr_expect_eq(match_move_count(match), moves + 3);
        while (match_undo(match))
            ;
        cr_expect_eq(memcmp(match_state(match), match_start(match), sizeof(State)), 0);
        match_free(match);
    }
}

Test(memory, a_text_keeps_what_it_has)
{
    Text text = { 0 };

    text_add(&text, "abc");
    allocations_left = 0;
    for (int i = 0; i < 300; i++)
        text_add(&text, "x");
    allocations_left = NEVER;
    cr_expect(text.has_failed);
    cr_expect_eq(strlen(text.bytes), text.length);
    cr_expect_eq(strncmp(text.bytes, "abcx", 4), 0);
    text_clear(&text);
    text_add(&text, "new");
    cr_expect_not(text.has_failed);
    cr_expect_str_eq(text.bytes, "new");
    text_free(&text);
}

static void never_written(Text *out, const Game *game, const Setup *setup,
                          const State *start)
{
    (void)out;
    (void)game;
    (void)setup;
    (void)start;
    cr_assert_fail("a deal has no state to write");
}

Test(memory, a_save_is_read_whole_or_refused_with_a_sentence)
{
    static const SaveStart none = { never_written, NULL };
    Match *match = random_match(&FREIGHT_TRAIN, 4, "memory", TO_THE_END);
    Text text = { 0 };
    int refused = 0;

    save_write(&text, match, NULL, &none);
    for (int n = 0;; n++) {
        Fault fault = { 0 };
        allocations_left = n;
        Match *again = save_read(text.bytes, text.length, &none, NULL, &fault);
        allocations_left = NEVER;
        cr_expect_eq(again == NULL, fault.sentence[0] != '\0');
        cr_expect(again != NULL || strstr(fault.sentence, "no memory") != NULL, "%s",
                  fault.sentence);
        match_free(again);
        if (again != NULL)
            break;
        refused++;
    }
    cr_expect_gt(refused, 5);
    text_free(&text);
    match_free(match);
}

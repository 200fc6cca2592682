/* test_deal_part.c: a terminal's part in the deal of a server's table, with servers that
 * cheat, and terminals that are ended and started again. */
#include "client/deal_file.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SEAT = 1 };

static DealPart part;
static uint8_t secret[SEED_BYTES];
static Deal server;

static void begin(void)
{
    memset(secret, 5, sizeof secret);
    deal_open(&server, "K7QX2M9PRT", secret);
    deal_part_begin(&part, "K7QX2M9PRT");
}

TestSuite(deal_part, .init = begin);

/* The server describes the table at this stage. */
static DealWish see(DealStage stage)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };
    Fault fault = { 0 };

    json_open_object(&out);
    deal_put(&out, &server, stage, 1000, NULL);
    json_close_object(&out);
    Json *json = json_read(text.bytes, text.length, "", &fault);
    cr_assert_not_null(json, "%s", fault.sentence);
    DealWish wish = deal_part_see(&part, json, SEAT);
    json_free(json);
    text_free(&text);
    return wish;
}

static void list_own(void)
{
    server.shares[SEAT].stage = SHARE_COMMITTED;
    memcpy(server.shares[SEAT].commitment, part.own, SEED_BYTES);
}

static void answer(const char *type, int id)
{
    char text[64];
    Fault fault = { 0 };

    snprintf(text, sizeof text, "{\"type\":\"%s\",\"id\":%d}", type, id);
    Json *json = json_read(text, strlen(text), "", &fault);
    cr_assert(deal_part_answered(&part, json));
    json_free(json);
}

static DealVerdict verdict(void)
{
    DealProof proof = { .deal = server };
    DealCheck check;
    uint8_t seed[SEED_BYTES];

    memcpy(proof.secret, secret, SEED_BYTES);
    deal_seed(&server, secret, seed);
    deal_check(&check, &proof, seed, &part.memory.kept);
    return deal_verdict(&check);
}

Test(deal_part, commits_again_after_an_error_or_a_lost_connection)
{
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_COMMIT);
    answer("error", DEAL_COMMIT_ID);
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_COMMIT);
    deal_part_connected(&part);
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_COMMIT);
    answer("ok", DEAL_COMMIT_ID);
    deal_part_connected(&part);
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_NOTHING);
}

Test(deal_part, commits_once_reveals_and_proves)
{
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_COMMIT);
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_NOTHING);
    answer("ok", DEAL_COMMIT_ID);
    list_own();
    cr_expect_eq(see(DEAL_STAGE_REVEALING), DEAL_WISH_REVEAL);
    cr_expect(deal_reveal(&server, SEAT, part.memory.kept.bytes));
    answer("ok", DEAL_REVEAL_ID);
    cr_expect_eq(see(DEAL_STAGE_DEALT), DEAL_WISH_NOTHING);
    cr_expect_eq(verdict(), DEAL_PROVED);
}

Test(deal_part, draws_other_bytes_for_each_table)
{
    DealPart first;

    see(DEAL_STAGE_OPEN);
    first = part;
    deal_part_begin(&part, "K7QX2M9PRT");
    see(DEAL_STAGE_OPEN);
    cr_expect_neq(memcmp(first.memory.kept.bytes, part.memory.kept.bytes, SEED_BYTES), 0);
}

Test(deal_part, shows_nothing_to_a_server_that_changes_its_commitment)
{
    see(DEAL_STAGE_OPEN);
    list_own();
    server.commitment[0] ^= 1;
    cr_expect_eq(see(DEAL_STAGE_REVEALING), DEAL_WISH_NOTHING);
    cr_expect_eq(verdict(), DEAL_BROKEN);
}

Test(deal_part, shows_nothing_to_a_server_that_leaves_it_out_or_lists_other_bytes)
{
    see(DEAL_STAGE_OPEN);
    cr_expect_eq(see(DEAL_STAGE_REVEALING), DEAL_WISH_NOTHING);
    list_own();
    server.shares[SEAT].commitment[0] ^= 1;
    cr_expect_eq(see(DEAL_STAGE_REVEALING), DEAL_WISH_NOTHING);
}

Test(deal_part, finds_out_a_server_that_drops_what_it_has_taken)
{
    see(DEAL_STAGE_OPEN);
    list_own();
    see(DEAL_STAGE_REVEALING);
    answer("ok", DEAL_REVEAL_ID);
    cr_expect_eq(verdict(), DEAL_BROKEN);
}

Test(deal_part, whose_bytes_were_late_is_left_out)
{
    see(DEAL_STAGE_OPEN);
    list_own();
    see(DEAL_STAGE_REVEALING);
    answer("error", DEAL_REVEAL_ID);
    cr_expect_eq(verdict(), DEAL_UNSHARED); /* nobody else took part either */
}

Test(deal_part, finds_out_a_server_that_changes_the_list_after_the_reveal)
{
    see(DEAL_STAGE_OPEN);
    list_own();
    see(DEAL_STAGE_REVEALING);
    cr_expect(deal_reveal(&server, SEAT, part.memory.kept.bytes));
    answer("ok", DEAL_REVEAL_ID);
    server.shares[0].stage = SHARE_COMMITTED;
    cr_expect_eq(verdict(), DEAL_BROKEN);
}

/* ------------------------------------------------------------------------- */
/* On disk                                                                   */
/* ------------------------------------------------------------------------- */

static char folder[] = "/tmp/roundhouse-deals-XXXXXX", prefix[64], path[96];

static void begin_on_disk(void)
{
    begin();
    cr_assert_not_null(mkdtemp(folder));
    snprintf(prefix, sizeof prefix, "%s/deal-host-80", folder);
    snprintf(path, sizeof path, "%s-K7QX2M9PRT-%d", prefix, SEAT);
}

static void end_on_disk(void)
{
    unlink(path);
    cr_expect_eq(rmdir(folder), 0, "something was left behind");
}

TestSuite(deal_file, .init = begin_on_disk, .fini = end_on_disk);

/* The terminal is started again. */
static void begin_again(void)
{
    deal_part_begin(&part, "K7QX2M9PRT");
    deal_file_read(&part, prefix, SEAT);
}

Test(deal_file, a_terminal_that_was_ended_reveals_what_it_committed_to)
{
    struct stat status;
    uint8_t own[SEED_BYTES];

    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_COMMIT);
    memcpy(own, part.own, SEED_BYTES);
    cr_expect(part.is_changed);
    deal_file_write(&part, prefix, NULL, NULL);
    cr_expect_not(part.is_changed);
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 0777, 0600);
    begin_again();
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_COMMIT, "the server may not have got it");
    cr_expect_arr_eq(part.own, own, SEED_BYTES);
    list_own();
    cr_expect_eq(see(DEAL_STAGE_REVEALING), DEAL_WISH_REVEAL);
    deal_file_write(&part, prefix, NULL, NULL);
    begin_again();
    cr_expect_eq(see(DEAL_STAGE_REVEALING), DEAL_WISH_REVEAL);
    cr_expect(deal_reveal(&server, SEAT, part.memory.kept.bytes));
    answer("ok", DEAL_REVEAL_ID);
    deal_file_write(&part, prefix, NULL, NULL);
    begin_again();
    cr_expect_eq(verdict(), DEAL_PROVED);
    server.shares[0].stage = SHARE_COMMITTED;
    cr_expect_eq(verdict(), DEAL_BROKEN, "the list was kept, too");
}

Test(deal_file, a_server_that_changes_its_commitment_meanwhile_gets_nothing)
{
    see(DEAL_STAGE_OPEN);
    list_own();
    deal_file_write(&part, prefix, NULL, NULL);
    begin_again();
    server.commitment[0] ^= 1;
    cr_expect_eq(see(DEAL_STAGE_OPEN), DEAL_WISH_NOTHING);
    cr_expect_eq(see(DEAL_STAGE_REVEALING), DEAL_WISH_NOTHING);
    cr_expect_eq(verdict(), DEAL_BROKEN);
}

Test(deal_file, of_another_seat_or_table_or_damaged_is_not_used)
{
    static const char *const WRONG[] = { "", "{", "[]", "{}",
                                         "{\"table\":\"K7QX2M9PRT\"}" };

    see(DEAL_STAGE_OPEN);
    deal_file_write(&part, prefix, NULL, NULL);
    deal_part_begin(&part, "K7QX2M9PRT");
    deal_file_read(&part, prefix, SEAT + 1);
    cr_expect_not(part.is_begun);
    deal_part_begin(&part, "ANOTHERONE");
    deal_file_read(&part, prefix, SEAT);
    cr_expect_not(part.is_begun);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        FILE *file = fopen(path, "w");
        fputs(WRONG[i], file);
        fclose(file);
        begin_again();
        cr_expect_not(part.is_begun, "%s", WRONG[i]);
    }
    deal_file_remove(&part, prefix, SEAT);
    cr_expect_neq(access(path, F_OK), 0);
}

/* The files of other tables, the first of them the oldest; 0: it is not there. */
static int has_old_file(int number, int is_made)
{
    char old[128];
    struct timespec times[2] = { { .tv_sec = 1000 + number }, { .tv_sec = 1000 + number } };

    snprintf(old, sizeof old, "%s-OLD%05d-0", prefix, number);
    if (is_made) {
        int file = open(old, O_WRONLY | O_CREAT, 0600);
        cr_assert_geq(file, 0);
        cr_assert_eq(futimens(file, times), 0);
        close(file);
    }
    return access(old, F_OK) == 0;
}

static void remove_old_file(int number)
{
    char old[128];

    snprintf(old, sizeof old, "%s-OLD%05d-0", prefix, number);
    unlink(old);
}

Test(deal_file, the_oldest_make_room_for_a_new_one)
{
    enum { FILES = 510, KEPT = 500 };
    char other[128];
    int kept = 0;

    snprintf(other, sizeof other, "%s80-OLD00000-0", prefix); /* of another server */
    close(open(other, O_WRONLY | O_CREAT, 0600));
    for (int i = 0; i < FILES; i++)
        has_old_file(i, 1);
    see(DEAL_STAGE_OPEN);
    deal_file_write(&part, prefix, NULL, NULL);
    cr_expect_eq(access(path, F_OK), 0);
    for (int i = 0; i < FILES; i++)
        kept += has_old_file(i, 0);
    cr_expect_eq(kept, KEPT - 1);
    cr_expect_not(has_old_file(FILES - KEPT, 0));
    cr_expect(has_old_file(FILES - KEPT + 1, 0));
    cr_expect_eq(unlink(other), 0);
    for (int i = 0; i < FILES; i++)
        remove_old_file(i);
}

Test(deal_file, nothing_is_kept_where_there_is_no_place)
{
    see(DEAL_STAGE_OPEN);
    deal_file_write(&part, NULL, NULL, NULL);
    deal_file_write(&part, "/nowhere/at/all", NULL, NULL);
    deal_part_begin(&part, "K7QX2M9PRT");
    deal_file_read(&part, NULL, SEAT);
    cr_expect_not(part.is_begun);
}

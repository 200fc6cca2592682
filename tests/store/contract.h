/* contract.h: what every store must do. The test program of each kind of store makes a
 * test of each function, on an empty store of its own; `where` is the argument of
 * store_open. */
#ifndef ROUNDHOUSE_TESTS_STORE_CONTRACT_H
#define ROUNDHOUSE_TESTS_STORE_CONTRACT_H

#include "play/match.h"
#include "store/store.h"

#define CONTRACT(TEST)                                                                     \
    TEST(a_user_is_found_by_id_code_and_kept_name)                                         \
    TEST(codes_and_kept_names_are_taken_once)                                              \
    TEST(guests_may_share_a_name)                                                          \
    TEST(a_guest_keeps_a_name)                                                             \
    TEST(a_deleted_user_leaves_a_row_without_a_name)                                       \
    TEST(a_name_is_free_again_after_its_user)                                              \
    TEST(programs_belong_to_their_owner)                                                   \
    TEST(programs_go_with_their_owner)                                                     \
    TEST(a_session_is_found_by_its_hash)                                                   \
    TEST(sessions_end)                                                                     \
    TEST(a_session_gets_another_token)                                                     \
    TEST(sessions_are_listed_the_last_used_first)                                          \
    TEST(a_session_that_has_ended_changes_nothing)                                         \
    TEST(sessions_are_checked_together)                                                    \
    TEST(old_names_that_look_alike_stay)                                                   \
    TEST(guests_with_a_kept_name_are_renamed)                                              \
    TEST(chat_of_deleted_users_is_erased)                                                  \
    TEST(any_text_comes_back_as_it_was)                                                    \
    TEST(a_passkey_is_found_by_its_id)                                                     \
    TEST(a_passkey_is_added_once)                                                          \
    TEST(passkeys_are_listed_renamed_and_removed)                                          \
    TEST(the_counter_of_a_passkey_grows)                                                   \
    TEST(a_code_is_used_once)                                                              \
    TEST(new_codes_replace_the_old)                                                        \
    TEST(the_ways_in_go_with_the_user)                                                     \
    TEST(the_secret_stays_the_same)                                                        \
    TEST(a_challenge_is_answered_once)                                                     \
    TEST(a_table_comes_back_as_it_was)                                                     \
    TEST(a_closed_table_is_found_no_more)                                                  \
    TEST(a_seed_can_be_read_separately)                                                    \
    TEST(a_tables_code_is_taken_once)                                                      \
    TEST(seats_change_hands)                                                               \
    TEST(the_log_comes_back_in_order)                                                      \
    TEST(only_the_next_entry_is_appended)                                                  \
    TEST(an_entry_is_appended_once)                                                        \
    TEST(only_a_table_that_plays_has_a_log)                                                \
    TEST(the_turn_is_that_of_the_last_entry)                                               \
    TEST(a_table_is_not_set_behind_its_log)                                                \
    TEST(an_old_version_writes_nothing)                                                    \
    TEST(many_entries_are_appended_at_once)                                                \
    TEST(a_run_of_entries_is_appended_whole)                                               \
    TEST(the_result_is_stored_with_the_last_entry)                                         \
    TEST(a_result_is_not_stored_without_its_entry)                                         \
    TEST(an_aborted_batch_stores_nothing)                                                  \
    TEST(chat_comes_back_as_it_was)                                                        \
    TEST(chat_is_numbered_and_paged)                                                       \
    TEST(a_batch_is_there_after_opening_again)                                             \
    TEST(a_batch_that_is_rolled_back_leaves_nothing)                                       \
    TEST(a_batch_that_is_not_committed_leaves_nothing)                                     \
    TEST(a_refusal_spoils_no_batch)                                                        \
    TEST(public_tables_are_listed_the_newest_first)                                        \
    TEST(finished_tables_are_listed_the_last_first)                                        \
    TEST(my_tables_begin_with_my_turn)                                                     \
    TEST(lists_have_pages)                                                                 \
    TEST(hosts_are_counted)                                                                \
    TEST(tables_wake_for_bots_and_deadlines)                                               \
    TEST(the_database_has_a_clock)                                                         \
    TEST(a_claim_has_one_holder)                                                           \
    TEST(claims_are_given_back)                                                            \
    TEST(rows_are_changed_with_entries_of_others)                                          \
    TEST(open_tables_that_nobody_comes_to_are_found)                                       \
    TEST(open_tables_of_deleted_hosts_are_found)                                           \
    TEST(tables_of_people_who_cannot_come_are_found)                                       \
    TEST(guests_who_never_played_are_removed)                                              \
    TEST(guests_who_played_stay)                                                           \
    TEST(guests_are_removed_a_few_at_a_time)                                               \
    TEST(the_lobby_limits_the_tables_of_a_host)                                            \
    TEST(a_game_that_ends_has_a_result_for_each_seat)                                      \
    TEST(a_result_is_written_with_the_end_of_its_game)                                     \
    TEST(results_lose_their_user_with_the_account)                                         \
    TEST(results_stay_when_a_guest_keeps_the_name)                                         \
    TEST(results_have_pages)                                                               \
    TEST(records_stand_beside_the_mean_of_all)                                             \
    TEST(opponents_are_those_met_most)                                                     \
    TEST(streaks_end_with_a_game_that_is_not_won)                                          \
    TEST(people_hide_and_show_their_results)                                               \
    TEST(finished_games_are_found_by_game_and_person)                                      \
    TEST(programs_keep_a_ban_of_their_own)                                                 \
    TEST(a_finished_game_is_counted_once)                                                  \
    TEST(incomes_are_of_people_who_played_to_the_end)                                      \
    TEST(people_are_found_by_name_and_standing)                                            \
    TEST(acts_are_numbered_in_order)                                                       \
    TEST(settings_stay)                                                                    \
    TEST(a_link_is_used_so_often_and_no_longer)                                            \
    TEST(reports_stay_until_they_are_settled)                                              \
    TEST(every_table_is_listed_and_counted)                                                \
    TEST(people_who_block_do_not_meet)                                                     \
    TEST(followers_find_open_tables)                                                       \
    TEST(settings_of_notices_stay)                                                         \
    TEST(a_device_ends_with_its_session)                                                   \
    TEST(a_notice_is_claimed_once)                                                         \
    TEST(a_notice_is_made_once_for_a_turn)                                                 \
    TEST(notices_are_only_what_people_want)                                                \
    TEST(invitations_do_not_come_from_the_blocked)                                         \
    TEST(a_browser_that_changes_hands_gets_no_old_notices)                                 \
    TEST(notices_for_a_silent_device_wait_together)                                        \
    TEST(notices_go_with_the_user)                                                         \
    TEST(the_key_for_push_services_stays)                                                  \
    TEST(an_address_counts_once_it_is_confirmed)                                           \
    TEST(mail_is_claimed_once)                                                             \
    TEST(digests_gather_and_wait)                                                          \
    TEST(digests_come_as_often_as_is_wanted)                                               \
    TEST(digests_are_only_what_people_want)                                                \
    TEST(mail_goes_with_the_user)                                                          \
    TEST(mail_has_limits)                                                                  \
    TEST(mailed_links_are_bound)                                                           \
    TEST(the_key_of_mail_stays)                                                            \
    TEST(a_day_has_one_deal_of_a_game)                                                     \
    TEST(a_daily_table_names_its_deal)                                                     \
    TEST(attempts_are_ranked_by_score)                                                     \
    TEST(an_attempt_has_one_number)                                                        \
    TEST(only_games_that_are_played_within_the_day_are_done)                               \
    TEST(attempts_lose_their_user_with_the_account)                                        \
    TEST(a_played_game_replays)

#define DECLARE_CONTRACT(name) void contract_##name(const char *where);
CONTRACT(DECLARE_CONTRACT)
#undef DECLARE_CONTRACT

/* ------------------------------------------------------------------------- */
/* Helpers                                                                   */
/* ------------------------------------------------------------------------- */

/* Fails the test with the store's error unless `call` returns `wanted`. Inside the
 * call, the Fault is `&failure`. */
#define ANSWERS(wanted, call)                                                              \
    do {                                                                                   \
        Fault failure = { 0 };                                                             \
        StoreStatus answered = (call);                                                     \
        cr_assert_eq(answered, (wanted), "%s: answered %d: %s", #call, (int)answered,      \
                     failure.sentence);                                                    \
        cr_assert(answered == STORE_OK || failure.sentence[0] != '\0', "%s: no sentence",  \
                  #call);                                                                  \
    } while (0)

#define DOES(call) ANSWERS(STORE_OK, call)
/* The same in a batch of its own. */
#define COMMITS(call)                                                                      \
    do {                                                                                   \
        DOES(store_begin(store, &failure));                                                \
        DOES(call);                                                                        \
        DOES(store_commit(store, &failure));                                               \
    } while (0)

Store *given_store(const char *where);

/* Each in its own batch. */
StoreUser given_user(Store *store, const char *code, UserKind kind, const char *name);
/* Two seats: `host` and an open one, private, without a clock. */
StoreTable default_table(const char *code, StoreId host);
void given_table(Store *store, StoreTable *table);
/* The same with `other` on the second seat, seat 0 to move. */
StoreTable given_playing(Store *store, const char *code, StoreId host, StoreId other);
/* An action with number n, after which `waiting` must act. */
StoreEntry default_entry(int n, int seat, SeatSet waiting);
void given_entry(Store *store, StoreId table, int n, SeatSet waiting);

/* Stores a played game as a server does; returns the number of entries. Fills in the
 * table's id. */
int given_game(Store *store, StoreTable *table, const Match *played);

/* A store with tables of every game, some of them over; and a comparison of two. */
enum { CLUB_TABLES = 6 };

void given_club(Store *store);
void expect_same_club(Store *a, Store *b);

/* What the migration of version-3.sql has made of its games for Ada. */
void expect_results_of_version_3(Store *store, StoreId ada);

/* What the migrations of version-4.sql and version-5.sql have made of them. */
void expect_version_4(Store *store);
void expect_version_5(Store *store);

/* Compares the row and the seats, without what is computed on reading. */
void expect_same_table(const StoreTable *wanted, const StoreTable *found);
void expect_same_entry(const StoreEntry *wanted, const StoreEntry *found);

#endif

/* test_phrase.c: phrases from the tables of a game. */
#include "engine/phrase.h"
#include "engine/seats.h"

#include <criterion/criterion.h>

static const char *const CARD_NAMES[] = { "box", "ore" };
static const Names CARDS = NAMES("card", CARD_NAMES);

static const ActionKind ACTIONS[] = {
    { "pass", { { 0 } } },
    { "bid", { { .name = "amount", .form = FIELD_NUMBER, .unit = 50 } } },
    { "store",
      { { .name = "card", .form = FIELD_NAME, .names = &CARDS },
        { .name = "siding", .form = FIELD_PLACE } } },
};

static const EventKind EVENTS[] = {
    { "ended", { { 0 } }, { 0 } },
    { "filled",
      { { .name = "siding", .form = FIELD_PLACE } },
      { .name = "cards", .form = FIELD_NAME, .names = &CARDS } },
};

Test(phrase, of_an_action_without_arguments)
{
    Phrase phrase;

    phrase_of_action(&phrase, ACTIONS, 3, action_make(0, 0, 0));
    cr_expect_str_eq(phrase.topic, "do");
    cr_expect_str_eq(phrase.word, "pass");
    cr_expect_eq(phrase.seat, 3);
    cr_expect_eq(phrase.count, 0);
    cr_expect_null(phrase.list_field);
}

Test(phrase, of_an_action_has_its_arguments_in_order)
{
    Phrase phrase;

    phrase_of_action(&phrase, ACTIONS, 0, action_make(2, 1, 7));
    cr_assert_eq(phrase.count, 2);
    cr_expect_str_eq(phrase.arguments[0].field->name, "card");
    cr_expect_eq(phrase.arguments[0].value, 1);
    cr_expect_str_eq(phrase.arguments[1].field->name, "siding");
    cr_expect_eq(phrase.arguments[1].value, 7);
}

Test(phrase, counts_numbers_in_their_unit)
{
    Phrase phrase;

    phrase_of_action(&phrase, ACTIONS, 0, action_make(1, 18, 0));
    cr_assert_eq(phrase.count, 1);
    cr_expect_eq(phrase.arguments[0].value, 900);
}

Test(phrase, of_an_event_borrows_its_list)
{
    Event event = {
        .kind = 1, .seat = 2, .list_count = 2, .list = { 1, 0 }, .fields = { 4 }
    };
    Phrase phrase;

    phrase_of_event(&phrase, EVENTS, &event);
    cr_expect_str_eq(phrase.topic, "event");
    cr_expect_str_eq(phrase.word, "filled");
    cr_expect_eq(phrase.seat, 2);
    cr_assert_eq(phrase.count, 1);
    cr_expect_eq(phrase.arguments[0].value, 4);
    cr_expect_str_eq(phrase.list_field->name, "cards");
    cr_expect_eq(phrase.list, event.list);
    cr_expect_eq(phrase.list_count, 2);
}

Test(phrase, of_an_event_that_befell_nobody)
{
    Event event = { .kind = 0, .seat = NOBODY };
    Phrase phrase;

    phrase_of_event(&phrase, EVENTS, &event);
    cr_expect_eq(phrase.seat, NOBODY);
    cr_expect_eq(phrase.count, 0);
    cr_expect_null(phrase.list_field);
}

Test(phrase, takes_what_a_position_adds)
{
    static const Field field = { .name = "car", .form = FIELD_NAME, .names = &CARDS };
    Phrase phrase;

    phrase_of_action(&phrase, ACTIONS, 0, action_make(2, 1, 7));
    phrase_add(&phrase, &field, UNKNOWN);
    cr_assert_eq(phrase.count, 3);
    cr_expect_eq(phrase.arguments[2].field, &field);
    cr_expect_eq(phrase.arguments[2].value, UNKNOWN);
}

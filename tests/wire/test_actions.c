/* test_actions.c: actions and events as JSON. */
#include "games/freight_train/ft.h"
#include "games/kuhn_poker.h"
#include "wire/table_json.h"

#include <criterion/criterion.h>
#include <string.h>

/* A deal, at the first turn of seat 0. */
static State deal(void)
{
    Setup setup;
    State state = { { 0 } };

    game_default_setup(&FREIGHT_TRAIN, 2, &setup);
    setup.options[FT_OPTION_FIRST] = 1;
    FREIGHT_TRAIN.setup(&state, &setup);
    return state;
}

static void expect_both_ways(Action action, const char *expected)
{
    State state = deal();
    Text text = { 0 };
    JsonOut out = { .text = &text };
    Fault fault = { 0 };
    Action back = 0;

    action_format(&out, &FREIGHT_TRAIN, action, NULL);
    cr_expect_str_eq(text.bytes, expected);
    Json *json = json_read(text.bytes, text.length, "", &fault);
    cr_expect(action_read(json, &FREIGHT_TRAIN, &state, 0, &back, &fault), "%s",
              fault.sentence);
    cr_expect_eq(back, action);
    json_free(json);
    text_free(&text);
}

Test(actions, have_their_word_and_their_fields)
{
    expect_both_ways(action_make(FT_TAKE, 3, 0), "{\"do\":\"take\",\"siding\":3}");
    expect_both_ways(action_make(FT_COUPLE, FT_ORE, 2),
                     "{\"do\":\"couple\",\"car\":\"ore\",\"train\":2}");
    expect_both_ways(action_make(FT_DONE, 0, 0), "{\"do\":\"done\"}");
}

static void expect_fault(const char *text, const char *sentence)
{
    State state = deal();
    Fault fault = { 0 };
    Action action = 777;
    Json *json = json_read(text, strlen(text), "", &fault);

    cr_assert_not_null(json, "%s", text);
    cr_expect_not(action_read(json, &FREIGHT_TRAIN, &state, 0, &action, &fault), "%s",
                  text);
    cr_expect_str_eq(fault.sentence, sentence);
    cr_expect_eq(action, 777);
    json_free(json);
}

Test(actions, are_read_strictly)
{
    expect_fault("{}", "action.do must be a string.");
    expect_fault("{\"do\":3}", "action.do must be a string.");
    expect_fault("{\"do\":\"jump\"}", "freight-train has no action \"jump\".");
    expect_fault("{\"do\":\"take\"}", "The action \"take\" has exactly the field siding.");
    expect_fault("{\"do\":\"take\",\"siding\":1,\"x\":1}",
                 "The action \"take\" has exactly the field siding.");
    expect_fault("{\"do\":\"take\",\"train\":1}",
                 "The action \"take\" has exactly the field siding.");
    expect_fault("{\"do\":\"couple\",\"car\":\"box\"}",
                 "The action \"couple\" has exactly the fields car and train.");
    expect_fault("{\"do\":\"done\",\"siding\":1}", "The action \"done\" has no fields.");
    expect_fault("{\"do\":\"take\",\"siding\":-1}",
                 "action.siding must be a whole number from 0 to 4 now.");
    expect_fault("{\"do\":\"take\",\"siding\":4096}",
                 "action.siding must be a whole number from 0 to 4 now.");
    expect_fault("{\"do\":\"take\",\"siding\":\"1\"}",
                 "action.siding must be a whole number from 0 to 4 now.");
    expect_fault("{\"do\":\"take\",\"siding\":1.0}",
                 "action.siding must be a whole number from 0 to 4 now.");
    expect_fault("{\"do\":\"close\",\"train\":-1}",
                 "action.train must be a whole number, 0 or more.");
    expect_fault("{\"do\":\"call\",\"text\":5}", "action.text must be a string.");
    expect_fault("{\"do\":\"couple\",\"car\":\"boxx\",\"train\":1}",
                 "action.car is \"boxx\", which is not the name of a car.");
    expect_fault("{\"do\":\"couple\",\"car\":1,\"train\":1}",
                 "action.car must be a string.");
}

Test(actions, can_be_sent_back_as_they_were_listed)
{
    static const char listed[] = "{\"do\":\"take\",\"siding\":3,\"text\":\"Take it\"}";
    State state = deal();
    Fault fault = { 0 };
    Action action = 0;
    Json *json = json_read(listed, strlen(listed), "", &fault);

    cr_expect(action_read(json, &FREIGHT_TRAIN, &state, 0, &action, &fault));
    cr_expect_eq(action, action_make(FT_TAKE, 3, 0));
    json_free(json);
}

static void expect_event(const Game *game, const Event *event, const char *expected)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    event_format(&out, game, event, NULL);
    cr_expect_str_eq(text.bytes, expected);
    text_free(&text);
}

Test(events, have_their_word_seat_fields_list_and_marks)
{
    expect_event(&FREIGHT_TRAIN,
                 &(Event){ .kind = FT_EVENT_TOOK, .seat = 2, .fields = { FT_BOX, 3 } },
                 "{\"event\":\"took\",\"seat\":2,\"car\":\"box\",\"siding\":3}");
    expect_event(&FREIGHT_TRAIN,
                 &(Event){ .kind = FT_EVENT_FILLED,
                           .seat = 0,
                           .marks = EVENT_DRAWS,
                           .list_count = 2,
                           .list = { FT_ORE, FT_BOX },
                           .fields = { 4 } },
                 "{\"event\":\"filled\",\"seat\":0,\"siding\":4,"
                 "\"cars\":[\"ore\",\"box\"],\"draws\":true}");
    expect_event(&FREIGHT_TRAIN, &(Event){ .kind = FT_EVENT_GAME_ENDED, .seat = NOBODY },
                 "{\"event\":\"game-ended\"}");
    expect_event(&KUHN_POKER,
                 &(Event){ .kind = KUHN_EVENT_DEALT,
                           .seat = 1,
                           .only = seat_bit(1),
                           .marks = EVENT_DRAWS,
                           .fields = { KUHN_KING } },
                 "{\"event\":\"dealt\",\"seat\":1,\"card\":\"king\",\"only\":[1],"
                 "\"draws\":true}");
}

/* laws_of_actions.c: laws of listed actions, their phrases and events, and of refused
 * actions. */
#include "laws/walk.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

LAW(only_seats_of_the_game_wait)
{
    SeatSet strangers = (SeatSet)~seats_all(walk->setup.seats);
    SeatSet waiting = walk->game->waiting(&walk->state);

    CLAIM(walk, (waiting & strangers) == 0, "waiting are %#x", waiting);
    CLAIM(walk, game_is_over(walk->game, &walk->state) == (waiting == 0),
          "over and waiting disagree");
}

LAW(lists_ascend_and_are_empty_for_whoever_does_not_wait)
{
    Action actions[ACTIONS_MAX];

    for (int seat = 0; seat < walk->setup.seats; seat++) {
        int count = walk->game->list(&walk->state, seat, actions);
        int waits = seats_have(walk->game->waiting(&walk->state), seat);
        CLAIM(walk, waits == (count > 0), "seat %d has %d actions", seat, count);
        CLAIM(walk, count <= ACTIONS_MAX, "seat %d has %d actions", seat, count);
        for (int i = 1; i < count; i++)
            CLAIM(walk, actions[i - 1] < actions[i], "%#x before %#x for seat %d",
                  actions[i - 1], actions[i], seat);
    }
}

static int is_in_form(const Walk *walk, const Field *field, int value)
{
    switch (field->form) {
    case FIELD_NAME:
        return value >= 0 && value < field->names->count;
    case FIELD_SEAT:
        return value >= 0 && value < walk->setup.seats;
    case FIELD_PLACE:
        return value >= 0;
    case FIELD_NUMBER:
    case FIELD_SIGNED:
        return 1;
    }
    return 0;
}

static void check_action(Walk *walk, Action action)
{
    int kind = action_kind(action);
    int values[ACTION_FIELDS] = { action_a(action), action_b(action) };
    int is_named = 1;

    CLAIM(walk, kind < walk->game->action_kind_count, "no action is of kind %d", kind);
    for (int i = 0; i < ACTION_FIELDS; i++) {
        const Field *field = &walk->game->action_kinds[kind].fields[i];
        is_named = is_named && field->name != NULL;
        if (is_named)
            CLAIM(walk, is_in_form(walk, field, values[i]), "%s: %d in %#x", field->name,
                  values[i], action);
        else
            CLAIM(walk, values[i] == 0, "an argument without a name in %#x", action);
    }
}

LAW(actions_are_of_the_games_table)
{
    Action actions[ACTIONS_MAX];

    for (int seat = 0; seat < walk->setup.seats; seat++) {
        int count = walk->game->list(&walk->state, seat, actions);
        for (int i = 0; i < count; i++)
            check_action(walk, actions[i]);
    }
}

/* ------------------------------------------------------------------------- */
/* Phrases                                                                   */
/* ------------------------------------------------------------------------- */

static void check_phrase(Walk *walk, const State *view, int seat, Action action)
{
    Phrase phrase;

    phrase_of_action(&phrase, walk->game->action_kinds, seat, action);
    if (walk->game->say != NULL)
        walk->game->say(view, seat, action, &phrase);
    for (int i = 0; i < phrase.count; i++) {
        const Field *field = phrase.arguments[i].field;
        int value = phrase.arguments[i].value;
        CLAIM(walk, value == UNKNOWN || is_in_form(walk, field, value),
              "action %#x says %s is %d", action, field->name, value);
        for (int other = 0; other < i; other++)
            CLAIM(walk, strcmp(field->name, phrase.arguments[other].field->name) != 0,
                  "action %#x says %s twice", action, field->name);
    }
}

LAW(actions_can_be_said_by_whoever_sees_the_table)
{
    Action actions[ACTIONS_MAX];
    State view;

    if (!is_sampled(walk, 3))
        return;
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        int count = walk->game->list(&walk->state, seat, actions);
        for (int viewer = NOBODY; count > 0 && viewer < walk->setup.seats; viewer++) {
            look(walk, &walk->state, viewer, &view);
            for (int i = 0; i < count; i++)
                check_phrase(walk, &view, seat, actions[i]);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Refusals                                                                  */
/* ------------------------------------------------------------------------- */

/* Any number, or an action that is nearly legal. */
static Action garbage(Walk *walk)
{
    Rng *dice = &walk->dice;
    SeatSet waiting = walk->game->waiting(&walk->state);

    if (waiting == 0 || rng_below(dice, 4) == 0)
        return (Action)rng_next(dice);
    int seat = random_waiting_seat(walk->game, &walk->state, dice);
    Action action = random_action(walk, &walk->state, seat, dice);
    switch (rng_below(dice, 4)) {
    case 0:
        return action; /* of any seat */
    case 1:
        return action ^ (Action)1 << rng_below(dice, 32);
    case 2:
        return action_make((int)rng_below(dice, 16), action_a(action), action_b(action));
    default:
        return action_make(action_kind(action), (int)rng_below(dice, 16),
                           (int)rng_below(dice, 16));
    }
}

static void check_refusal(Walk *walk, int seat, Action action)
{
    int is_seat = seat >= 0 && seat < walk->setup.seats;
    int waits = is_seat && seats_have(walk->game->waiting(&walk->state), seat);
    State state = walk->state;
    Events events = { .count = 0 };

    if (waits && is_listed(walk, &walk->state, seat, action))
        return;
    Status status = game_apply(walk->game, &state, seat, action, &events);
    CLAIM(walk, status == (waits ? STATUS_ILLEGAL : STATUS_NOT_WAITING),
          "action %#x of seat %d has status %d", action, seat, (int)status);
    CLAIM(walk, memcmp(&state, &walk->state, sizeof state) == 0,
          "the refused action %#x of seat %d changed the state", action, seat);
    CLAIM(walk, events.count == 0, "the refused action %#x of seat %d has events", action,
          seat);
}

LAW(a_refused_action_changes_nothing)
{
    for (int i = 0; i < 2; i++) {
        int seat = (int)rng_below(&walk->dice, SEATS_MAX + 2) - 1;
        check_refusal(walk, seat, garbage(walk));
        check_refusal(walk, seats_first(walk->game->waiting(&walk->state)), garbage(walk));
    }
}

/* ------------------------------------------------------------------------- */
/* Events                                                                    */
/* ------------------------------------------------------------------------- */

static void check_event_fields(Walk *walk, const Event *event, const EventKind *kind)
{
    for (int i = 0; i < EVENT_FIELDS && kind->fields[i].name != NULL; i++) {
        const Field *field = &kind->fields[i];
        int value = event->fields[i];
        int is_nobody = field->form == FIELD_SEAT && value == NOBODY;
        CLAIM(walk, is_nobody || is_in_form(walk, field, value), "event %s: %s is %d",
              kind->word, field->name, value);
    }
}

static void check_event_list(Walk *walk, const Event *event, const EventKind *kind)
{
    CLAIM(walk, event->list_count <= EVENT_LIST_MAX, "event %s: a list of %d", kind->word,
          event->list_count);
    CLAIM(walk, kind->list.name != NULL || event->list_count == 0,
          "event %s: a list without a name", kind->word);
    for (int i = 0; i < event->list_count; i++)
        CLAIM(walk, is_in_form(walk, &kind->list, event->list[i]), "event %s: %s has %d",
              kind->word, kind->list.name, event->list[i]);
}

static void check_event(Walk *walk, const Event *event)
{
    CLAIM(walk, event->kind < walk->game->event_kind_count, "no event is of kind %d",
          event->kind);
    const EventKind *kind = &walk->game->event_kinds[event->kind];
    CLAIM(walk, event->seat >= NOBODY && event->seat < walk->setup.seats,
          "event %s: of seat %d", kind->word, event->seat);
    CLAIM(walk, (event->only & ~seats_all(walk->setup.seats)) == 0,
          "event %s: only for %#x", kind->word, event->only);
    CLAIM(walk, (event->marks & ~(EVENT_REVEALS | EVENT_DRAWS)) == 0, "event %s: marks %#x",
          kind->word, event->marks);
    check_event_fields(walk, event, kind);
    check_event_list(walk, event, kind);
}

LAW(events_are_of_the_games_table)
{
    if (walk->decisions == 0)
        return;
    for (int i = 0; i < walk->events.count; i++)
        check_event(walk, &walk->events.items[i]);
}

LAW(whether_somebody_listens_changes_nothing)
{
    State state = walk->before;

    if (walk->decisions == 0)
        return;
    walk->game->apply(&state, walk->seat, walk->action, NULL);
    CLAIM(walk, same_state(walk, &state, &walk->state),
          "action %#x does something else without events", walk->action);
}

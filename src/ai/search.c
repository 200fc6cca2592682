/* search.c: the iterations of a search and its report. */
#include "ai/search.h"

#include "ai/tree.h"
#include "ai/utility.h"

#include <assert.h>
#include <string.h>

enum { DEPTH_MAX = 256, PLAYOUT_MAX = 20000 };

#define EXPLORATION 0.7

/* Sums over the iterations that began with one action. */
typedef struct Outcome {
    double win[SEATS_MAX], lead[SEATS_MAX];
} Outcome;

struct Search {
    SearchTask task;
    int seats;
    double exploration;
    long iterations;
    int is_for_others; /* this iteration trains the nodes of opponents: see draw_state */
    Rng rng;
    Tree tree;
    State state;    /* of the iteration */
    SeatSet secret; /* seats that decide simultaneously and in secret */
    Action last;    /* done by last_seat just before, or NO_ACTION */
    int last_seat;
    int depth; /* nodes on the way down */
    NodeId path[DEPTH_MAX];
    Action actions[ACTIONS_MAX];
    NodeId ids[ACTIONS_MAX];
    double weights[ACTIONS_MAX];
    /* Of child i + 1 of the root; set at its first visit, so never cleared. */
    Outcome outcomes[ACTIONS_MAX];
    _Alignas(16) Node nodes[];
};

size_t search_bytes(long nodes)
{
    return sizeof(Search) + (size_t)nodes * sizeof(Node);
}

Search *search_in(void *memory, long nodes)
{
    Search *search = memory;

    memset(search, 0, offsetof(Search, outcomes));
    search->tree.nodes = search->nodes;
    search->tree.room = (uint32_t)nodes;
    return search;
}

/* The number of seats: scores() of a view writes that many values. */
static int count_seats(const SearchTask *task)
{
    enum { NOT_WRITTEN = UNKNOWN - 1 };
    int scores[SEATS_MAX];
    int seats = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++)
        scores[seat] = NOT_WRITTEN;
    task->game->scores(task->view, scores);
    while (seats < SEATS_MAX && scores[seats] != NOT_WRITTEN)
        seats++;
    return seats;
}

void search_begin(Search *search, const SearchTask *task)
{
    const Policy *policy = task->policy;

    search->task = *task;
    search->seats = count_seats(task);
    search->exploration =
        policy != NULL && policy->exploration > 0 ? policy->exploration : EXPLORATION;
    search->iterations = 0;
    rng_seed(&search->rng, task->seed);
    tree_begin(&search->tree, search->nodes, search->tree.room);
}

/* ------------------------------------------------------------------------- */
/* One action                                                                */
/* ------------------------------------------------------------------------- */

static void act(Search *search, int seat, Action action)
{
    search->task.game->apply(&search->state, seat, action, NULL);
    search->secret &= (SeatSet)~seat_bit(seat);
    search->last = action;
    search->last_seat = seat;
}

/* Where several decide at once, the searching seat goes first, knowing nothing
 * of the others' choices. NOBODY: the game is over. */
static int next_seat(Search *search)
{
    SeatSet waiting = search->task.game->waiting(&search->state);

    if (seats_count(waiting) > 1)
        search->secret = waiting;
    return seats_have(waiting, search->task.seat) ? search->task.seat
                                                  : seats_first(waiting);
}

/* One decision, or as many as the policy makes at once; returns how many. */
static int play_quickly(Search *search, int seat)
{
    const Game *game = search->task.game;
    const Policy *policy = search->task.policy;
    int count;

    if (policy != NULL && policy->play != NULL)
        return policy->play(&search->state, seat, &search->rng, NULL);
    count = game->list(&search->state, seat, search->actions);
    game->apply(&search->state, seat,
                search->actions[rng_below(&search->rng, (uint32_t)count)], NULL);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Down the tree                                                             */
/* ------------------------------------------------------------------------- */

static int list_candidates(Search *search, int seat)
{
    const Policy *policy = search->task.policy;
    Action last = seat == search->last_seat ? search->last : (Action)NO_ACTION;
    int count = search->task.game->list(&search->state, seat, search->actions);

    if (count == 1 || policy == NULL || policy->prune == NULL)
        return count;
    return policy->prune(&search->state, seat, last, search->actions, count);
}

/* Priors of new children: their share of the weights of all actions possible now. */
static void give_priors(Search *search, int seat, int count)
{
    const Policy *policy = search->task.policy;
    double sum = 0;

    if (policy != NULL && policy->weigh != NULL) {
        policy->weigh(&search->state, seat, search->actions, count, search->weights);
    } else {
        for (int i = 0; i < count; i++)
            search->weights[i] = 1;
    }
    for (int i = 0; i < count; i++)
        sum += search->weights[i];
    for (int i = 0; i < count; i++) {
        Node *node = &search->tree.nodes[search->ids[i]];
        if (search->ids[i] != NO_NODE && node->prior == 0)
            node->prior = search->weights[i] / sum;
    }
}

static uint32_t who_acts(const Search *search, int seat, const void *state)
{
    const Policy *policy = search->task.policy;
    int has_knowledge = policy != NULL && policy->knows != NULL;

    return tree_who(seat, has_knowledge ? policy->knows(state, seat) : 0);
}

/* Half of the prior goes to the greedy move. */
static void prefer_greedy(Search *search, int count)
{
    const SearchTask *task = &search->task;
    Action actions[ACTIONS_MAX];
    Decision decision = { task->game,   task->view,
                          task->memory, task->seat,
                          actions,      task->game->list(task->view, task->seat, actions) };
    Action greedy = task->policy->choose(&decision, &search->rng);

    for (int i = 0; i < count; i++) {
        Node *node = &search->tree.nodes[search->ids[i]];
        if (search->ids[i] != NO_NODE)
            node->prior = (node->prior + (search->actions[i] == greedy)) / 2;
    }
}

static void give_new_priors(Search *search, NodeId parent, int seat, int count)
{
    const Policy *policy = search->task.policy;

    give_priors(search, seat, count);
    if (parent == TREE_ROOT && search->iterations == 0 && policy != NULL
        && policy->choose != NULL)
        prefer_greedy(search, count);
}

static NodeId choose_child(Search *search, NodeId parent, int seat)
{
    int count = list_candidates(search, seat);

    if (tree_children(&search->tree, parent, who_acts(search, seat, &search->state),
                      search->actions, count, search->ids))
        give_new_priors(search, parent, seat, count);
    return tree_select(&search->tree, search->ids, count, search->exploration);
}

/* Secret choices of others get no node: the tree must not branch on what the searching
 * seat cannot see yet. */
static int chooses_in_secret(const Search *search, int seat)
{
    return seat != search->task.seat && seats_have(search->secret, seat);
}

static int plays_quickly(const Search *search, int seat)
{
    const Policy *policy = search->task.policy;

    return seat != search->task.seat && policy != NULL && policy->others_play_quickly;
}

/* The quick move of another seat, along the nodes of its actions. */
static NodeId follow_quick_move(Search *search, NodeId at, int seat)
{
    uint32_t who = who_acts(search, seat, &search->state);
    Action done[PLAYED_MAX];
    int count = search->task.policy->play(&search->state, seat, &search->rng, done);

    search->last_seat = NOBODY;
    for (int i = 0; i < count; i++) {
        tree_children(&search->tree, at, who, &done[i], 1, &at);
        if (at == NO_NODE || search->depth == DEPTH_MAX)
            return NO_NODE;
        search->path[search->depth++] = at;
    }
    return at;
}

static NodeId try_move(Search *search, NodeId parent, int seat)
{
    NodeId at = choose_child(search, parent, seat);

    if (at != NO_NODE) {
        search->path[search->depth++] = at;
        act(search, seat, search->tree.nodes[at].action);
    }
    return at;
}

static void descend(Search *search)
{
    NodeId at = TREE_ROOT;
    int seat;

    while ((seat = next_seat(search)) != NOBODY && search->depth < DEPTH_MAX) {
        if (chooses_in_secret(search, seat)) {
            play_quickly(search, seat);
            search->secret &= (SeatSet)~seat_bit(seat);
            search->last_seat = NOBODY;
            continue;
        }
        at = plays_quickly(search, seat) ? follow_quick_move(search, at, seat)
                                         : try_move(search, at, seat);
        if (at == NO_NODE || search->tree.nodes[at].visits == 0)
            return;
    }
}

/* ------------------------------------------------------------------------- */
/* Out of the tree                                                           */
/* ------------------------------------------------------------------------- */

static int may_stop(const Search *search, int decisions)
{
    const Policy *policy = search->task.policy;

    return search->task.playouts == SEARCH_CUT && policy != NULL && policy->is_cut != NULL
           && policy->is_cut(search->task.view, &search->state, decisions);
}

static void play_to_end(Search *search, Utility *utility)
{
    const SearchTask *task = &search->task;
    SeatSet waiting;

    for (int n = 0; (waiting = task->game->waiting(&search->state)) != 0;) {
        if (may_stop(search, n)) {
            utility_of_outlook(utility, task->policy, &search->state, search->seats);
            return;
        }
        n += task->policy != NULL && task->policy->play_on != NULL
                 ? task->policy->play_on(&search->state, &search->rng)
                 : play_quickly(search, seats_first(waiting));
    }
    utility_of_end(utility, task->game, task->policy, &search->state, search->seats);
}

/* leaf value = f · prediction + (1 − f) · playout, with f = Policy.leaf_weight. */
static void play_out(Search *search, Utility *utility)
{
    const SearchTask *task = &search->task;
    int may_predict = task->policy != NULL && task->playouts == SEARCH_CUT;
    double part = may_predict ? task->policy->leaf_weight : 0;
    Utility outlook;

    if (part <= 0 || game_is_over(task->game, &search->state)) {
        play_to_end(search, utility);
        return;
    }
    utility_of_outlook(&outlook, task->policy, &search->state, search->seats);
    play_to_end(search, utility);
    for (int seat = 0; seat < search->seats; seat++)
        utility->worth[seat] =
            (1 - part) * utility->worth[seat] + part * outlook.worth[seat];
}

/* ------------------------------------------------------------------------- */
/* Iterations                                                                */
/* ------------------------------------------------------------------------- */

/* The root's actions are the nodes from 1 on: the first iteration adds them all. */
static void add_outcome(Search *search, const Utility *utility)
{
    NodeId first = search->depth > 0 ? search->path[0] : NO_NODE;

    if (first == NO_NODE || first > ACTIONS_MAX)
        return;
    Outcome *outcome = &search->outcomes[first - 1];
    if (search->tree.nodes[first].visits == 0)
        *outcome = (Outcome){ 0 };
    for (int seat = 0; seat < search->seats && !search->is_for_others; seat++) {
        outcome->win[seat] += utility->chance[seat];
        outcome->lead[seat] += utility->lead[seat];
    }
}

static void credit(Search *search, const Utility *utility)
{
    add_outcome(search, utility);
    for (int i = 0; i < search->depth; i++) {
        Node *node = &search->tree.nodes[search->path[i]];
        node->visits++;
        node->sum += utility->worth[tree_seat(node)];
    }
    search->iterations++;
}

/* Draws the searching seat's hand anew, from the view of another seat. */
static void redraw_own_hand(Search *search, int other)
{
    const Game *game = search->task.game;
    State view;

    game->observe(&search->state, other, &view);
    game->determinize(&view, other, &search->rng, &search->state);
}

/* Draws a state consistent with the view. With Policy.knows, every second state has
 * another hand for the searching seat: those iterations train the opponents' nodes, and
 * do not count for the chances of winning. */
static void draw_state(Search *search)
{
    const SearchTask *task = &search->task;
    int others = search->seats - 1;

    task->game->determinize(task->view, task->seat, &search->rng, &search->state);
    if (task->policy != NULL && task->policy->draw_secrets != NULL)
        task->policy->draw_secrets(task->view, task->seat, &search->rng, &search->state);
    search->is_for_others =
        task->policy != NULL && task->policy->knows != NULL && search->iterations % 2 != 0;
    if (!search->is_for_others)
        return;
    int other = (int)rng_below(&search->rng, (uint32_t)others);
    redraw_own_hand(search, other < task->seat ? other : other + 1);
}

void search_iterate(Search *search, long iterations)
{
    for (long i = 0; i < iterations; i++) {
        Utility utility;
        draw_state(search);
        search->depth = 0;
        search->secret = 0;
        search->last_seat = NOBODY;
        descend(search);
        play_out(search, &utility);
        credit(search, &utility);
    }
}

long search_iterations(const Search *search)
{
    return search->iterations;
}

long search_nodes(const Search *search)
{
    return search->tree.count;
}

/* The root's actions follow from the view, so all of them are there after the first
 * iteration, unless the node array was too small. */
int search_is_settled(const Search *search, double visits)
{
    const Node *nodes = search->tree.nodes;
    uint32_t who = who_acts(search, search->task.seat, search->task.view);
    uint32_t most = 0, next = 0;
    int count = 0;

    for (NodeId id = nodes[TREE_ROOT].first; id != NO_NODE; id = nodes[id].next) {
        if (nodes[id].who != who)
            continue;
        count++;
        if (nodes[id].visits > most) {
            next = most;
            most = nodes[id].visits;
        } else if (nodes[id].visits > next) {
            next = nodes[id].visits;
        }
    }
    return count == 1 || (double)(most - next) > visits;
}

/* ------------------------------------------------------------------------- */
/* The report                                                                */
/* ------------------------------------------------------------------------- */

static int find_thought(const Thoughts *thoughts, Action action)
{
    int i = 0;

    while (i < thoughts->count && thoughts->considered[i].action != action)
        i++;
    return i;
}

static void swap_considered(Considered *one, Considered *other)
{
    Considered kept = *one;

    *one = *other;
    *other = kept;
}

static const Outcome *outcome_of(const Search *search, NodeId id)
{
    static const Outcome NONE;

    return id <= ACTIONS_MAX && search->tree.nodes[id].visits > 0
               ? &search->outcomes[id - 1]
               : &NONE;
}

static void add_to(Considered *considered, const Search *search, NodeId id)
{
    const Outcome *outcome = outcome_of(search, id);

    considered->visits += search->tree.nodes[id].visits;
    considered->value += search->tree.nodes[id].sum;
    for (int seat = 0; seat < search->seats; seat++) {
        considered->win[seat] += outcome->win[seat];
        considered->lead[seat] += outcome->lead[seat];
    }
}

/* Values, wins and leads are sums until all searches are added. Actions beyond
 * THOUGHTS_MAX are dropped: they have hardly any visits. */
static void add_node_to(Thoughts *thoughts, const Search *search, NodeId id)
{
    const Node *node = &search->tree.nodes[id];
    Considered *considered = thoughts->considered;
    int i = find_thought(thoughts, node->action);

    if (i == THOUGHTS_MAX) {
        i--;
        if (considered[i].visits >= (long)node->visits)
            return;
        thoughts->count = i;
    }
    if (i == thoughts->count)
        considered[thoughts->count++] = (Considered){ .action = node->action };
    add_to(&considered[i], search, id);
    for (; i > 0 && considered[i].visits > considered[i - 1].visits; i--)
        swap_considered(&considered[i], &considered[i - 1]);
}

static void add_search(Thoughts *thoughts, const Search *search)
{
    const Node *nodes = search->tree.nodes;

    uint32_t who = who_acts(search, search->task.seat, search->task.view);

    for (NodeId id = nodes[TREE_ROOT].first; id != NO_NODE; id = nodes[id].next) {
        if (nodes[id].who == who)
            add_node_to(thoughts, search, id);
    }
    thoughts->iterations += search->iterations;
}

/* The wins of all seats add up to the number of iterations. */
static void make_means(Considered *considered)
{
    double iterations = 0;

    if (considered->visits > 0)
        considered->value /= (double)considered->visits;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        iterations += considered->win[seat];
    for (int seat = 0; seat < SEATS_MAX && iterations > 0; seat++) {
        considered->win[seat] /= iterations;
        considered->lead[seat] /= iterations;
    }
}

/* From one of the searches: their trees are alike. */
static void report_plan(Thoughts *thoughts, const Search *search)
{
    const Node *nodes = search->tree.nodes;
    uint32_t who = who_acts(search, search->task.seat, search->task.view);
    NodeId id = nodes[TREE_ROOT].first;

    while (id != NO_NODE
           && (nodes[id].who != who || nodes[id].action != thoughts->considered[0].action))
        id = nodes[id].next;
    if (id == NO_NODE)
        return;
    thoughts->plan_count = tree_plan(&search->tree, id, thoughts->plan, PLAN_MAX);
    thoughts->reason.rival = tree_rival(&search->tree, id);
}

void search_report(const Search *const *searches, int count, Thoughts *thoughts)
{
    *thoughts = (Thoughts){ .reason = { .rival = NOBODY } };
    for (int i = 0; i < count; i++)
        add_search(thoughts, searches[i]);
    for (int i = 0; i < thoughts->count; i++)
        make_means(&thoughts->considered[i]);
    if (searches[0]->task.is_explained)
        report_plan(thoughts, searches[0]);
    memcpy(thoughts->win, thoughts->considered[0].win, sizeof thoughts->win);
    memcpy(thoughts->lead, thoughts->considered[0].lead, sizeof thoughts->lead);
}

// check/sample/sample_delay.c: an explorer's schedule, with some delays.
//
// Each worker has its own explorer, in which machines are identified by the walk's numbers. Its
// interned states are discarded from time to time: other samples do not need them. A walk that
// begins at the frontier of ses uses the explorer of ses.

#include "check/sample/sample_delay.h"

#include <stdlib.h>

#include "base/memory.h"
#include "check/sample/sample_lead.h"

const Point point_default = {.label = LABEL_DEFAULT, .choice = CHOICE_NONE};

static Orders *orders_of(const Walk *w, uint32_t *worker)
{
    *worker = w->walk_orders ? 0 : w->worker->index;
    return w->walk_orders ? w->walk_orders : w->search->orders;
}

static bool fail(Walk *w)
{
    search_stop(w->search, LIMIT_EXPLORER);
    w->end = WALK_STOPPED;
    return false;
}

bool delay_begin(Walk *w, uint64_t seed, uint32_t *explorer_state)
{
    if (!orders_begin(w->walk_orders, w->search->test, seed, explorer_state))
        return fail(w);
    return !w->search->lead || lead_follow(w, explorer_state);
}

// ---------------------------------------------------------------------------------- orders

static uint32_t id_of(const Walk *w, uint32_t path, uint32_t created)
{
    if (w->is_by_path || path == 0)
        return path;
    if (path == created)
        return w->known_count;  // the number that the new machine will get
    return path < w->number_capacity ? w->numbers[path] : 0;
}

static bool find_order(Walk *w, uint32_t explorer_state, Order *order)
{
    uint32_t count = 0, worker;
    Orders *orders = orders_of(w, &worker);
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1))
        w->ids[count++] = w->is_by_path ? walk_known(w, p)->path : w->places[p].number;
    // Direct walks have no print, and follow no explorer that needs it.
    uint64_t print = w->is_direct ? w->depth : w->state.print;
    if (!orders_order(orders, worker, explorer_state, print, w->ids, count, order))
        return fail(w);
    return true;
}

static uint32_t place_of(const Walk *w, uint32_t id)
{
    assert(w->is_by_path || (id > 0 && id < w->known_count));
    if (w->is_direct)
        return w->place_at[w->is_by_path ? w->numbers[id] : id];
    uint32_t path = w->is_by_path ? id : w->known[id].path;
    uint32_t at = engine_at(w->stepper, &w->state, path);
    assert(at > 0);
    return w->place_at[at];
}

// The explorer's state after a step with these events; their paths become numbers.
static bool step_order(Walk *w, uint32_t from_state, StepEvent *events, uint32_t count,
                       uint32_t *explorer_state)
{
    uint32_t worker;
    Orders *orders = orders_of(w, &worker);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t created = events[i].kind == EVENT_CREATED ? events[i].other : 0;
        events[i].machine = id_of(w, events[i].machine, 0);
        events[i].other = id_of(w, events[i].other, created);
    }
    if (!orders_step(orders, worker, from_state, events, count, explorer_state))
        return fail(w);
    return true;
}

static bool follow_edge(Walk *w, uint32_t from_state, const Edge *e, uint32_t *explorer_state)
{
    uint32_t count;
    StepEvent *events = engine_events(w->stepper, &w->state, e, &count);
    return step_order(w, from_state, events, count, explorer_state);
}

bool delay_note(Walk *w, uint32_t number, const Edge *e, uint32_t *explorer_state)
{
    Order order;
    uint32_t from_state = *explorer_state;
    if (!find_order(w, *explorer_state, &order))
        return false;
    for (uint32_t i = 0; i < order.count; i++)
        if (order.items[i].path == number)
            from_state = order.items[i].from_state;
    return follow_edge(w, from_state, e, explorer_state);
}

bool delay_tell(Walk *w, const State *to, StepChange change, uint32_t *explorer_state)
{
    uint32_t worker, sender = change_sender(change), target = change_target(change);
    Orders *orders = orders_of(w, &worker);
    assert(w->is_by_path);
    OrderChange told =
        orders_change_of(w->stepper, to, change, engine_is_enabled(w->stepper, to, sender),
                         target && engine_is_enabled(w->stepper, to, target));
    return orders_change(orders, worker, *explorer_state, &told, explorer_state) || fail(w);
}

// --------------------------------------------------------------------------------- choices

typedef struct Choices {
    const uint32_t *list;
    uint32_t count;
} Choices;

static Choices choices_of(Walk *w, const Edge *e)
{
    Choices c;
    engine_moves(w->stepper, e, &c.list, &c.count);
    return c;
}

static bool is_alike(const Choices *a, const Choices *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a->list[i] != b->list[i])
            return false;
    return true;
}

// The first edge with the next alternative of that choice and the same earlier choices; `count`
// when there is none. Edges are in the order of their choices.
static uint32_t next_alternative(Walk *w, const Edge *edges, uint32_t count, uint32_t label,
                                 uint32_t choice, bool is_paper)
{
    Choices mine = choices_of(w, &edges[label]);
    assert(label < count && choice < mine.count);
    for (uint32_t i = label + 1; i < count; i++) {
        Choices other = choices_of(w, &edges[i]);
        if (other.count <= choice || !is_alike(&mine, &other, choice))
            break;
        if (other.list[choice] != mine.list[choice])
            return i;
    }
    if (!is_paper)
        return count;
    uint32_t first = label;
    for (uint32_t i = label; i-- > 0;) {
        Choices other = choices_of(w, &edges[i]);
        if (other.count <= choice || !is_alike(&mine, &other, choice))
            break;
        first = i;
    }
    return first == label ? count : first;
}

// ---------------------------------------------------------------------------------- points

// Counts an eligible point; a delay there would lead to `delayed`. True: make the delay.
static bool meets(Walk *w, DelayRun *r, Point delayed)
{
    r->points++;
    if (r->keeps_point && rng_below(&w->rng, r->points) == 0) {
        walk_save(w, &w->moment);
        r->has_kept = true;
        r->kept = delayed;
        r->kept_explorer_state = r->explorer_state;
    }
    if (r->way_done == r->way_count)
        return false;
    if (r->passed < r->way[r->way_done]) {
        r->passed++;
        return false;
    }
    assert(r->way_done < r->way_count);
    r->passed = 0;
    r->way_done++;
    w->delays++;
    return true;
}

// Decides which machine runs: the one at the point's position, or a later one after delays.
static void settle_machine(Walk *w, DelayRun *r, const Order *order, Point *now)
{
    for (;;) {
        Point next = point_default;
        next.position = now->position + 1;
        if (r->is_paper)
            next.position %= order->count;
        else if (order->is_sealed || next.position >= order->count)
            return;
        if (!meets(w, r, next))
            return;
        *now = next;
    }
}

// Decides what the machine chooses.
static const Edge *settle_choices(Walk *w, DelayRun *r, const Edge *edges, uint32_t count,
                                  const Point *now)
{
    uint32_t label = now->label == LABEL_DEFAULT ? 0 : now->label;
    assert(label < count);  // the saved point has the same edges again
    uint32_t choice = now->choice == CHOICE_NONE ? 0 : now->choice;
    if (count == 1 || r->draws_choices)
        return &edges[label];
    for (; choice < choices_of(w, &edges[label]).count; choice++)
        for (;;) {
            uint32_t next = next_alternative(w, edges, count, label, choice, r->is_paper);
            Point delayed = {.position = now->position, .label = next, .choice = choice};
            if (next == count || !meets(w, r, delayed))
                break;
            label = next;
        }
    return &edges[label];
}

// ----------------------------------------------------------------------------------- steps

// A machine that is to run, and how.
typedef struct Turning {
    Walk *walk;
    DelayRun *run;
    const Point *now;
    uint32_t place;
    uint32_t from_state;  // the explorer's state
    uint32_t choice;      // in a direct walk: choices made so far
    bool is_given;        // in a direct walk: the next choices are those in Walk.given
} Turning;

static bool step_cached(Turning *t)
{
    Walk *w = t->walk;
    DelayRun *r = t->run;
    uint32_t count = 1;
    const Edge *e;
    if (r->draws_choices && t->now->label == LABEL_DEFAULT) {
        e = walk_draw(w, t->place, &r->choices);
    } else {
        const Edge *edges = walk_edges(w, t->place, &count);
        e = count ? settle_choices(w, r, edges, count, t->now) : NULL;
    }
    if (!e)
        return walk_end(w, WALK_STOPPED);
    if (edge_kind(e) == EDGE_STATE && !follow_edge(w, t->from_state, e, &r->explorer_state))
        return false;
    return walk_take(w, t->place, e);
}

// The alternative with which the choice begins: the first one, or that of the point.
static uint32_t first_alternative(Turning *t)
{
    const Point *now = t->now;
    if (now->choice == t->choice)
        return now->value;
    bool is_given = t->is_given && t->choice < t->walk->given_count;
    return is_given ? t->walk->given[t->choice] : 0;
}

// As settle_choices, for one choice. When the run begins at a choice, that is the first one which
// is asked for, and those before it are made.
static uint32_t choose(void *context, const uint32_t *values, uint32_t count)
{
    Turning *t = context;
    const Point *now = t->now;
    uint32_t chosen = first_alternative(t);
    (void)values;
    while (!t->run->draws_choices) {
        uint32_t next = chosen + 1;
        if (t->run->is_paper)
            next %= count;
        Point delayed = {.position = now->position, .choice = t->choice, .value = next};
        if (next >= count || next == chosen || !meets(t->walk, t->run, delayed))
            break;
        chosen = next;
        t->is_given = false;
    }
    t->choice++;
    return chosen;
}

static bool step_directly(Turning *t)
{
    Walk *w = t->walk;
    DelayRun *r = t->run;
    DirectChooser by = {choose, t};
    uint32_t count;
    t->choice = t->now->choice == CHOICE_NONE ? 0 : t->now->choice;
    t->is_given = t->now->choice == CHOICE_NONE && t->now->label != LABEL_DEFAULT;
    bool is_random = r->draws_choices && !t->is_given;
    if (!direct_walk_make(w, t->place, is_random ? &r->choices : NULL, &by))
        return false;
    if (w->step.kind == EDGE_STATE) {
        StepEvent *events =
            direct_events(w->direct, w->places[t->place].number, &w->step, &count);
        if (!step_order(w, t->from_state, events, count, &r->explorer_state))
            return false;
    }
    return direct_walk_note(w, t->place);
}

// ------------------------------------------------------------------------------------ runs

static void set_mark(Walk *w, DelayRun *r)
{
    r->mark_explorer_state = r->explorer_state;
    r->mark_outline = w->is_direct ? direct_outline(w->direct) : 0;
    r->mark_print = w->is_direct ? direct_print(w->direct) : w->state.print;
}

// Most states that differ have different outlines, which cost less than prints.
static bool is_at_mark(Walk *w, const DelayRun *r)
{
    if (r->explorer_state != r->mark_explorer_state)
        return false;
    if (!w->is_direct)
        return w->state.print == r->mark_print;
    return direct_outline(w->direct) == r->mark_outline &&
           direct_print(w->direct) == r->mark_print;
}

// When choices are not random and no delay is left, the next step depends only on the state and
// the explorer's state. So when both occur again, the run is a cycle. The mark is set again
// after one step, then two, four ... (R. Brent: An Improved Monte Carlo Factorization
// Algorithm, BIT 1980).
static bool is_around(Walk *w, DelayRun *r)
{
    if (!r->ends_around || r->draws_choices || r->way_done < r->way_count)
        return false;
    if (r->mark_steps && is_at_mark(w, r))
        return true;
    if (r->mark_left == 0) {
        r->mark_steps = r->mark_steps ? r->mark_steps * 2 : 1;
        r->mark_left = r->mark_steps;
        set_mark(w, r);
    }
    r->mark_left--;
    return false;
}

static bool make_step(Walk *w, DelayRun *r, const Order *order, Point *now)
{
    w->sealed += order->is_sealed && order->count > 1 && !r->is_paper;
    if (now->choice == CHOICE_NONE)
        settle_machine(w, r, order, now);
    assert(now->position < order->count);
    const OrderItem *item = &order->items[now->position];
    Turning t = {.walk = w,
                 .run = r,
                 .now = now,
                 .place = place_of(w, item->path),
                 .from_state = item->from_state};
    return w->is_direct ? step_directly(&t) : step_cached(&t);
}

void delay_run(Walk *w, DelayRun *r)
{
    Point now = r->first;
    Order order;

    r->mark_left = r->mark_steps = 0;
    // Of its own: how many numbers a step takes that makes no state is not known.
    if (r->draws_choices)
        r->choices = rng_split(&w->rng);
    for (; walk_goes_on(w) && find_order(w, r->explorer_state, &order); now = point_default) {
        // A run that begins at a choice is in the middle of a step, and not in a state.
        if (now.choice == CHOICE_NONE && is_around(w, r)) {
            walk_end(w, WALK_AROUND);
            return;
        }
        if (!make_step(w, r, &order, &now))
            return;
    }
}

// ------------------------------------------------------------------------- at the frontier

// Counts the edges that cost `wanted`.
typedef struct Costs {
    uint64_t wanted;
    uint64_t found;
    bool has_more;
} Costs;

static uint64_t choice_cost(const Search *s, const Edge *e)
{
    if (s->options.choice_cost != CHOICE_DELAY)
        return 0;
    return s->options.delay_cost == DELAY_UNIT ? edge_choices_off_first(e) : edge_cost(e);
}

// Notes what the first step chooses, for a direct walk.
static void give(Walk *w, const Edge *e)
{
    Choices c = choices_of(w, e);
    MEMORY_GROW(w->given, c.count, w->given_capacity);
    for (uint32_t i = 0; i < c.count; i++)
        w->given[i] = c.list[i];
    w->given_count = c.count;
}

static void count_costs(Walk *w, const Order *order, Costs *c, uint64_t number, Point *first)
{
    const SearchOptions *o = &w->search->options;
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t count;
        uint64_t position = o->delay_cost == DELAY_UNIT ? i > 0 : i;
        if (position > c->wanted) {
            c->has_more = true;
            return;
        }
        const Edge *edges = walk_edges(w, place_of(w, order->items[i].path), &count);
        for (uint32_t j = 0; j < count; j++) {
            uint64_t cost = position + choice_cost(w->search, &edges[j]);
            c->has_more |= cost > c->wanted;
            if (cost != c->wanted || c->found++ != number)
                continue;
            *first = (Point){.position = i, .label = j, .choice = CHOICE_NONE};
            give(w, &edges[j]);
        }
    }
}

bool delay_draw_first(Walk *w, uint32_t explorer_state, uint64_t cost, Point *first,
                      uint32_t *among)
{
    Order order;
    if (w->ready_count == 0 || !find_order(w, explorer_state, &order))
        return false;
    if (order.is_sealed)
        order.count = 1;
    for (;; cost++) {
        Costs all = {.wanted = cost}, one = {.wanted = cost};
        count_costs(w, &order, &all, UINT64_MAX, first);
        *among = (uint32_t)all.found;
        if (all.found > 0) {
            count_costs(w, &order, &one, rng_below(&w->rng, all.found), first);
            return true;
        }
        if (!all.has_more)
            return false;
    }
}

// check/shrink/shrink_jump.c: short cuts.
//
// A breadth-first search from a stop of the best route, as far as there is room, for the
// failure itself or a later stop of the route. If the path found is shorter than the route
// between the two, it replaces it. From the first stop, with enough room, this is a search for
// a shortest path. From other stops it removes detours whose steps each need the one before,
// which removing single parts cannot.

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "check/shrink/shrink_impl.h"

enum { HEAD = 4 };  // words before those of a state in a layer: node, count, print

typedef struct Node {
    uint32_t parent;
    uint32_t machine, label;  // the step that led here
} Node;

// The states of one depth, one after the other.
typedef struct Layer {
    uint32_t *words;
    uint64_t count, capacity;
} Layer;

typedef struct Jump {
    Shrink *shrink;
    uint32_t from;
    uint32_t depth;  // of the states that are expanded
    Node *nodes;
    uint32_t node_count, node_max;
    uint64_t node_capacity;
    uint64_t *prints;  // of the nodes, by hash; 0 is free
    uint64_t print_mask;
    Layer layer, next;
    uint64_t layer_max;  // words in one layer, at most
    bool is_narrow;
    WantedStep *allowed;  // narrow: the allowed steps
    uint32_t allowed_count;
    bool is_cut;                // states were left out for lack of room
    uint32_t total;             // steps of the whole route with the best path so far
    uint32_t end;               // last node of that path
    uint32_t to;                // the stop where it meets the route, or STOP_NONE: then
    uint32_t last, last_label;  // the step that fails; 0: none
} Jump;

// ---------------------------------------------------------------------------------- nodes

// False when it was seen already.
static bool remember(Jump *j, uint64_t print)
{
    uint64_t place = map_mix(print) & j->print_mask, key = print ? print : 1;
    assert(j->node_count <= j->print_mask);  // a free slot ends every look-up
    while (j->prints[place]) {
        if (j->prints[place] == key)
            return false;
        place = (place + 1) & j->print_mask;
    }
    j->prints[place] = key;
    return true;
}

static uint32_t add_node(Jump *j, uint32_t parent, uint32_t machine, uint32_t label)
{
    j->nodes = shrink_room(j->nodes, j->node_count + 1ull, sizeof *j->nodes, &j->node_capacity);
    j->nodes[j->node_count] = (Node){parent, machine, label};
    return j->node_count++;
}

// Adds a state to the next layer; returns the memory for its words.
static uint32_t *add_state(Jump *j, uint32_t node, uint64_t print, uint32_t count)
{
    Layer *l = &j->next;
    l->words = shrink_room(l->words, l->count + HEAD + count, sizeof *l->words, &l->capacity);
    uint32_t *at = l->words + l->count;
    at[0] = node;
    at[1] = count;
    memcpy(at + 2, &print, sizeof print);
    l->count += HEAD + count;
    return at + HEAD;
}

static State state_at(const Layer *l, uint64_t at, uint32_t *node)
{
    assert(at + HEAD <= l->count);
    State s = {.count = l->words[at + 1], .words = l->words + at + HEAD};
    assert(at + HEAD + s.count <= l->count);
    memcpy(&s.print, l->words + at + 2, sizeof s.print);
    *node = l->words[at];
    return s;
}

// ---------------------------------------------------------------------------------- search

static void found(Jump *j, uint32_t total, uint32_t end, uint32_t to, uint32_t last, uint32_t label)
{
    if (total >= j->total)
        return;
    assert(end < j->node_count && (to == STOP_NONE || last == 0));
    j->total = total;
    j->end = end;
    j->to = to;
    j->last = last;
    j->last_label = label;
}

static void take_edge(Jump *j, const State *from, uint32_t node, uint32_t machine, const Edge *e)
{
    Shrink *s = j->shrink;
    if (edge_kind(e) == EDGE_BUG && !s->is_end && shrink_is_same(edge_bug(e), &s->bug))
        found(j, j->from + j->depth + 1, node, STOP_NONE, machine, e->label);
    if (edge_kind(e) != EDGE_STATE)
        return;
    if (j->node_count >= j->node_max || j->next.count > j->layer_max) {
        j->is_cut = true;
        return;
    }
    if (!remember(j, e->print))
        return;
    s->work++;
    uint32_t child = add_node(j, node, machine, e->label), stop = route_find(s, e->print);
    if (stop != STOP_NONE)
        found(j, j->from + j->depth + 1 + (s->best.count - stop), child, stop, 0, 0);
    State to = {.words = add_state(j, child, e->print, edge_count(from, e))};
    engine_apply(s->stepper, from, e, &to);
}

static bool is_chosen(const Shrink *s, const WantedStep *w, const uint32_t *choices, uint32_t count)
{
    return w->choice_count == count && (count == 0 || memcmp(s->choices + w->first_choice, choices,
                                                             count * sizeof *choices) == 0);
}

// Whether the machine may step (edge NULL), or take this edge. The edge with label 0 is always
// allowed.
static bool is_allowed(const Jump *j, uint32_t machine, const Edge *edge)
{
    const Shrink *s = j->shrink;
    const uint32_t *choices = NULL;
    uint32_t count = 0;

    if (!j->is_narrow)
        return true;
    if (edge && edge->label == 0)
        return true;
    if (edge)
        engine_moves(s->stepper, edge, &choices, &count);
    for (uint32_t i = 0; i < j->allowed_count; i++) {
        const WantedStep *w = &j->allowed[i];
        if (w->machine == machine && (!edge || is_chosen(s, w, choices, count)))
            return true;
    }
    return false;
}

static void expand(Jump *j, const State *state, uint32_t node)
{
    Shrink *s = j->shrink;
    uint32_t machines = engine_machines(s->stepper, state);
    bool is_quiet = true;
    Bug bug;

    for (uint32_t at = 1; at <= machines; at++) {
        if (!engine_is_enabled(s->stepper, state, at))
            continue;
        is_quiet = false;
        uint32_t machine = engine_path(s->stepper, state, at);
        if (!is_allowed(j, machine, NULL))
            continue;
        engine_renew(s->stepper);
        uint32_t count = engine_expand(s->stepper, state, at);
        s->work += 1 + count / EDGES_FREE;
        for (uint32_t i = 0; i < count; i++)
            if (is_allowed(j, machine, &engine_edges(s->stepper)[i]))
                take_edge(j, state, node, machine, &engine_edges(s->stepper)[i]);
    }
    if (is_quiet && s->is_end && engine_ends_badly(s->stepper, state, &bug) &&
        shrink_is_same(&bug, &s->bug))
        found(j, j->from + j->depth, node, STOP_NONE, 0, 0);
}

// Expands all states of one depth. False when going on is useless.
static bool search_layer(Jump *j)
{
    // A failing step is at least one more step; a failing end needs none.
    uint32_t least = j->from + j->depth + (j->shrink->is_end ? 0 : 1);
    Layer layer = j->next;

    j->next = j->layer;
    j->next.count = 0;
    j->layer = layer;
    if (layer.count == 0 || least >= j->total)
        return false;
    for (uint64_t at = 0; at < layer.count;) {
        uint32_t node;
        State state = state_at(&layer, at, &node);
        if (shrink_ends(j->shrink) || engine_known(j->shrink->engine) > 2 * j->shrink->memory) {
            j->is_cut = true;
            return false;
        }
        expand(j, &state, node);
        at += HEAD + state.count;
    }
    j->depth++;
    return !(j->is_cut && j->node_count >= j->node_max);
}

// ------------------------------------------------------------------------------- the result

static bool walk(Jump *j, uint32_t machine, uint32_t label)
{
    Shrink *s = j->shrink;
    uint32_t count = trial_expand(s, machine);
    const Edge *edges = engine_edges(s->stepper);
    bool unused;
    for (uint32_t i = 0; i < count; i++)
        if (edges[i].label == label)
            return trial_step(s, machine, &edges[i], &unused);
    return false;
}

static bool take_way(Jump *j)
{
    uint32_t *way = malloc((j->depth + 2ull) * sizeof *way), count = 0;
    if (!way)
        die_out_of_memory((j->depth + 2ull) * sizeof *way);
    for (uint32_t node = j->end; node != 0; node = j->nodes[node].parent) {
        assert(node < j->node_count && j->nodes[node].parent < node && count < j->depth + 2);
        way[count++] = node;
    }
    trial_begin(j->shrink, j->from);
    bool ok = true;
    while (ok && count > 0) {
        const Node *n = &j->nodes[way[--count]];
        ok = walk(j, n->machine, n->label);
    }
    if (ok && j->last)
        ok = walk(j, j->last, j->last_label);
    free(way);
    j->shrink->trial_to = j->to;
    return ok && trial_take(j->shrink);
}

static bool is_alike(const Shrink *s, const WantedStep *a, const WantedStep *b)
{
    return a->machine == b->machine &&
           is_chosen(s, a, s->choices + b->first_choice, b->choice_count);
}

// Fills `allowed` with the distinct steps of the rest of the route.
static void allow_steps(Jump *j)
{
    const Route *r = &j->shrink->best;
    j->is_narrow = true;
    j->allowed = malloc((r->count + 1ull) * sizeof *j->allowed);
    if (!j->allowed)
        die_out_of_memory((r->count + 1ull) * sizeof *j->allowed);
    for (uint32_t i = j->from; i < r->count; i++) {
        uint32_t k = 0;
        while (k < j->allowed_count && !is_alike(j->shrink, &j->allowed[k], &r->steps[i]))
            k++;
        if (k == j->allowed_count)
            j->allowed[j->allowed_count++] = r->steps[i];
    }
}

bool jump(Shrink *s, uint32_t from, uint32_t nodes_max, bool is_narrow, bool *is_exhaustive)
{
    route_refresh(s);
    State first = route_state(&s->best, from);
    Jump j = {.shrink = s, .from = from, .total = s->best.count};
    uint64_t size = 1024, room = s->memory / (sizeof *j.nodes + 4 * sizeof *j.prints);

    j.node_max = nodes_max < room ? nodes_max : (uint32_t)room;
    j.layer_max = s->memory / sizeof *j.next.words / 4;

    while (size < 2ull * j.node_max)
        size *= 2;
    j.prints = memory_zeroed(size, sizeof *j.prints);
    j.print_mask = size - 1;
    if (is_narrow)
        allow_steps(&j);
    remember(&j, first.print);
    memcpy(add_state(&j, add_node(&j, 0, 0, 0), first.print, first.count), first.words,
           first.count * sizeof *first.words);
    while (search_layer(&j))
        ;
    *is_exhaustive = !j.is_cut;
    bool is_shorter = j.total < s->best.count && take_way(&j);
    free(j.allowed);
    free(j.prints);
    free(j.nodes);
    free(j.layer.words);
    free(j.next.words);
    return is_shorter;
}

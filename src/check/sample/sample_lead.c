// check/sample/sample_lead.c: the moves with which every sample of a search begins.

#include "check/sample/sample_lead.h"

#include "check/sample/sample_delay.h"

// Where the walk is in its lead. In a move with very many choices the engine stops in between.
typedef struct Reading {
    const Lead *lead;
    uint32_t next;  // move
    uint32_t used;  // of its choices
} Reading;

static bool fail(Walk *w)
{
    w->search->lead->has_failed = true;
    return walk_end(w, WALK_STOPPED);
}

// The number of moves from the next one on that are of the same machine, at most so many.
static uint32_t count_moves(const Reading *r, uint32_t most)
{
    const Schedule *s = &r->lead->moves;
    uint32_t count = 0;
    while (count < most && r->next + count < s->turn_count &&
           s->turns[r->next + count].machine == s->turns[r->next].machine)
        count++;
    return count;
}

// The choices of the lead that belong to the next moves.
static const uint32_t *choices_left(const Reading *r, uint32_t moves, uint32_t *count)
{
    const Schedule *s = &r->lead->moves;
    const Turn *first = &s->turns[r->next], *last = &s->turns[r->next + moves - 1];
    *count = last->first_choice + last->choice_count - first->first_choice - r->used;
    return s->choices + first->first_choice + r->used;
}

// In the lead a fault has the numbers of machines, in an edge their paths.
static bool is_choice(const Walk *w, const Edge *e, const uint32_t *choices, uint32_t i,
                      uint32_t wanted)
{
    bool is_path = edge_is_fault(e) && i > 0;
    return wanted == (is_path ? w->numbers[choices[i]] : choices[i]);
}

typedef enum Fit {
    FIT_NONE,
    FIT_WHOLE,  // the edge makes the next moves
    FIT_PART,   // it stops at a choice, in the middle of the last of them
    FIT_MORE,   // the lead ends at a choice that the edge makes
} Fit;

static Fit fit(Walk *w, const Reading *r, const Edge *e)
{
    const uint32_t *made, *wanted;
    uint32_t made_count, wanted_count, moves = engine_moves(w->stepper, e, &made, &made_count);
    uint32_t count = count_moves(r, moves);
    bool is_end = r->lead->is_open && r->next + count == r->lead->moves.turn_count;
    if (count < moves && !is_end)
        return FIT_NONE;
    wanted = choices_left(r, count, &wanted_count);
    for (uint32_t i = 0; i < made_count && i < wanted_count; i++)
        if (!is_choice(w, e, made, i, wanted[i]))
            return FIT_NONE;
    if (made_count > wanted_count)
        return is_end ? FIT_MORE : FIT_NONE;
    if (count < moves)
        return FIT_NONE;
    return made_count < wanted_count ? FIT_PART : FIT_WHOLE;
}

static void advance(Walk *w, Reading *r, const Edge *e, Fit how)
{
    const Schedule *s = &r->lead->moves;
    const uint32_t *made;
    uint32_t count, moves = engine_moves(w->stepper, e, &made, &count);
    if (how == FIT_MORE) {
        r->next = s->turn_count;
        return;
    }
    uint32_t at = s->turns[r->next].first_choice + r->used + count;
    r->next += how == FIT_PART ? moves - 1 : moves;
    r->used = how == FIT_PART ? at - s->turns[r->next].first_choice : 0;
}

// The edge with which the lead goes on; where the lead has left a choice open, a random one, or
// for an explorer the first.
static const Edge *find(Walk *w, Reading *r, const Edge *edges, uint32_t count, bool is_first)
{
    const Edge *found = NULL;
    uint32_t open = 0, known;
    Fit how = FIT_NONE;
    for (uint32_t i = 0; i < count; i++) {
        Fit one = fit(w, r, &edges[i]);
        if (one == FIT_NONE)
            continue;
        if (!found) {
            found = &edges[i];
            how = one;
        }
        open++;  // edges are in the order of their choices
    }
    if (how == FIT_MORE && !is_first) {
        choices_left(r, count_moves(r, UINT32_MAX), &known);
        found = walk_draw_rest(w, &w->rng, found, open, known);
    }
    if (found)
        advance(w, r, found, how);
    return found;
}

static uint32_t place_of(const Walk *w, uint32_t number)
{
    uint32_t place = 0;
    while (place < w->machines && w->places[place].number != number)
        place++;
    return place < w->machines && walk_is_ready(w, place) ? place : w->machines;
}

bool lead_follow(Walk *w, uint32_t *explorer_state)
{
    Reading r = {.lead = w->search->lead};
    w->lead_steps = 0;
    while (r.lead && r.next < r.lead->moves.turn_count) {
        uint32_t number = r.lead->moves.turns[r.next].machine, count = 0;
        uint32_t place = place_of(w, number);
        const Edge *edges = place < w->machines ? walk_edges(w, place, &count) : NULL;
        const Edge *e = edges ? find(w, &r, edges, count, explorer_state) : NULL;
        if (!e)
            return fail(w);
        if (explorer_state && edge_kind(e) == EDGE_STATE &&
            !delay_note(w, number, e, explorer_state))
            return false;
        if (!walk_take(w, place, e))
            return false;
        w->lead_steps++;
    }
    return true;
}

static void add_faults(Walk *w, uint32_t place, Schedule *faults)
{
    uint32_t count, choice_count;
    const uint32_t *choices;
    const Edge *edges = walk_edges(w, place, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t moves = engine_moves(w->stepper, &edges[i], &choices, &choice_count);
        schedule_add(faults, w->places[place].number, moves, choices, choice_count);
        schedule_number(faults, w->numbers);
    }
}

void lead_faults(Walk *w, Schedule *faults)
{
    const Network *network = w->search->options.network;
    if (!network || !network_has_faults(network))
        return;
    uint32_t path = engine_find_faults(stepper_engine(w->stepper));
    for (uint32_t p = walk_next_ready(w, 0); p < w->machines; p = walk_next_ready(w, p + 1))
        if (walk_known(w, p)->path == path)
            add_faults(w, p, faults);
}

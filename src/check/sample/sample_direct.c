// check/sample/sample_direct.c: the steps of a walk that executes machines in place.
//
// The machines of the state are at places in the order of their numbers, or of their paths. A new
// machine has the largest number, so it gets the last place. A machine that has halted keeps its
// place for a while, and is not ready there.

#include <string.h>

#include "base/memory.h"
#include "check/sample/sample_loop.h"

static void look_at(Walk *w, uint32_t number)
{
    w->known[number].is_looked_at = false;
    walk_set_ready(w, w->place_at[number], direct_is_enabled(w->direct, number));
}

static void swap_places(Walk *w, uint32_t one, uint32_t other)
{
    Stand place = w->places[one];
    bool is_ready = walk_is_ready(w, one);
    walk_set_ready(w, one, walk_is_ready(w, other));
    walk_set_ready(w, other, is_ready);
    w->places[one] = w->places[other];
    w->places[other] = place;
    w->place_at[w->places[one].number] = one;
    w->place_at[w->places[other].number] = other;
}

// Moves what has the place in front of those with larger paths.
static void sink(Walk *w, uint32_t place)
{
    for (; place > 0 && walk_known(w, place - 1)->path > walk_known(w, place)->path; place--)
        swap_places(w, place - 1, place);
}

static void add_place(Walk *w, uint32_t number)
{
    assert(number <= direct_machines(w->direct) && number + 1 == w->known_count);
    walk_reserve_places(w, number);
    w->places[w->machines] = (Stand){.at = number, .number = number};
    w->place_at[number] = w->machines++;
    if (w->machines % 64 == 0)
        w->ready[w->machines / 64] = 0;
    if (w->machines % READY_BLOCK == 0)
        w->ready_sums[w->machines / READY_BLOCK] = 0;
    w->ready_words = w->machines / 64 + 1;
    if (w->is_by_path)
        sink(w, w->machines - 1);
}

// Removes the places of machines that have halted.
static void close_up(Walk *w)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->machines; i++) {
        Stand place = w->places[i];
        if (!direct_is_there(w->direct, place.number))
            continue;
        bool is_ready = walk_is_ready(w, i);
        uint64_t bit = UINT64_C(1) << kept % 64;
        w->ready[kept / 64] = (w->ready[kept / 64] & ~bit) | (is_ready ? bit : 0);
        w->place_at[place.number] = kept;
        w->places[kept++] = place;
    }
    assert(kept + w->gone == w->machines);
    w->machines = kept;
    w->gone = 0;
    w->ready_words = w->machines / 64 + 1;
    w->ready[w->machines / 64] &= (UINT64_C(1) << w->machines % 64) - 1;
    walk_count_ready(w);
}

// The machine has halted. Its place stays until half of the places are of such machines.
static void leave_place(Walk *w, uint32_t place)
{
    assert(place < w->machines);
    walk_set_ready(w, place, false);
    w->gone++;
    if (w->gone > 32 && w->gone > w->machines / 2)
        close_up(w);
}

// ---------------------------------------------------------------------------------- readiness

// The queue or state of the machine has changed. It is looked at now, or `later`.
static inline void change(Walk *w, uint32_t number, bool later)
{
    if (!later) {
        look_at(w, number);
        return;
    }
    MEMORY_GROW(w->changed, w->changed_count + 1, w->changed_capacity);
    w->changed[w->changed_count++] = number;
}

static void look_at_changed(Walk *w)
{
    for (uint32_t i = 0; i < w->changed_count; i++)
        if (direct_is_there(w->direct, w->changed[i]))
            look_at(w, w->changed[i]);
    w->changed_count = 0;
}

// So many bits of `ready` are set. With more than one block they have to be counted.
static void set_count(Walk *w, uint32_t count)
{
    if (w->machines >= READY_BLOCK)
        walk_count_ready(w);
    else
        w->ready_count = w->ready_sums[0] = count;
    assert_debug(w->ready_count == count);
}

// Only this machine can run until it has made its choices.
static void begin_choosing(Walk *w, uint32_t number)
{
    MEMORY_GROW(w->waiting, w->ready_words, w->waiting_capacity);
    memcpy(w->waiting, w->ready, w->ready_words * sizeof *w->ready);
    memset(w->ready, 0, w->ready_words * sizeof *w->ready);
    w->waiting_count = w->ready_count;
    set_count(w, 0);
    walk_set_ready(w, w->place_at[number], true);
    w->is_choosing = true;
}

static void end_choosing(Walk *w)
{
    memcpy(w->ready, w->waiting, w->ready_words * sizeof *w->ready);
    set_count(w, w->waiting_count);
    w->is_choosing = false;
}

// -------------------------------------------------------------------------------------- steps

static void begin(Walk *w)
{
    w->is_choosing = false;
    w->changed_count = 0;
    if (!w->direct)
        w->direct = direct_new(w->stepper);
}

void direct_walk_begin(Walk *w)
{
    begin(w);
    w->has_failed = !direct_begin(w->direct, &w->failure);
    walk_forget_known(w);
    w->depth = w->base = w->base_print = w->delays = 0;
    w->base_number = 0;
    w->is_behind = false;
    w->end = WALK_ON;
    walk_cut_way(w);
    w->machines = w->gone = w->ready_count = 0;
    walk_reserve_places(w, direct_machines(w->direct));
    w->ready[0] = 0;
    w->ready_sums[0] = 0;
    for (uint32_t i = 1; i <= direct_machines(w->direct); i++) {
        walk_add_known(w, direct_path(w->direct, i), 0);
        add_place(w, i);
        if (!w->has_failed)  // else walk_goes_on ends it
            look_at(w, i);
    }
    if (w->machines > w->most_machines)
        w->most_machines = w->machines;
    if (w->loops)
        walk_loop_begin(w);
}

void direct_walk_begin_here(Walk *w)
{
    uint32_t choosing = 0;
    assert(!w->is_direct && w->is_by_path && w->depth == w->base);
    begin(w);
    w->is_direct = true;
    w->gone = 0;
    direct_begin_at(w->direct, &w->state);
    for (uint32_t i = 0; i < w->machines; i++) {
        Stand *place = &w->places[i];
        if (engine_is_choosing(&w->state) && walk_is_ready(w, i))
            choosing = place->number;
        place->at = place->number;
        w->place_at[place->number] = i;
    }
    // Who else is ready will be looked at when the machine has made its choices.
    for (uint32_t i = 0; choosing && i < w->machines; i++)
        change(w, w->places[i].number, true);
    if (choosing)
        begin_choosing(w, choosing);
    if (w->loops)
        walk_loop_begin(w);
}

static void note(Walk *w, uint32_t number, const DirectStep *step)
{
    uint32_t label = walk_note_way(w, number, step->moves, step->choices, step->choice_count,
                                   step->is_fault);
    w->depth++;
    w->steps++;
    uint64_t chain = walk_note_step(w, number, label, step->taken, step->to);
    uint32_t show_count = step->kind == EDGE_STATE ? step->show_count : 0;
    for (uint32_t i = 0; i < show_count; i++)
        walk_note_shown(w, step->shows[i], chain);
    if (step->kind == EDGE_STATE || step->kind == EDGE_BUG)
        walk_note_trails(w, step->trail, step->also);
}

bool direct_walk_make(Walk *w, uint32_t place, Rng *rng, const DirectChooser *by)
{
    uint32_t number = w->places[place].number;
    assert_debug(w->end == WALK_ON && walk_is_ready(w, place));
    bool is_made = rng ? direct_step(w->direct, number, rng, &w->step)
                       : direct_step_by(w->direct, number, by, &w->step);
    return is_made || walk_end(w, WALK_STOPPED);
}

bool direct_walk_note(Walk *w, uint32_t place)
{
    uint32_t number = w->places[place].number;
    const DirectStep *step = &w->step;
    note(w, number, step);
    if (step->kind != EDGE_STATE)
        return walk_end_step(w, step->kind, &step->bug);
    // Others are looked at when the choices are made; with faults, when it is known who is left.
    bool later = step->is_choosing || step->lost_count;
    if (w->is_choosing)
        end_choosing(w);
    if (step->created) {
        uint32_t created = walk_add_known(w, step->created, number);
        add_place(w, created);
        change(w, created, later);
    }
    if (step->changed)
        change(w, step->changed, later);
    for (uint32_t i = 0; i < step->lost_count; i++)
        leave_place(w, w->place_at[step->lost[i]]);
    if (step->has_halted)
        leave_place(w, w->place_at[number]);
    else
        change(w, number, later);
    if (w->machines - w->gone > w->most_machines)
        w->most_machines = w->machines - w->gone;
    if (step->is_choosing)
        begin_choosing(w, number);
    else if (w->changed_count)
        look_at_changed(w);
    if (w->watched)
        walk_learn_order(w);
    return !w->loops || walk_loop_note(w, number);
}

bool direct_walk_step(Walk *w, uint32_t place, Rng *rng)
{
    return direct_walk_make(w, place, rng, NULL) && direct_walk_note(w, place);
}

// ------------------------------------------------------------------------------------ moments

void direct_walk_save(const Walk *w, Moment *m)
{
    if (!m->copy)
        m->copy = direct_copy_new();
    direct_copy(w->direct, m->copy);
    m->machines = w->machines;
    m->gone = w->gone;
    m->changed_count = w->changed_count;
    m->is_choosing = w->is_choosing;
    MEMORY_COPY(m->places, m->place_capacity, w->places, w->machines);
    MEMORY_COPY(m->ready, m->ready_capacity, w->ready, w->ready_words);
    MEMORY_COPY(m->changed, m->changed_capacity, w->changed, w->changed_count);
    if (w->is_choosing)
        MEMORY_COPY(m->waiting, m->waiting_capacity, w->waiting, w->ready_words);
}

void direct_walk_restore(Walk *w, const Moment *m)
{
    direct_go_back(w->direct, m->copy);
    w->machines = m->machines;
    w->gone = m->gone;
    w->ready_words = m->machines / 64 + 1;
    w->changed_count = m->changed_count;
    w->is_choosing = m->is_choosing;
    memcpy(w->places, m->places, m->machines * sizeof *w->places);
    for (uint32_t i = 0; i < w->machines; i++)
        w->place_at[w->places[i].number] = i;
    memcpy(w->ready, m->ready, w->ready_words * sizeof *w->ready);
    MEMORY_COPY(w->changed, w->changed_capacity, m->changed, m->changed_count);
    if (w->is_choosing)
        MEMORY_COPY(w->waiting, w->waiting_capacity, m->waiting, w->ready_words);
    walk_count_ready(w);
}

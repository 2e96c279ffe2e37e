// check/shrink/shrink_route.c: routes and trials: from a schedule to a route and back.
//
// A trial begins at a stop of the best route and makes the wanted steps, one by one. A step of a
// machine that does not exist or cannot run is skipped; so the wanted steps may be those of the
// best route with some removed, or in another order. When the trial reaches a state of the best
// route, it continues as the best route does.

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "check/shrink/shrink_impl.h"

State route_state(const Route *r, uint32_t at)
{
    assert(at < r->stop_count);
    const Stop *stop = &r->stops[at];
    assert(stop->first + stop->count <= r->word_count);
    return (State){.print = stop->print, .count = stop->count, .words = r->words + stop->first};
}

void route_drop(Route *r)
{
    free(r->steps);
    free(r->stops);
    free(r->words);
    *r = (Route){0};
}

static void route_clear(Route *r)
{
    r->count = r->stop_count = 0;
    r->word_count = 0;
}

uint32_t *route_add_stop(Route *r, uint64_t print, uint32_t count)
{
    r->stops = shrink_room(r->stops, r->stop_count + 1ull, sizeof *r->stops, &r->stop_capacity);
    r->words = shrink_room(r->words, r->word_count + count, sizeof *r->words, &r->word_capacity);
    r->stops[r->stop_count++] = (Stop){print, r->word_count, count};
    r->word_count += count;
    return r->words + r->word_count - count;
}

static void copy_stop(Route *to, const Route *from, uint32_t at)
{
    State s = route_state(from, at);
    memcpy(route_add_stop(to, s.print, s.count), s.words, s.count * sizeof *s.words);
}

static void add_step(Route *r, WantedStep step)
{
    r->steps = shrink_room(r->steps, r->count + 1ull, sizeof *r->steps, &r->step_capacity);
    r->steps[r->count++] = step;
}

// --------------------------------------------------------------------------------- sizes

static uint64_t step_choices(const Shrink *s, const WantedStep *step)
{
    uint64_t sum = 0;
    assert(step->first_choice + step->choice_count <= s->choice_count);
    for (uint32_t i = 0; i < step->choice_count; i++)
        sum += s->choices[step->first_choice + i];
    return sum;
}

static void size_add(const Shrink *s, ScheduleSize *size, uint32_t *last, const Route *r,
                     uint32_t from)
{
    for (uint32_t i = from; i < r->count; i++) {
        size->steps++;
        size->switches += *last != 0 && r->steps[i].machine != *last;
        size->choices += step_choices(s, &r->steps[i]);
        *last = r->steps[i].machine;
    }
}

ScheduleSize route_size(const Shrink *s, const Route *r)
{
    ScheduleSize size = {0};
    uint32_t last = 0;
    size_add(s, &size, &last, r, 0);
    return size;
}

// The size of the best route up to the trial, the trial, and the rest of the best route.
static ScheduleSize trial_size(const Shrink *s)
{
    Route before = {.steps = s->best.steps, .count = s->trial_from};
    ScheduleSize size = {0};
    uint32_t last = 0;
    size_add(s, &size, &last, &before, 0);
    size_add(s, &size, &last, &s->trial, 0);
    if (s->trial_to != STOP_NONE)
        size_add(s, &size, &last, &s->best, s->trial_to);
    return size;
}

static bool is_less(const ScheduleSize *a, const ScheduleSize *b)
{
    if (a->steps != b->steps)
        return a->steps < b->steps;
    if (a->switches != b->switches)
        return a->switches < b->switches;
    return a->choices < b->choices;
}

// -------------------------------------------------------------------- finding stops again

static uint64_t table_place(const Shrink *s, uint64_t print)
{
    uint64_t mask = s->table_size - 1, place = map_mix(print) & mask;
    while (s->table[place] && s->best.stops[s->table[place] - 1].print != print)
        place = (place + 1) & mask;
    return place;
}

static void table_fill(Shrink *s)
{
    uint64_t size = 64;
    while (size < 2ull * s->best.stop_count)
        size *= 2;
    if (size > s->table_size) {
        free(s->table);
        s->table = malloc(size * sizeof *s->table);
        if (!s->table)
            die_out_of_memory(size * sizeof *s->table);
    }
    assert((size & (size - 1)) == 0 && size > s->best.stop_count);
    s->table_size = size;
    memset(s->table, 0, size * sizeof *s->table);
    // A later stop with the same print replaces an earlier one.
    for (uint32_t i = 0; i < s->best.stop_count; i++)
        s->table[table_place(s, s->best.stops[i].print)] = i + 1;
}

uint32_t route_find(const Shrink *s, uint64_t print)
{
    uint32_t found = s->table[table_place(s, print)];
    assert(found <= s->best.stop_count);
    return found ? found - 1 : STOP_NONE;
}

// --------------------------------------------------------------------------------- trials

void trial_begin(Shrink *s, uint32_t from)
{
    route_clear(&s->trial);
    s->trial_from = from;
    s->trial_to = STOP_NONE;
    copy_stop(&s->trial, &s->best, from);
}

uint32_t trial_expand(Shrink *s, uint32_t machine)
{
    assert(s->trial.stop_count == s->trial.count + 1);
    State state = route_state(&s->trial, s->trial.stop_count - 1);
    uint32_t at = engine_at(s->stepper, &state, machine);
    if (!at || !engine_is_enabled(s->stepper, &state, at))
        return 0;
    engine_renew(s->stepper);
    uint32_t count = engine_expand(s->stepper, &state, at);
    s->work += 1 + count / EDGES_FREE;
    return count;
}

static WantedStep keep_wanted(Shrink *s, uint32_t machine, const Edge *edge)
{
    const uint32_t *choices;
    WantedStep wanted_step = {.machine = machine, .first_choice = s->choice_count};

    engine_moves(s->stepper, edge, &choices, &wanted_step.choice_count);
    s->choices = shrink_room(s->choices, (uint64_t)s->choice_count + wanted_step.choice_count,
                             sizeof *s->choices, &s->choice_capacity);
    if (wanted_step.choice_count)
        memcpy(s->choices + s->choice_count, choices, wanted_step.choice_count * sizeof *choices);
    s->choice_count += wanted_step.choice_count;
    return wanted_step;
}

void route_add_step(Shrink *s, Route *r, uint32_t machine, const Edge *edge)
{
    add_step(r, keep_wanted(s, machine, edge));
}

bool trial_step(Shrink *s, uint32_t machine, const Edge *edge, bool *is_found)
{
    Route *r = &s->trial;
    *is_found =
        edge_kind(edge) == EDGE_BUG && !s->is_end && shrink_is_same(edge_bug(edge), &s->bug);
    if (edge_kind(edge) != EDGE_STATE && !*is_found)
        return false;
    add_step(r, keep_wanted(s, machine, edge));
    if (*is_found)
        return true;
    // add_stop may move the words: so `state` is looked up again after it.
    uint32_t from = r->stop_count - 1;
    State state = route_state(r, from);
    State to = {.words = route_add_stop(r, edge->print, edge_count(&state, edge))};
    state = route_state(r, from);
    engine_apply(s->stepper, &state, edge, &to);
    return true;
}

// The wanted edge, or the one with the longest common prefix of choices.
static const Edge *pick_edge(Shrink *s, uint32_t count, const WantedStep *wanted_step)
{
    const Edge *edges = engine_edges(s->stepper), *best = edges;
    const uint32_t *wanted = s->choices + wanted_step->first_choice, *choices;
    uint32_t made, alike = 0;

    for (uint32_t i = 0; count > 1 && i < count; i++) {
        uint32_t same = 0;
        engine_moves(s->stepper, &edges[i], &choices, &made);
        while (same < made && same < wanted_step->choice_count && choices[same] == wanted[same])
            same++;
        if (same <= alike)
            continue;
        best = &edges[i];
        alike = same;
        if (same == wanted_step->choice_count && same == made)
            break;
    }
    return best;
}

bool trial_is_end(Shrink *s)
{
    State state = route_state(&s->trial, s->trial.stop_count - 1);
    uint32_t machines = engine_machines(s->stepper, &state);
    Bug found;
    for (uint32_t at = 1; at <= machines; at++)
        if (engine_is_enabled(s->stepper, &state, at))
            return false;
    return engine_ends_badly(s->stepper, &state, &found) && shrink_is_same(&found, &s->bug);
}

bool trial_meets(Shrink *s, uint32_t left)
{
    if (s->trial.count == 0)
        return false;
    uint32_t at = route_find(s, s->trial.stops[s->trial.stop_count - 1].print);
    assert(at == STOP_NONE || at <= s->best.count);
    if (at == STOP_NONE || s->best.count - at > left)
        return false;
    s->trial_to = at;
    return true;
}

// After the wanted steps, runs all machines until no machine can run. The machine that ran last
// runs first, and takes the first alternatives.
static bool run_out(Shrink *s)
{
    Route *r = &s->trial;
    bool is_found;
    while (!trial_is_end(s)) {
        assert(s->trial_from + r->count <= s->best.count);
        uint32_t left = s->best.count - s->trial_from - r->count;
        if (left == 0 || shrink_ends(s))
            return false;
        uint32_t last = r->count ? r->steps[r->count - 1].machine : 0;
        uint32_t count = last ? trial_expand(s, last) : 0;
        State state = route_state(r, r->stop_count - 1);
        uint32_t machines = engine_machines(s->stepper, &state);
        for (uint32_t at = 1; !count && at <= machines; at++) {
            last = engine_path(s->stepper, &state, at);
            count = trial_expand(s, last);
        }
        if (!count || !trial_step(s, last, engine_edges(s->stepper), &is_found))
            return false;
        if (trial_meets(s, left - 1))
            return true;
    }
    return true;
}

static bool follow(Shrink *s, const WantedStep *wanted_steps, uint32_t count)
{
    bool is_found = false;
    for (uint32_t i = 0; i < count && !is_found; i++) {
        if (shrink_ends(s))
            return false;
        uint32_t edges = trial_expand(s, wanted_steps[i].machine);
        if (!edges || !trial_step(s, wanted_steps[i].machine,
                                  pick_edge(s, edges, &wanted_steps[i]), &is_found))
            continue;
        if (!is_found && trial_meets(s, count - i - 1))
            return true;
    }
    return is_found || (s->is_end && run_out(s));
}

bool trial_follow(Shrink *s, uint32_t from, const WantedStep *wanted_steps, uint32_t count)
{
    uint32_t kept = s->choice_count;
    trial_begin(s, from);
    if (follow(s, wanted_steps, count))
        return true;
    s->choice_count = kept;
    return false;
}

// There is no stop after a step that fails; a final state in which no machine can run is one.
static bool is_route(const Shrink *s, const Route *r)
{
    return r->stop_count == r->count + s->is_end;
}

// The old `best` becomes the spare buffer.
static void become_best(Shrink *s)
{
    Route old = s->best;
    s->best = s->spare;
    s->spare = old;
    assert(is_route(s, &s->best) && s->best.count <= old.count);
    table_fill(s);
}

bool trial_take(Shrink *s)
{
    const Route *best = &s->best, *trial = &s->trial;
    ScheduleSize now = route_size(s, best), then = trial_size(s);
    Route *to = &s->spare;

    if (!is_less(&then, &now))
        return false;
    route_clear(to);
    for (uint32_t i = 0; i < s->trial_from; i++) {
        copy_stop(to, best, i);
        add_step(to, best->steps[i]);
    }
    bool meets = s->trial_to != STOP_NONE;
    for (uint32_t i = 0; i < trial->stop_count - meets; i++)
        copy_stop(to, trial, i);
    for (uint32_t i = 0; i < trial->count; i++)
        add_step(to, trial->steps[i]);
    for (uint32_t i = s->trial_to; meets && i < best->stop_count; i++)
        copy_stop(to, best, i);
    for (uint32_t i = s->trial_to; meets && i < best->count; i++)
        add_step(to, best->steps[i]);
    become_best(s);
    return true;
}

void cut_loops(Shrink *s)
{
    const Route *best = &s->best;
    Route *to = &s->spare;

    route_clear(to);
    for (uint32_t i = 0; i < best->stop_count; i++) {
        uint32_t last = route_find(s, best->stops[i].print);
        assert(last != STOP_NONE && last >= i);
        i = last;
        copy_stop(to, best, i);
        if (i < best->count)
            add_step(to, best->steps[i]);
    }
    become_best(s);
}

void route_refresh(Shrink *s)
{
    Route *r = &s->trial;
    uint32_t kept = s->choice_count;
    State first;
    Bug unused;
    bool is_found;

    if (engine_known(s->engine) <= s->memory)
        return;
    engine_forget(s->engine);
    engine_renew(s->stepper);
    if (!engine_start(s->stepper, &first, &unused))
        bug("the first state fails the second time");
    route_clear(r);
    memcpy(route_add_stop(r, first.print, first.count), first.words,
           first.count * sizeof *first.words);
    for (uint32_t i = 0; i < s->best.count; i++) {
        const WantedStep *step = &s->best.steps[i];
        uint32_t count = trial_expand(s, step->machine);
        if (!count || !trial_step(s, step->machine, pick_edge(s, count, step), &is_found))
            bug("a step cannot be made the second time");
    }
    assert(is_route(s, r) && r->count == s->best.count);
    Route fresh = *r;
    *r = s->best;
    s->best = fresh;
    s->best.steps = r->steps;
    s->best.step_capacity = r->step_capacity;
    r->steps = fresh.steps;
    r->step_capacity = fresh.step_capacity;
    s->choice_count = kept;
    table_fill(s);  // foreign values without a hash have other prints now
}

// --------------------------------------------------------------------------- to and from

// The running numbers of machines, as the executor counts them.
typedef struct Numbers {
    uint32_t *of_path, *paths;  // the latest machine of a path; the path of a number
    uint64_t path_capacity, capacity;
    uint32_t count;
} Numbers;

static void number_machine(Numbers *n, uint32_t path)
{
    uint64_t old = n->path_capacity;
    n->of_path = shrink_room(n->of_path, path + 1ull, sizeof *n->of_path, &n->path_capacity);
    memset(n->of_path + old, 0, (n->path_capacity - old) * sizeof *n->of_path);
    n->paths = shrink_room(n->paths, n->count + 2ull, sizeof *n->paths, &n->capacity);
    n->paths[++n->count] = path;
    n->of_path[path] = n->count;
}

static void numbers_drop(Numbers *n)
{
    free(n->of_path);
    free(n->paths);
}

// In a schedule the machines that a fault concerns are numbers.
static bool are_same_choices(const Numbers *n, const Edge *edge, const uint32_t *choices,
                             const uint32_t *wanted, uint32_t count)
{
    bool is_fault = edge_is_fault(edge);
    for (uint32_t i = 0; i < count; i++)
        if ((is_fault && i > 0 ? n->of_path[choices[i]] : choices[i]) != wanted[i])
            return false;
    return true;
}

// The edge that fits the rest of the turn: not more moves, and the same choices.
static const Edge *fitting_edge(Shrink *s, const Numbers *n, uint32_t count, uint32_t moves,
                                const uint32_t *wanted, uint32_t wanted_count)
{
    const Edge *edges = engine_edges(s->stepper), *best = NULL;
    uint32_t longest = 0, made;
    const uint32_t *choices;

    for (uint32_t i = 0; i < count; i++) {
        if (engine_moves(s->stepper, &edges[i], &choices, &made) > moves || made > wanted_count ||
            !are_same_choices(n, &edges[i], choices, wanted, made) ||
            (best && made <= longest))
            continue;
        best = &edges[i];
        longest = made;
    }
    return best;
}

// Reads a turn, which may be several steps of the engine. False when it does not fit; `is_over`:
// it failed.
static bool read_turn(Shrink *s, Numbers *n, const Schedule *schedule, const Turn *turn,
                      bool *is_over)
{
    const uint32_t *choices = schedule->choices + turn->first_choice;
    uint32_t left = turn->choice_count, made;
    bool is_found;

    if (turn->machine == 0 || turn->machine > n->count)
        return false;
    for (uint32_t moves = turn->moves, path = n->paths[turn->machine]; moves > 0;) {
        uint32_t count = n->of_path[path] == turn->machine ? trial_expand(s, path) : 0;
        const Edge *edge = fitting_edge(s, n, count, moves, choices, left);
        const uint32_t *unused;
        // The turn may end before a choice, when it has no choices left.
        if (!edge)
            return moves < turn->moves && left == 0;
        moves -= engine_moves(s->stepper, edge, &unused, &made);
        assert(moves < turn->moves && made <= left);
        choices += made;
        left -= made;
        *is_over = edge_kind(edge) == EDGE_BUG;
        if (*is_over)
            s->bug = *edge_bug(edge);
        if (!trial_step(s, path, edge, &is_found))
            return false;
        if (edge_created(edge))
            number_machine(n, edge_created(edge));
        if (*is_over)
            return true;
    }
    return left == 0;
}

static bool read_end(Shrink *s, Err *err)
{
    State last = route_state(&s->trial, s->trial.stop_count - 1);
    uint32_t machines = engine_machines(s->stepper, &last);

    s->is_end = true;
    for (uint32_t at = 1; at <= machines; at++)
        if (engine_is_enabled(s->stepper, &last, at)) {
            err_set(err, "nothing fails in it");
            return false;
        }
    if (engine_ends_badly(s->stepper, &last, &s->bug))
        return true;
    err_set(err, "nothing fails in it");
    return false;
}

static bool read_turns(Shrink *s, const Schedule *schedule, Err *err)
{
    Numbers numbers = {0};
    bool is_over = false, fits = true;
    State first = route_state(&s->trial, 0);
    uint32_t i = 0;

    for (uint32_t at = 1; at <= engine_machines(s->stepper, &first); at++)
        number_machine(&numbers, engine_path(s->stepper, &first, at));
    for (; fits && !is_over && i < schedule->turn_count; i++)
        fits = read_turn(s, &numbers, schedule, &schedule->turns[i], &is_over);
    numbers_drop(&numbers);
    if (!fits) {
        err_set(err, "its turn %u cannot be made", i);
        return false;
    }
    return is_over || schedule->loop || read_end(s, err);
}

bool route_read(Shrink *s, const Schedule *schedule, Err *err)
{
    State first;
    Bug unused;

    engine_renew(s->stepper);
    if (!engine_start(s->stepper, &first, &unused)) {
        err_set(err, "it fails before the first step");
        return false;
    }
    route_clear(&s->best);
    memcpy(route_add_stop(&s->best, first.print, first.count), first.words,
           first.count * sizeof *first.words);
    trial_begin(s, 0);
    if (!read_turns(s, schedule, err))
        return false;
    assert(schedule->loop || is_route(s, &s->trial));
    Route old = s->best;
    s->best = s->trial;
    s->trial = old;
    table_fill(s);
    return true;
}

const Edge *route_edge(Shrink *s, const Route *r, uint32_t at)
{
    State state = route_state(r, at);
    engine_renew(s->stepper);
    uint32_t place = engine_at(s->stepper, &state, r->steps[at].machine);
    assert(place > 0);
    uint32_t count = engine_expand(s->stepper, &state, place);
    assert(count > 0);
    s->work += 1 + count / EDGES_FREE;
    return pick_edge(s, count, &r->steps[at]);
}

void route_write(Shrink *s, const Route *r, Schedule *schedule)
{
    Numbers numbers = {0};
    const uint32_t *choices;
    uint32_t choice_count;
    State first = route_state(r, 0);

    for (uint32_t at = 1; at <= engine_machines(s->stepper, &first); at++)
        number_machine(&numbers, engine_path(s->stepper, &first, at));
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t machine = r->steps[i].machine;
        const Edge *edge = route_edge(s, r, i);
        uint32_t moves = engine_moves(s->stepper, edge, &choices, &choice_count);
        assert(machine < numbers.path_capacity && numbers.of_path[machine] > 0);
        schedule_add(schedule, numbers.of_path[machine], moves, choices, choice_count);
        if (edge_is_fault(edge))
            schedule_number(schedule, numbers.of_path);
        if (edge_created(edge))
            number_machine(&numbers, edge_created(edge));
    }
    numbers_drop(&numbers);
}

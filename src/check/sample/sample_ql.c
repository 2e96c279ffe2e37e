// check/sample/sample_ql.c: Q-learning, which prefers states that were visited rarely.
//
// A view is an abstraction of a state: for each machine its P state, its first queued event,
// and the length of its queue. Each pair of a view and a machine that can run there has a
// value, and a machine is drawn with a probability proportional to the exponential of its
// value. After a schedule, the reward for reaching a view is minus the number of times that it
// was visited; values are propagated backwards along the schedule. So schedules avoid views
// that were visited often.
//
// S. Mukherjee, P. Deligiannis, A. Biswas, A. Lal: Learning-Based Controlled Concurrency
// Testing, OOPSLA 2020; the numbers are theirs.

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "check/sample/sample.h"

enum { VALUES = 1 << 19 };  // a power of two

static const double rate = 0.3, discount = 0.7;

typedef struct Entry {
    uint64_t key;  // 0 is free
    double number;
} Entry;

// Values of (view, machine), and visits of views. When it is full nothing is added.
typedef struct Values {
    uint64_t count;
    Entry entries[VALUES];
} Values;

static void *open(const Search *s)
{
    Values *v = calloc(1, sizeof *v);
    (void)s;
    if (!v)
        die_out_of_memory(sizeof *v);
    return v;
}

// The index of the key's entry, or of the free entry where it belongs.
static uint64_t place_of(const Values *v, uint64_t key)
{
    assert_debug(key != 0 && v->count < VALUES);
    uint64_t at = key & (VALUES - 1);
    while (v->entries[at].key != key && v->entries[at].key != 0)
        at = (at + 1) & (VALUES - 1);
    return at;
}

static double value_of(const Values *v, uint64_t key)
{
    return v->entries[place_of(v, key)].number;
}

static void set_value(Values *v, uint64_t key, double number)
{
    Entry *e = &v->entries[place_of(v, key)];
    if (!e->key && v->count > VALUES / 4 * 3)
        return;
    v->count += !e->key;
    *e = (Entry){.key = key, .number = number};
}

// --------------------------------------------------------------------------------- looking

static uint64_t view_of(const Walk *w)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w->machines; i++) {
        uint32_t at = w->places[i].at;
        if (w->is_direct && !direct_is_there(w->direct, at))
            continue;
        MachineView view = w->is_direct ? direct_view(w->direct, at)
                                        : engine_view(w->stepper, &w->state, at);
        uint64_t what = (uint64_t)view.state << 32 | view.position << 28;
        what += view.first + ((uint64_t)view.queued << 48);
        sum += mix64(what + engine_path_hash(w->search->engine, view.path));
    }
    return sum | 1;
}

static uint64_t action_of(const Walk *w, uint64_t view, uint32_t place)
{
    uint64_t who = engine_path_hash(w->search->engine, walk_known(w, place)->path);
    return mix64(view * 3 + who) | 1;
}

// --------------------------------------------------------------------------------- drawing

// Draws a machine, and records the lessons: the number of actions, the view, the index of the
// action taken, all actions.
static uint32_t draw(const Values *v, Walk *w)
{
    uint64_t view = view_of(w), at = w->lesson_count;
    double most = -INFINITY, sum = 0;
    uint32_t drawn = walk_next_ready(w, 0), taken = 0;

    walk_learn(w, w->ready_count);
    walk_learn(w, view);
    walk_learn(w, 0);
    for (uint32_t p = drawn; p < w->machines; p = walk_next_ready(w, p + 1)) {
        walk_learn(w, action_of(w, view, p));
        most = fmax(most, value_of(v, w->lessons[w->lesson_count - 1]));
    }
    assert_debug(w->lesson_count == at + 3 + w->ready_count);
    const uint64_t *actions = w->lessons + at + 3;
    for (uint32_t i = 0; i < w->ready_count; i++)
        sum += exp(value_of(v, actions[i]) - most);
    double lot = (double)(rng_next(&w->rng) >> 11) * 0x1p-53 * sum;
    for (uint32_t p = drawn, i = 0; p < w->machines; p = walk_next_ready(w, p + 1), i++) {
        drawn = p;
        taken = i;
        lot -= exp(value_of(v, actions[i]) - most);
        if (lot < 0)
            break;
    }
    w->lessons[at + 2] = taken;
    return drawn;
}

static void run(const Member *m, Walk *w, uint64_t number)
{
    (void)number;
    walk_begin(w);
    while (walk_goes_on(w) && walk_step(w, draw(m->knowledge, w)))
        continue;
}

// -------------------------------------------------------------------------------- learning

static double best_of(const Values *v, const uint64_t *step)
{
    double best = -INFINITY;
    for (uint64_t i = 0; i < step[0]; i++)
        best = fmax(best, value_of(v, step[3 + i]));
    return best;
}

static void learn(void *knowledge, const uint64_t *words, uint64_t count)
{
    Values *v = knowledge;
    uint64_t steps = 0, at = 0;
    const uint64_t **all = memory_zeroed(count / 4 + 1, sizeof *all);
    for (; at + 3 < count; at += 3 + words[at]) {
        uint64_t visits = mix64(words[at + 1]) | 1;
        set_value(v, visits, value_of(v, visits) + 1);
        assert(words[at + 2] < words[at] && steps < count / 4 + 1);
        all[steps++] = words + at;
    }
    assert(at == count);
    for (uint64_t i = steps; i-- > 0;) {
        const uint64_t *next = i + 1 < steps ? all[i + 1] : NULL;
        uint64_t taken = all[i][3 + all[i][2]];
        double gain = next ? discount * best_of(v, next) - value_of(v, mix64(next[1]) | 1) : 0;
        set_value(v, taken, (1 - rate) * value_of(v, taken) + rate * gain);
    }
    free(all);
}

const Strategy strategy_ql = {
    .name = "ql",
    .goes_direct = true,
    .round_max = 16,
    .open = open,
    .close = free,
    .run = run,
    .learn = learn,
};

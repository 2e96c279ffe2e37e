// rt/code.c: what the virtual machine and generated C share.
//
// The rare cases of instructions: fuel, assertions, choices, permissions, null. Both use the
// same code, so both print the same messages.

#include <assert.h>

#include "rt/program.h"
#include "rt/value_impl.h"

enum { CHOICES_MAX = 10000 };

// Takes the next slice of fuel, if there is one and the machine must not stop.
static bool next_slice(PMachine *m)
{
    if (m->stop && __atomic_load_n(m->stop, __ATOMIC_RELAXED)) {
        m->is_stopped = true;
        return false;
    }
    if (m->pause)
        m->pause(m);
    int64_t wanted = P_FUEL_SLICE - m->fuel, taken = wanted < m->reserve ? wanted : m->reserve;
    m->fuel += taken;
    m->reserve -= taken;
    return m->fuel > 0;
}

bool p_refuel(PMachine *m, PRequest *ask)
{
    return next_slice(m) || p_fail(ask, P_ERROR_INFINITE_LOOP, "this loop does not seem to end");
}

// One more unit was used than the slice had: it counts for the next slice.
static bool burn_next(PMachine *m)
{
    m->fuel++;
    bool is_fine = next_slice(m);
    m->fuel--;
    return is_fine;
}

bool p_loops(PMachine *m, PRequest *ask)
{
    return burn_next(m) || p_fail(ask, P_ERROR_INFINITE_LOOP, "this loop does not seem to end");
}

bool p_recurs(PMachine *m, PRequest *ask)
{
    return burn_next(m) ||
           p_fail(ask, P_ERROR_INFINITE_LOOP, "this recursion does not seem to end");
}

bool p_assert_fail(PRequest *ask, PWord message)
{
    const char *text = p_string_text(message, NULL);
    return p_fail(ask, P_ERROR_ASSERTION, "%s", *text ? text : "the assertion does not hold");
}

// `kind` is the `n` of OP_CHOOSE.
bool p_choices(PRequest *ask, PWord count, int64_t kind)
{
    int64_t n = (int64_t)count;
    bool is_collection = kind == 3;
    if (n == 0 && is_collection)
        return p_fail(ask, P_ERROR_CHOOSE, "nothing to choose from");
    if (n < 0 || n > CHOICES_MAX)
        return p_fail(ask, P_ERROR_CHOOSE, "cannot choose one of %lld (at most %d)", (long long)n,
                      CHOICES_MAX);
    ask->count = n ? (uint32_t)n : 1;  // choose(0) is 0
    ask->is_fair = kind == 1;
    return true;
}

// A permission is a set of events: the reference must permit all of them.
bool p_permit(const PProgram *p, PWord machine, uint32_t set, PWord *out, PRequest *ask)
{
    assert(set < p->set_count);
    uint32_t has = P_MACHINE_SET(machine);
    for (uint32_t event = 0; machine && has != P_NONE && event < p->event_count; event++)
        if (eventset_contains(p, set, event) && !eventset_contains(p, has, event))
            return p_fail(ask, P_ERROR_BAD_CAST, "the machine may not be sent `%s`",
                          p->events[event].name);
    *out = machine ? P_MACHINE_ID(machine) | (PWord)(set + 1) << 32 : 0;
    return true;
}

bool p_check_null(const PProgram *p, uint32_t type, PWord value, int64_t use, PRequest *ask)
{
    static const char *const wrong[] = {
        "null is no key of a map",
        "null is no element of a set",
        "a value of the map is null, which `values` does not take",
    };
    assert(use >= 0 && use <= 2);
    View v = view_of(p, type, value);
    bool is_null = v.kind == P_TYPE_NULL;
    for (uint64_t i = 1; use == 2 && i < view_size(&v) && !is_null; i += 2)
        is_null = view_part(p, &v, i).kind == P_TYPE_NULL;
    return !is_null || p_fail(ask, P_ERROR_MISSING_KEY, "%s", wrong[use]);
}

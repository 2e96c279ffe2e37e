// check/search/search_verdict.c: decides the verdict.
//
// Here is everything that can make a search incomplete: limits, a store that replaces states,
// assumptions that leave no execution, hot states in infinite executions. The code that prints
// a verdict only translates it.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "check/liveness/liveness.h"
#include "check/search/search_impl.h"
#include "rt/program.h"
#include "rt/send_rules.h"

const char *search_limit_name(Limit limit)
{
    switch (limit) {
    case LIMIT_DELAYS:
        return "delays";
    case LIMIT_DEPTH:
        return "depth";
    case LIMIT_STATES:
        return "states";
    case LIMIT_QUEUE:
        return "queue";
    case LIMIT_TIME:
        return "time";
    case LIMIT_MEMORY:
        return "memory";
    case LIMIT_SCHEDULES:
        return "schedules";
    case LIMIT_STEPS:
        return "steps";
    case LIMIT_CHOICES:
        return "choices";
    case LIMIT_INTERRUPTED:
        return "interrupted";
    case LIMIT_EXPLORER:
        return "explorer";
    case LIMIT_SEALED:
        return "sealed";
    case LIMIT_ASSUME:
        return "assumptions";
    }
    return "unknown";
}

const char *search_verdict_name(VerdictKind verdict)
{
    switch (verdict) {
    case VERDICT_NOT_RUN:
        return "not-run";
    case VERDICT_VERIFIED:
        return "verified";
    case VERDICT_NO_BUG_FOUND:
        return "no-bug-found";
    case VERDICT_BUG:
        return "bug";
    case VERDICT_CANNOT_CHECK:
        return "cannot-check";
    }
    return "unknown";
}

// ----------------------------------------------------------------------------- hot states

// Whether a monitor of the test has a hot state: then it specifies infinite executions, too.
bool search_has_hot_states(const PProgram *p, const PTest *test)
{
    for (uint32_t i = 0; i < test->attachment_count; i++)
        if (machine_has_hot_state(p, test->attachments[i].spec))
            return true;
    for (uint32_t kind = 0; kind < p->machine_count; kind++)
        if (rules_is_explicit(&p->machines[kind]) && machine_has_hot_state(p, kind))
            return true;
    return false;
}

// ---------------------------------------------------------------------------- assumptions

// A depth-first search for one execution that no assumption discards: one that ends, or
// reaches a cycle. It is made only when the search has seen no end of an execution but a failed
// assumption, and stops at the first execution that it finds.
typedef struct Quest {
    Stepper *stepper;
    State *stack;  // words NULL: all successors of the state with this print are finished
    uint64_t count, capacity;
    Map marks;  // by print
} Quest;

static char on_the_way, done_with;  // marks

static void quest_push(Quest *q, State state)
{
    if (q->count == q->capacity) {
        q->capacity = q->capacity ? q->capacity * 2 : 256;
        q->stack = memory_resized(q->stack, q->capacity, sizeof *q->stack);
    }
    q->stack[q->count++] = state;
}

// The state that the edge leads to; its words are allocated, and the caller frees them.
static State quest_state(Quest *q, const State *from, const Edge *e)
{
    State to = {.words = malloc(edge_count(from, e) * sizeof *to.words)};
    if (!to.words)
        die_out_of_memory(edge_count(from, e) * sizeof *to.words);
    engine_apply(q->stepper, from, e, &to);
    return to;
}

// Pushes the successors of the state. True: an execution was found.
static bool quest_expand(Quest *q, const State *state)
{
    engine_renew(q->stepper);
    uint32_t count = engine_expand_all(q->stepper, state);
    if (count == 0)
        return true;
    map_put(&q->marks, state->print, &on_the_way);
    quest_push(q, (State){.print = state->print});
    for (uint32_t i = 0; i < count; i++) {
        const Edge *e = &engine_edges(q->stepper)[i];
        const void *mark = edge_kind(e) == EDGE_STATE ? map_get(&q->marks, e->print) : NULL;
        if (mark == &on_the_way || (edge_kind(e) != EDGE_STATE && edge_kind(e) != EDGE_ASSUME))
            return true;
        if (edge_kind(e) == EDGE_STATE && !mark)
            quest_push(q, quest_state(q, state, e));
    }
    return false;
}

// True also when it was interrupted: then the answer is not known.
static bool quest_run(Quest *q)
{
    bool is_found = false;
    while (q->count > 0 && !is_found) {
        State state = q->stack[--q->count];
        if (!state.words)
            map_put(&q->marks, state.print, &done_with);
        else if (!map_get(&q->marks, state.print))
            is_found = search_is_interrupted() || quest_expand(q, &state);
        free(state.words);
    }
    return is_found;
}

// Whether some execution is left that no assumption discards, after a complete search.
static bool has_execution(Search *s)
{
    Quest q = {.stepper = s->workers[0].stepper};
    State first;
    Bug bug;
    bool is_found = false;
    engine_renew(q.stepper);
    if (engine_start(q.stepper, &first, &bug)) {
        uint32_t *words = malloc(first.count * sizeof *words);
        if (!words)
            die_out_of_memory(first.count * sizeof *words);
        memcpy(words, first.words, first.count * sizeof *words);
        first.words = words;
        quest_push(&q, first);
        is_found = quest_run(&q);
    }
    while (q.count > 0)
        free(q.stack[--q.count].words);
    free(q.stack);
    map_drop(&q.marks);
    return is_found;
}

static uint64_t count_ends(const Search *s)
{
    uint64_t ends = 0;
    for (uint32_t i = 0; i < s->options.workers; i++)
        ends += s->workers[i].ends;
    return ends;
}

// Whether assumptions have discarded all executions.
static bool is_all_assumed(Search *s, const SearchResult *r)
{
    if (r->assumed == 0 || count_ends(s) > 0 || s->found.is_there)
        return false;
    if (s->sampler)
        return true;
    // With a limit, executions were cut off, not discarded. Without one, either the start
    // failed, or the search is complete and has_execution decides.
    return r->limits == 0 && !(s->is_exhausted && has_execution(s));
}

// ------------------------------------------------------------------------------- deciding

void search_decide(Search *s, SearchResult *r)
{
    if (is_all_assumed(s, r))
        r->limits |= LIMIT_ASSUME;
    r->has_hot_states = s->has_hot_states;
    r->checks_liveness = s->has_liveness;
    FinderWork work = s->recorder ? recorder_work(s->recorder) : (FinderWork){0};
    r->liveness_states = work.states;
    r->map_seconds = work.first_seconds;
    r->map_refine_seconds = work.refine_seconds;
    r->is_reduced = engine_reduces(s->engine);
    r->hides_order = engine_hides_order(s->engine);
    r->is_complete = s->is_exhausted && !s->found.is_there && r->limits == 0 && r->replaced == 0 &&
                     r->unknown == 0 && !store_is_lossy(s->options.store);
    // With these, a state may have been explored more than once.
    r->knows_terminal = r->is_complete && !s->sampler && !s->spent && !s->has_extra;
    r->terminal = count_ends(s);
    if (r->has_bug)
        r->verdict = VERDICT_BUG;
    else if (r->cannot_check || r->limits & LIMIT_EXPLORER)
        r->verdict = VERDICT_CANNOT_CHECK;
    else if (r->is_complete && (!r->has_hot_states || r->checks_liveness))
        r->verdict = VERDICT_VERIFIED;
    else
        r->verdict = VERDICT_NO_BUG_FOUND;
}

// check/replay/execute_loop.c: whether turns that are repeated for ever violate a monitor.
//
// The end of an execution is a loop: its turns can be repeated for ever. This file checks it
// without the engine. The loop must be fair: each machine runs in it, or cannot run at some
// time; when one outcome of a fair choice occurs, all its outcomes occur. (A machine that is
// created and halts in each round makes finitely many choices.) Some monitor is hot at some
// time, and never cold. When one machine is in the middle of its choices all the time, no other
// machine can ever run, and fairness does not require it. And the state at the end of the loop is
// the state at its begin (execute_state.c).

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/replay/execute_impl.h"

typedef struct Site {
    uint32_t machine;
    uint64_t fun, resume;
    uint32_t line;  // in the program
    uint32_t count;
    bool *seen;  // by outcome
} Site;

typedef struct Loop {
    uint32_t first_turn;
    uint32_t machines;  // when it began
    bool *is_served;    // by running number
    bool all_choose;    // some machine is in the middle of its choices all the time
    Site *sites;
    uint32_t site_count;
    Live *live;
    StateWords *first;  // the state when it began
    uint32_t *renamed;  // by number of a machine at the begin: its number at the end
} Loop;

// ------------------------------------------------------------------------------ machines

// Whether it can run, or could if no other machine were in the middle of its choices.
static bool could_run(const Execution *x, uint32_t machine)
{
    const Player *a = x->players[machine - 1];
    if (a->role == PLAYER_CUT)
        return false;
    if (a->role == PLAYER_MACHINE && a->position == POSITION_REST && a->has_begun)
        return execution_takes(x, machine) != P_NONE;
    return a->position != POSITION_HALTED;
}

static void look_around(Execution *x)
{
    Loop *l = x->loop;
    bool is_choosing = false;
    for (uint32_t i = 1; i <= x->player_count; i++)
        is_choosing |= x->players[i - 1]->position == POSITION_CHOICE;
    l->all_choose = l->all_choose && is_choosing;
    for (uint32_t i = 1; i <= l->machines; i++)
        l->is_served[i] = l->is_served[i] || !could_run(x, i);
}

void loop_note_turn(Execution *x, uint32_t machine)
{
    Loop *l = x->loop;
    if (machine <= l->machines)
        l->is_served[machine] = true;
    look_around(x);
}

// ------------------------------------------------------------------------------- choices

void loop_note_choice(Execution *x, const Player *a, uint32_t chosen)
{
    Loop *l = x->loop;
    const Machine *m = &a->machine;
    uint64_t fun = m->stack[m->frame + FRAME_FUN], resume = m->stack[m->frame + FRAME_RESUME];
    Site *s = l->sites, *end = s + l->site_count;
    if (m->id > l->machines)
        return;
    while (s < end && (s->machine != m->id || s->fun != fun || s->resume != resume))
        s++;
    if (s == end) {
        l->sites = memory_resized(l->sites, l->site_count + 1, sizeof *l->sites);
        s = &l->sites[l->site_count++];
        *s = (Site){
            .machine = m->id,
            .fun = fun,
            .resume = resume,
            .line = machine_position(m).line,
            .count = a->ask.count,
            .seen = memory_zeroed(a->ask.count, sizeof *s->seen),
        };
    }
    assert(chosen < s->count);
    s->seen[chosen] = true;
}

static bool is_fair(const Loop *l)
{
    for (uint32_t i = 1; i <= l->machines && !l->all_choose; i++)
        if (!l->is_served[i])
            return false;
    for (uint32_t i = 0; i < l->site_count; i++)
        for (uint32_t k = 0; k < l->sites[i].count; k++)
            if (!l->sites[i].seen[k])
                return false;
    return true;
}

// ------------------------------------------------------------------------------ the loop

void execution_loop(Execution *x)
{
    assert(!x->loop);
    Loop *l = x->loop = memory_zeroed(1, sizeof *l);
    l->first_turn = x->turn + 1;
    l->machines = x->player_count;
    l->is_served = memory_zeroed((uint64_t)l->machines + 1, sizeof *l->is_served);
    l->all_choose = true;
    if (x->has_trace)
        trace_loop(&x->trace);
    l->live = live_new(x->program);
    l->first = state_words_new(x, l->live);
    l->renamed = memory_zeroed((uint64_t)l->machines + 1, sizeof *l->renamed);
    look_around(x);
    watchers_begin_loop(x);
}

void loop_drop(Execution *x)
{
    Loop *l = x->loop;
    if (!l)
        return;
    for (uint32_t i = 0; i < l->site_count; i++)
        free(l->sites[i].seen);
    free(l->sites);
    state_words_free(l->first);
    live_free(l->live);
    free(l->renamed);
    free(l->is_served);
    free(l);
    x->loop = NULL;
}

// "the fair choices at lines 7 and 12"
static void write_sites(const Loop *l, Buf *b)
{
    enum { LINES_MAX = 8 };
    uint32_t lines[LINES_MAX + 1] = {0}, count = 0;
    for (uint32_t i = 0; i < l->site_count && count <= LINES_MAX; i++) {
        uint32_t k = 0;
        while (k < count && lines[k] != l->sites[i].line)
            k++;
        lines[k] = l->sites[i].line;
        count += k == count;
    }
    if (count == 0)
        return;
    buf_print(b, ", and each outcome of the fair choice%s", count > 1 ? "s" : "");
    for (uint32_t i = 0; i < count && count <= LINES_MAX; i++)
        buf_print(b, "%s%" PRIu32, i == 0 ? " at line " : i + 1 < count ? ", " : " and ", lines[i]);
    buf_print(b, " occurs");
}

static void write_text(const Execution *x, const Watcher *hot, char *text, size_t size)
{
    const Loop *l = x->loop;
    const PState *state = &x->program->states[machine_state(&hot->machine)];
    bool rests_hot = state->temperature == P_HOT;
    Buf b = {0};
    buf_print(&b, "%s is never cold again: turn%s %" PRIu32, x->program->machines[hot->kind].name,
              l->first_turn < x->turn ? "s" : "", l->first_turn);
    if (l->first_turn < x->turn)
        buf_print(&b, " to %" PRIu32, x->turn);
    buf_print(&b, " can be repeated for ever, and it %s%s",
              rests_hot ? "is in hot state " : "enters a hot state", rests_hot ? state->name : "");
    watcher_print_since(hot, &b);
    buf_print(&b, "; ");
    if (l->all_choose)
        buf_print(&b, "one handler makes choice after choice, and nobody else can run meanwhile");
    else
        buf_print(&b, "each machine runs in %s, or has nothing to do at some time",
                  l->first_turn < x->turn ? "them" : "it");
    write_sites(l, &b);
    snprintf(text, size, "%s", buf_text(&b));
    buf_drop(&b);
}

static bool comes_round(const Execution *x)
{
    StateWords *last = state_words_new(x, x->loop->live);
    bool is_same = state_words_same(x->loop->first, last, x->loop->renamed);
    state_words_free(last);
    return is_same;
}

Executed loop_judge(Execution *x)
{
    const Loop *l = x->loop;
    const Watcher *hot = watchers_hot_in_loop(x);
    char text[P_TEXT_MAX];
    if (x->turn < l->first_turn || !is_fair(l) || !hot || !comes_round(x))
        return EXECUTED_ALL;
    write_text(x, hot, text, sizeof text);
    return execution_fail(x, &hot->machine, P_ERROR_LIVENESS, text, P_NONE);
}

// ---------------------------------------------------------------------------- more rounds

// The number in the next round of a machine that has a turn in a round.
static uint32_t next_number(const Execution *x, uint32_t machine)
{
    const Loop *l = x->loop;
    return machine <= l->machines ? l->renamed[machine] : machine + x->player_count - l->machines;
}

static void add_turn(Schedule *out, const Schedule *s, uint32_t i, uint32_t machine)
{
    const Turn *t = &s->turns[i];
    schedule_add(out, machine, t->moves, s->choices + t->first_choice, t->choice_count);
}

bool schedule_unroll(const PProgram *p, const PTest *test, const Schedule *s, uint32_t rounds,
                     Schedule *out)
{
    Execution *x = execution_new(p, test, NULL);
    Bug bug;
    assert(s->loop > 0 && s->loop <= s->turn_count);
    bool is_fine = execution_follow(x, s, &bug) == EXECUTED_BUG && bug.kind == P_ERROR_LIVENESS;
    *out = (Schedule){.network = s->network};
    for (uint32_t i = 0; i < s->turn_count && is_fine; i++)
        add_turn(out, s, i, s->turns[i].machine);
    for (uint32_t round = 2; round <= rounds && is_fine; round++)
        for (uint32_t i = s->loop - 1; i < s->turn_count; i++) {
            uint32_t machine = s->turns[i].machine;
            for (uint32_t k = 1; k < round; k++)
                machine = next_number(x, machine);
            assert(machine > 0);
            add_turn(out, s, i, machine);
        }
    if (is_fine)
        out->loop = out->turn_count - (s->turn_count - s->loop);
    execution_free(x);
    return is_fine;
}

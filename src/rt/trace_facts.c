// rt/trace_facts.c: what happened, as a TraceFact for each step.

#include <inttypes.h>

#include "base/err.h"
#include "rt/trace_impl.h"

static bool is_spec(const PProgram *p, uint32_t kind)
{
    return p->machines[kind].kind == P_MACHINE_SPEC || p->machines[kind].kind == P_MACHINE_SCENARIO;
}

static void set_machine(const Trace *t, TraceFact *f, const Machine *m)
{
    f->is_monitor = is_spec(t->program, m->kind);
    f->who = f->is_monitor ? m->kind : m->id;
}

// A step of a machine or monitor, with its state. A machine that has not entered its start state
// yet has none. `m` may be NULL.
static TraceFact fact_of(const Trace *t, TraceKind kind, const Machine *m)
{
    TraceFact f = {.kind = kind,
                   .state = P_NONE,
                   .to = P_NONE,
                   .event = P_NONE,
                   .fun = P_NONE,
                   .type = P_NONE};
    if (m) {
        set_machine(t, &f, m);
        f.state = machine_state(m);
    }
    return f;
}

// ----------------------------------------------------------------------- inside machines

static const TraceKind happening_kinds[] = {
    [HAPPENED_ENTRY] = TRACED_ENTRY,     [HAPPENED_EXIT] = TRACED_EXIT,
    [HAPPENED_DEQUEUE] = TRACED_DEQUEUE, [HAPPENED_RAISE] = TRACED_RAISE,
    [HAPPENED_GOTO] = TRACED_GOTO,       [HAPPENED_PUSH] = TRACED_PUSH,
    [HAPPENED_POP] = TRACED_POP,         [HAPPENED_RECEIVE] = TRACED_RECEIVE,
    [HAPPENED_HALT] = TRACED_HALT,       [HAPPENED_UNHANDLED] = TRACED_UNHANDLED,
    [HAPPENED_CALL] = TRACED_CALL,
};

// The position of the state's handler for the event, else of the state.
static PPosition handler_position(const PProgram *p, uint32_t state, uint32_t event)
{
    const PState *s = &p->states[state];
    for (uint32_t i = 0; i < s->handler_count; i++)
        if (s->handlers[i].event == event)
            return s->handlers[i].at;
    return s->at;
}

static PPosition happening_position(const Trace *t, const Machine *m, Happening what,
                                    uint32_t state, uint32_t event)
{
    bool is_statement = what == HAPPENED_RAISE || what == HAPPENED_RECEIVE || what == HAPPENED_CALL;
    if (is_statement || state == P_NONE)
        return machine_position(m);
    if (what == HAPPENED_DEQUEUE || what == HAPPENED_UNHANDLED)
        return handler_position(t->program, state, event);
    return t->program->states[state].at;
}

void trace_happened(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                    uint32_t type, PWord value)
{
    Trace *t = data;
    bool is_move = what == HAPPENED_GOTO || what == HAPPENED_PUSH;

    if (what == HAPPENED_CALL && !t->blocks)
        return;
    pthread_mutex_lock(&t->lock);
    TraceFact f = fact_of(t, happening_kinds[what], m);
    if (is_move)
        f.to = state;
    else
        f.state = state;
    if (what == HAPPENED_CALL)
        f.fun = event;
    else if (event != P_EVENT_NULL || what == HAPPENED_DEQUEUE)
        f.event = event;
    f.type = type;
    f.value = value;
    f.at = happening_position(t, m, what, state, event);
    trace_tell(t, &f);
    pthread_mutex_unlock(&t->lock);
}

// ----------------------------------------------------------------------------- the host says

void trace_turn(Trace *t, const Machine *m, uint32_t moves)
{
    pthread_mutex_lock(&t->lock);
    TraceFact s = fact_of(t, TRACED_TURN, m);
    s.state = P_NONE;
    s.moves = moves;
    trace_tell(t, &s);
    pthread_mutex_unlock(&t->lock);
}

// "total = 7, who = Client(3)"
static void print_variables(Trace *t, const Machine *m)
{
    const PMachineInfo *info = &t->program->machines[m->kind];
    PPrinter printer = trace_printer(t);
    for (uint32_t i = 0; i < info->var_count; i++) {
        uint32_t type = info->var_types[i];
        const char *quote = t->program->types[type].kind == P_TYPE_STRING ? "\"" : "";
        buf_print(&t->payload, "%s%s = %s", i ? ", " : "", info->var_names[i], quote);
        p_print(t->program, type, m->shared.vars[i], &printer);
        buf_str(&t->payload, quote);
    }
}

void trace_variables(Trace *t, const Machine *m)
{
    uint64_t key = is_spec(t->program, m->kind) ? (uint64_t)m->kind << 32 | 1 << 30 : m->id;

    if (!t->to.has_variables || t->program->machines[m->kind].var_count == 0)
        return;
    pthread_mutex_lock(&t->lock);
    TraceFact s = fact_of(t, TRACED_VARIABLES, m);
    print_variables(t, m);
    s.text = buf_text(&t->payload);
    s.text_size = t->payload.size;
    uintptr_t sum = (uintptr_t)trace_sum(0, s.text, s.text_size);
    if ((uintptr_t)map_get(&t->shown, key) != sum) {
        map_put(&t->shown, key, (void *)sum);
        trace_tell(t, &s);
    }
    pthread_mutex_unlock(&t->lock);
}

void trace_create(Trace *t, const Machine *by, const Machine *created, PWord payload)
{
    const PMachineInfo *info = &t->program->machines[created->kind];

    pthread_mutex_lock(&t->lock);
    if (!is_spec(t->program, created->kind))
        trace_give_name(t, created->id, info->name);
    TraceFact s = fact_of(t, TRACED_CREATE, created);
    s.state = by ? machine_state(by) : P_NONE;
    s.by = by ? by->id : 0;
    s.type = t->program->interfaces[created->interface].payload;
    s.value = payload;
    s.at = by ? machine_position(by) : info->at;
    trace_tell(t, &s);
    pthread_mutex_unlock(&t->lock);
}

void trace_create_away(Trace *t, const Machine *by, uint32_t created, uint32_t interface,
                       PWord payload)
{
    pthread_mutex_lock(&t->lock);
    TraceFact s = fact_of(t, TRACED_CREATE, by);
    s.by = s.who;
    s.who = created;
    s.type = t->program->interfaces[interface].payload;
    s.value = payload;
    s.at = machine_position(by);
    trace_tell(t, &s);
    pthread_mutex_unlock(&t->lock);
}

// Takes the lock, which `finish` releases.
static TraceFact begin(Trace *t, TraceKind kind, const Machine *by, uint32_t event)
{
    pthread_mutex_lock(&t->lock);
    TraceFact s = fact_of(t, kind, by);
    s.event = event;
    return s;
}

static void finish(Trace *t, TraceFact *s, const Machine *by)
{
    if (by)
        s->at = machine_position(by);
    trace_tell(t, s);
    pthread_mutex_unlock(&t->lock);
}

void trace_send(Trace *t, const Machine *by, PWord target, uint32_t event, PWord payload)
{
    TraceFact s = begin(t, TRACED_SEND, by, event);
    s.type = t->program->events[event].payload;
    s.value = payload;
    s.target = P_MACHINE_ID(target);
    finish(t, &s, by);
}

// What happened to an event that was sent in an earlier step.
static void arrive(Trace *t, TraceKind kind, const Machine *by, PWord target, uint32_t event)
{
    TraceFact s = begin(t, kind, by, event);
    s.target = P_MACHINE_ID(target);
    finish(t, &s, by);
}

void trace_enqueue(Trace *t, const Machine *by, PWord target, uint32_t event)
{
    arrive(t, TRACED_ENQUEUE, by, target, event);
}

void trace_drop_event(Trace *t, const Machine *by, PWord target, uint32_t event)
{
    arrive(t, TRACED_DROP, by, target, event);
}

// No machine of a program has a name with a blank in it.
void trace_open(Trace *t, uint32_t number, const char *kind, uint32_t by, uint32_t target)
{
    Buf name = {0};
    buf_print(&name, "%s ", kind);
    TraceFact s = begin(t, TRACED_OPEN, NULL, P_NONE);
    trace_give_name(t, number, buf_text(&name));
    s.who = number;
    s.by = by;
    s.target = target;
    finish(t, &s, NULL);
    buf_drop(&name);
}

void trace_fault(Trace *t, TraceKind kind, uint32_t who, uint32_t target, uint32_t event)
{
    TraceFact s = begin(t, kind, NULL, event);
    s.who = who;
    s.target = target;
    finish(t, &s, NULL);
}

void trace_pick(Trace *t, uint32_t who, uint32_t count, uint32_t chosen)
{
    assert(chosen < count);
    TraceFact s = begin(t, TRACED_CHOICE, NULL, P_NONE);
    s.who = who;
    s.count = count;
    s.chosen = chosen;
    finish(t, &s, NULL);
}

static void travel(Trace *t, TraceKind kind, uint32_t from, PWord target, uint32_t event,
                   PWord payload, bool has_payload)
{
    TraceFact s = begin(t, kind, NULL, event);
    s.who = from;
    s.target = P_MACHINE_ID(target);
    if (has_payload) {
        s.type = t->program->events[event].payload;
        s.value = payload;
    }
    finish(t, &s, NULL);
}

void trace_deliver(Trace *t, uint32_t from, PWord target, uint32_t event, PWord payload)
{
    travel(t, TRACED_DELIVER, from, target, event, payload, true);
}

void trace_undelivered(Trace *t, uint32_t from, PWord target, uint32_t event)
{
    travel(t, TRACED_DROP, from, target, event, 0, false);
}

void trace_announce(Trace *t, const Machine *by, uint32_t event, PWord payload)
{
    TraceFact s = begin(t, TRACED_ANNOUNCE, by, event);
    s.type = t->program->events[event].payload;
    s.value = payload;
    finish(t, &s, by);
}

void trace_choice(Trace *t, const Machine *by, uint32_t count, uint32_t chosen, bool is_fair)
{
    assert(chosen < count);
    TraceFact s = begin(t, TRACED_CHOICE, by, P_NONE);
    s.count = count;
    s.chosen = chosen;
    s.is_fair = is_fair;
    finish(t, &s, by);
}

void trace_print(Trace *t, const Machine *by, const char *text, size_t size)
{
    TraceFact s = begin(t, TRACED_PRINT, by, P_NONE);
    s.text = text;
    s.text_size = size;
    finish(t, &s, by);
}

void trace_error(Trace *t, const Machine *by, PError error, bool is_suspected, const char *message,
                 uint32_t event)
{
    TraceFact s = begin(t, TRACED_ERROR, by, event);
    s.error = error_kind(error);
    s.message = message;
    s.is_suspected = is_suspected;
    finish(t, &s, by);
}

void trace_loop(Trace *t)
{
    TraceFact s = begin(t, TRACED_LOOP, NULL, P_NONE);
    finish(t, &s, NULL);
}

void trace_end(Trace *t, const char *outcome)
{
    TraceFact s = begin(t, TRACED_END, NULL, P_NONE);
    s.outcome = outcome;
    finish(t, &s, NULL);
}

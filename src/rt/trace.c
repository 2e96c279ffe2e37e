// rt/trace.c: writes one line for each step.
//
// Each function fills in a TraceFact. Blocks take it as it is; otherwise `tell` makes a TraceStep
// of it, and passes that to the writer and to the observer. The
// members of a line have a fixed order: step, kind, machine, its state, the details, position. A
// member without a value is left out.

#include "rt/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/err.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "rt/cbor.h"
#include "rt/trace_blocks.h"
#include "rt/value_json.h"

enum { TRACE_VERSION = 1 };

const char *error_kind(PError error)
{
    static const char *const kinds[] = {
        [P_ERROR_NONE] = "none",
        [P_ERROR_ASSERTION] = "assertion",
        [P_ERROR_UNHANDLED_EVENT] = "unhandled-event",
        [P_ERROR_DEADLOCK] = "deadlock",
        [P_ERROR_LIVENESS] = "liveness",
        [P_ERROR_NULL_TARGET] = "null-target",
        [P_ERROR_BAD_CAST] = "bad-cast",
        [P_ERROR_INDEX] = "index",
        [P_ERROR_MISSING_KEY] = "missing-key",
        [P_ERROR_DUPLICATE_KEY] = "duplicate-key",
        [P_ERROR_DIVIDE_BY_ZERO] = "divide-by-zero",
        [P_ERROR_CHOOSE] = "choose",
        [P_ERROR_QUEUE_BOUND] = "queue-bound",
        [P_ERROR_INFINITE_LOOP] = "infinite-loop",
        [P_ERROR_FORBIDDEN_SEND] = "forbidden-send",
        [P_ERROR_FOREIGN] = "foreign",
        [P_ERROR_STACK_OVERFLOW] = "stack-overflow",
        [P_ERROR_SETUP] = "set-up",
    };
    return (size_t)error < sizeof kinds / sizeof *kinds ? kinds[error] : "unknown";
}

// ------------------------------------------------------------------------------- JSON

static void add_bytes(Buf *b, const char *name, const char *text, size_t size)
{
    buf_print(b, ",\"%s\":\"", name);
    text_json(b, text, size);
    buf_char(b, '"');
}

static void add_member(Buf *b, const char *name, const char *value)
{
    add_bytes(b, name, value, strlen(value));
}

// ------------------------------------------------------------------------------ names

static bool is_spec(const PProgram *p, uint32_t kind)
{
    return p->machines[kind].kind == P_MACHINE_SPEC || p->machines[kind].kind == P_MACHINE_SCENARIO;
}

static const char *keep_name(Trace *t, uint32_t id, char *name)
{
    MEMORY_GROW(t->names, t->name_count + 1, t->name_capacity);
    assert(id != 0 && !map_get(&t->numbers, id));  // a machine is created once
    t->names[t->name_count++] = name;
    map_put(&t->numbers, id, (void *)(uintptr_t)t->name_count);
    return name;
}

const char *trace_name(Trace *t, uint32_t machine)
{
    uintptr_t place = (uintptr_t)map_get(&t->numbers, machine);
    assert(place <= t->name_count);
    if (place)
        return t->names[place - 1];
    if (machine && t->name)
        return keep_name(t, machine, memory_copy_text(t->name(t->name_data, machine)));
    return machine ? "Machine(?)" : "null";
}

static void give_name(Trace *t, uint32_t id, const char *kind)
{
    Buf name = {0};

    if (t->name || t->blocks)
        return;
    buf_print(&name, "%s(%" PRIu32 ")", kind, t->name_count + 1);
    keep_name(t, id, name.text);
}

void trace_use_names(Trace *t, const char *(*name)(void *data, uint32_t machine), void *data)
{
    assert(t->step == 0);
    t->name = name;
    t->name_data = data;
}

// -------------------------------------------------------------------------- the writer

const char *trace_kind_word(TraceKind kind)
{
    static const char *const words[TRACED_COUNT] = {
        [TRACED_CREATE] = "create",       [TRACED_SEND] = "send",
        [TRACED_ENQUEUE] = "enqueue",     [TRACED_DROP] = "drop",
        [TRACED_OPEN] = "open",           [TRACED_DELIVER] = "deliver",
        [TRACED_LOST] = "lost",           [TRACED_CRASH] = "crash",
        [TRACED_CUT] = "cut",             [TRACED_SUSPECT] = "suspect",
        [TRACED_DEQUEUE] = "dequeue",     [TRACED_RECEIVE] = "receive",
        [TRACED_CALL] = "call",
        [TRACED_ENTRY] = "entry",         [TRACED_EXIT] = "exit",
        [TRACED_GOTO] = "goto",           [TRACED_PUSH] = "push",
        [TRACED_POP] = "pop",             [TRACED_RAISE] = "raise",
        [TRACED_UNHANDLED] = "unhandled", [TRACED_HALT] = "halt",
        [TRACED_CHOICE] = "choice",       [TRACED_ANNOUNCE] = "announce",
        [TRACED_PRINT] = "print",         [TRACED_ERROR] = "error",
        [TRACED_VARIABLES] = "variables", [TRACED_TURN] = "turn",
        [TRACED_LOOP] = "loop",           [TRACED_END] = "end",
    };
    assert(kind < TRACED_COUNT);
    return words[kind];
}

uint64_t trace_sum(uint64_t sum, const char *line, size_t size)
{
    return XXH3_64bits_withSeed(line, size, sum);
}

// Ends the line and writes it.
static void end_line(Trace *t)
{
    buf_str(&t->line, "}\n");
    assert(!memchr(t->line.text, '\n', t->line.size - 1));  // one line for each step
    fwrite(t->line.text, 1, t->line.size, t->out);
    t->sum = trace_sum(t->sum, t->line.text, t->line.size);
}

// Adds a member, unless its value is NULL.
static void add_optional(Buf *b, const char *name, const char *value)
{
    if (value)
        add_member(b, name, value);
}

static void add_numbers(Buf *b, const TraceStep *s)
{
    if (s->kind == TRACED_CHOICE)
        buf_print(b, ",\"of\":%" PRIu32 ",\"chosen\":%" PRIu32 "%s", s->count, s->chosen,
                  s->is_fair ? ",\"fair\":true" : "");
    if (s->kind == TRACED_TURN)
        buf_print(b, ",\"moves\":%" PRIu32, s->moves);
}

static void add_place(Buf *b, const TraceStep *s)
{
    if (!s->file)
        return;
    buf_str(b, ",\"at\":\"");
    text_json(b, s->file, strlen(s->file));
    buf_print(b, ":%" PRIu32 ":%" PRIu32 "\"", s->line, s->column);
}

static void write_step(Trace *t, const TraceStep *s)
{
    Buf *b = &t->line;

    b->size = 0;
    buf_print(b, "{\"step\":%" PRIu64 ",\"what\":\"%s\"", t->step, trace_kind_word(s->kind));
    add_optional(b, s->is_monitor ? "monitor" : "machine", s->who);
    add_optional(b, "by", s->by);
    add_optional(b, "state", s->state);
    add_optional(b, "to", s->to);
    add_optional(b, "temperature", s->temperature);
    add_optional(b, "event", s->event);
    add_optional(b, "function", s->function);
    if (s->payload)
        add_bytes(b, "payload", s->payload, s->payload_size);
    add_optional(b, "encoded", s->encoded);
    add_optional(b, "target", s->target);
    add_numbers(b, s);
    if (s->text)
        add_bytes(b, "text", s->text, s->text_size);
    add_optional(b, "kind", s->error);
    add_optional(b, "message", s->message);
    add_optional(b, "outcome", s->outcome);
    if (s->kind == TRACED_END)
        buf_print(b, ",\"sum\":\"%016" PRIx64 "\"", trace_sum(t->sum, b->text, b->size));
    add_place(b, s);
    end_line(t);
}

// ------------------------------------------------------------------------------ parts

static const char *state_name(const Trace *t, uint32_t state)
{
    assert(state == P_NONE || state < t->program->state_count);
    return state != P_NONE ? t->program->states[state].name : NULL;
}

static const char *event_name(const Trace *t, uint32_t event)
{
    assert(event == P_NONE || event < t->program->event_count);
    return event != P_NONE ? t->program->events[event].name : NULL;
}

static void set_place(const Trace *t, TraceStep *s, PPosition at)
{
    if (at.line == 0)
        return;
    assert(at.file < t->program->file_count);
    s->file = t->program->files[at.file];
    s->line = at.line;
    s->column = at.column;
}

static void write_value(void *to, const char *text, size_t size)
{
    buf_add(&((Trace *)to)->payload, text, size);
}

static const char *value_name(void *to, uint32_t machine)
{
    return trace_name(to, machine);
}

static void set_payload(Trace *t, TraceStep *s, uint32_t type, PWord value)
{
    if (type == P_NONE || t->program->types[type].kind == P_TYPE_NULL)
        return;
    PPrinter printer = {.write = write_value, .to = t, .name = value_name, .quotes = true};
    t->payload.size = 0;
    p_print(t->program, type, value, &printer);
    s->payload = buf_text(&t->payload);
    s->payload_size = t->payload.size;
    s->type = type;
    s->value = value;
}

void trace_payload_json(const TraceStep *s, Buf *out)
{
    assert(s->trace && s->type != P_NONE);
    value_json(out, s->trace->program, s->type, s->value, value_name, (void *)s->trace);
}

static const char *const temperature_words[] = {"warm", "hot", "cold"};

// Whether it came from outside, so that a program that executes the steps again needs its value.
static bool is_input(const TraceFact *f)
{
    bool is_new = f->kind == TRACED_CREATE && !f->is_monitor && !f->by;
    return (f->kind == TRACED_SEND && !f->who) || is_new || f->kind == TRACED_CALL;
}

static void set_encoded(Trace *t, TraceStep *s, const TraceFact *f)
{
    Err err = {0};
    Buf bytes = {0};

    if (!t->encoding || !is_input(f) || f->payload || f->type == P_NONE ||
        !cbor_encode(t->program, f->type, f->value, t->encoding, &bytes, &err))
        return;
    t->encoded.size = 0;
    for (size_t i = 0; i < bytes.size; i++)
        buf_print(&t->encoded, "%02x", (uint8_t)bytes.text[i]);
    buf_drop(&bytes);
    s->encoded = buf_text(&t->encoded);
}

// The step with names instead of numbers.
static TraceStep named(Trace *t, const TraceFact *f)
{
    TraceStep s = {
        .kind = f->kind,
        .is_monitor = f->is_monitor,
        .state = state_name(t, f->state),
        .to = state_name(t, f->to),
        .event = event_name(t, f->event),
        .function = f->fun != P_NONE ? t->program->funs[f->fun].name : NULL,
        .target = f->target ? trace_name(t, f->target) : NULL,
        .by = f->by ? trace_name(t, f->by) : NULL,
        .count = f->count,
        .chosen = f->chosen,
        .is_fair = f->is_fair,
        .text = f->text,
        .text_size = f->text_size,
        .error = f->error,
        .message = f->message,
        .moves = f->moves,
        .outcome = f->outcome,
        .trace = t,
        .type = P_NONE,
    };

    s.who = f->is_monitor ? t->program->machines[f->who].name
            : f->who      ? trace_name(t, f->who)
                          : NULL;
    if (f->kind == TRACED_ENTRY && f->is_monitor && f->state != P_NONE)
        s.temperature = temperature_words[t->program->states[f->state].temperature];
    set_payload(t, &s, f->type, f->value);
    if (f->payload) {
        s.payload = f->payload;
        s.payload_size = f->payload_size;
    }
    set_encoded(t, &s, f);
    set_place(t, &s, f->at);
    return s;
}

// Counts the step and passes it on. The caller holds the lock.
static void tell(Trace *t, const TraceFact *f)
{
    t->step++;
    if (t->blocks) {
        trace_blocks_add(t->blocks, f);
        return;
    }
    TraceStep s = named(t, f);
    if (t->out)
        write_step(t, &s);
    if (t->to.take)
        t->to.take(t->to.data, &s);
}

void trace_tell(Trace *t, const TraceFact *fact)
{
    tell(t, fact);
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
    bool is_statement =
        what == HAPPENED_RAISE || what == HAPPENED_RECEIVE || what == HAPPENED_CALL;
    if (is_statement || state == P_NONE)
        return machine_position(m);
    if (what == HAPPENED_DEQUEUE || what == HAPPENED_UNHANDLED)
        return handler_position(t->program, state, event);
    return t->program->states[state].at;
}

static void happened(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
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
    tell(t, &f);
    pthread_mutex_unlock(&t->lock);
}

// --------------------------------------------------------------------------- the host

static void add_texts(Buf *line, const char *const *texts, size_t count)
{
    buf_char(line, '[');
    for (size_t i = 0; i < count; i++) {
        buf_str(line, i ? ",\"" : "\"");
        text_json(line, texts[i], strlen(texts[i]));
        buf_char(line, '"');
    }
    buf_char(line, ']');
}

static void add_network(Buf *line, const TraceOrigin *origin)
{
    add_member(line, "network", origin->network);
    if (origin->with_creator_count) {
        buf_str(line, ",\"with-creator\":");
        add_texts(line, origin->with_creator, origin->with_creator_count);
    }
    if (origin->crashes || origin->cuts || origin->suspicions)
        buf_print(line, ",\"faults\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", origin->crashes,
                  origin->cuts, origin->suspicions);
    if (origin->container)
        buf_print(line, ",\"container\":\"%" PRIx64 "\"", origin->container);
    if (origin->tables)
        buf_print(line, ",\"tables\":\"%016" PRIx64 "\"", origin->tables);
    if (origin->replaces)
        buf_print(line, ",\"replaces\":\"%" PRIx64 "\"", origin->replaces);
}

static void add_origin(Buf *line, const TraceOrigin *origin)
{
    buf_str(line, ",\"paths\":");
    add_texts(line, origin->paths, origin->path_count);
    add_member(line, "dialect", origin->dialect);
    if (origin->network)
        add_network(line, origin);
    if (origin->loop_limit)
        buf_print(line, ",\"loop-limit\":%" PRId64, origin->loop_limit);
}

void trace_init(Trace *t, FILE *out, const PProgram *p, const PTest *test, const uint64_t *seed,
                const TraceOrigin *origin)
{
    *t = (Trace){.out = out, .program = p};
    t->observer = (Observer){.happened = happened, .data = t};
    pthread_mutex_init(&t->lock, NULL);
    if (!out)
        return;
    buf_print(&t->line, "{\"plait-trace\":%d", TRACE_VERSION);
    add_member(&t->line, "program", p->file_count ? p->files[0] : "");
    add_member(&t->line, "test", test->name);
    if (seed)
        buf_print(&t->line, ",\"seed\":%" PRIu64, *seed);
    else
        buf_str(&t->line, ",\"seed\":null");
    if (origin)
        add_origin(&t->line, origin);
    buf_add(&t->header, t->line.text, t->line.size);
    end_line(t);
}

void trace_observe(Trace *t, const TraceObserver *observer)
{
    assert(t->step == 0);
    t->to = *observer;
}

void trace_use_blocks(Trace *t, TraceMachine (*machine)(void *data, uint32_t id), void *data)
{
    assert(t->step == 0 && t->out);
    t->blocks = trace_blocks_new(t->out, t->program, machine, data);
}

uint64_t trace_size(const Trace *t)
{
    return trace_blocks_size(t->blocks);
}

void trace_begin_again(Trace *t, FILE *out)
{
    assert(t->blocks);
    fprintf(out, "%s,\"part\":%" PRIu32 "}\n", buf_text(&t->header), ++t->part);
    t->out = out;
    trace_blocks_begin_again(t->blocks, out);
}

void trace_flush(Trace *t)
{
    if (t->blocks)
        trace_blocks_flush(t->blocks);
    if (t->out)
        fflush(t->out);
}

void trace_drop(Trace *t)
{
    if (t->blocks)
        trace_blocks_free(t->blocks);
    for (uint32_t i = 0; i < t->name_count; i++)
        free(t->names[i]);
    free(t->names);
    map_drop(&t->numbers);
    map_drop(&t->shown);
    buf_drop(&t->line);
    buf_drop(&t->payload);
    buf_drop(&t->encoded);
    buf_drop(&t->header);
    pthread_mutex_destroy(&t->lock);
}

void trace_turn(Trace *t, const Machine *m, uint32_t moves)
{
    pthread_mutex_lock(&t->lock);
    TraceFact s = fact_of(t, TRACED_TURN, m);
    s.state = P_NONE;
    s.moves = moves;
    tell(t, &s);
    pthread_mutex_unlock(&t->lock);
}

// "total = 7, who = Client(3)"
static void print_variables(Trace *t, const Machine *m)
{
    const PMachineInfo *info = &t->program->machines[m->kind];
    PPrinter printer = {.write = write_value, .to = t, .name = value_name, .quotes = true};
    t->payload.size = 0;
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
        tell(t, &s);
    }
    pthread_mutex_unlock(&t->lock);
}

void trace_create(Trace *t, const Machine *by, const Machine *created, PWord payload)
{
    const PMachineInfo *info = &t->program->machines[created->kind];

    pthread_mutex_lock(&t->lock);
    if (!is_spec(t->program, created->kind))
        give_name(t, created->id, info->name);
    TraceFact s = fact_of(t, TRACED_CREATE, created);
    s.state = by ? machine_state(by) : P_NONE;
    s.by = by ? by->id : 0;
    s.type = t->program->interfaces[created->interface].payload;
    s.value = payload;
    s.at = by ? machine_position(by) : info->at;
    tell(t, &s);
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
    tell(t, &s);
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
    tell(t, s);
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
    give_name(t, number, buf_text(&name));
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

void trace_error(Trace *t, const Machine *by, PError error, const char *message, uint32_t event)
{
    TraceFact s = begin(t, TRACED_ERROR, by, event);
    s.error = error_kind(error);
    s.message = message;
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

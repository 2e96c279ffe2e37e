// rt/trace.c: one line for each happening.
//
// Members come in a fixed order: step, what, who, where it is, what it is about,
// position. A member that says nothing is left out.

#include "rt/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/err.h"
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

const char *trace_name(const Trace *t, uint32_t machine)
{
    uintptr_t place = (uintptr_t)map_get(&t->numbers, machine);
    assert(place <= t->name_count);
    return place ? t->names[place - 1] : machine ? "Machine(?)" : "null";
}

static const char *name_of(const Trace *t, const Machine *m)
{
    return is_spec(t->program, m->kind) ? t->program->machines[m->kind].name : trace_name(t, m->id);
}

static void give_name(Trace *t, const Machine *m)
{
    if (t->name_count == t->name_capacity) {
        t->name_capacity = t->name_capacity ? t->name_capacity * 2 : 16;
        t->names = realloc(t->names, t->name_capacity * sizeof *t->names);
        if (!t->names)
            die_out_of_memory(t->name_capacity * sizeof *t->names);
    }
    assert(m->id != 0 && !map_get(&t->numbers, m->id));  // a machine is created once
    Buf name = {0};
    buf_print(&name, "%s(%" PRIu32 ")", t->program->machines[m->kind].name, t->name_count + 1);
    t->names[t->name_count++] = name.text;
    map_put(&t->numbers, m->id, (void *)(uintptr_t)t->name_count);
}

// ------------------------------------------------------------------------------ parts

static void begin(Trace *t, const char *what)
{
    t->line.size = 0;
    buf_print(&t->line, "{\"step\":%" PRIu64 ",\"what\":\"%s\"", ++t->step, what);
}

static void add_who(Trace *t, const Machine *m)
{
    if (m)
        add_member(&t->line, is_spec(t->program, m->kind) ? "monitor" : "machine", name_of(t, m));
}

static void add_state(Trace *t, const char *member, uint32_t state)
{
    assert(state == P_NONE || state < t->program->state_count);
    if (state != P_NONE)
        add_member(&t->line, member, t->program->states[state].name);
}

// A machine that has not entered its first state yet is in none.
static void add_own_state(Trace *t, const Machine *m)
{
    if (m)
        add_state(t, "state", machine_state(m));
}

static void add_event(Trace *t, uint32_t event)
{
    assert(event == P_NONE || event < t->program->event_count);
    if (event != P_NONE)
        add_member(&t->line, "event", t->program->events[event].name);
}

static void write_value(void *to, const char *text, size_t size)
{
    text_json(&((Trace *)to)->line, text, size);
}

static const char *value_name(void *to, uint32_t machine)
{
    return trace_name(to, machine);
}

static void add_payload(Trace *t, uint32_t type, PWord value)
{
    if (type == P_NONE || t->program->types[type].kind == P_TYPE_NULL)
        return;
    PPrinter printer = {.write = write_value, .to = t, .name = value_name, .quotes = true};
    buf_str(&t->line, ",\"payload\":\"");
    p_print(t->program, type, value, &printer);
    buf_char(&t->line, '"');
    if (t->detail & TRACE_TYPED) {
        buf_str(&t->line, ",\"value\":");
        value_json(&t->line, t->program, type, value, value_name, t);
    }
}

uint64_t trace_sum(uint64_t sum, const char *line, size_t size)
{
    return XXH3_64bits_withSeed(line, size, sum);
}

// Ends the line and writes it.
static void end(Trace *t)
{
    buf_str(&t->line, "}\n");
    assert(!memchr(t->line.text, '\n', t->line.size - 1));  // one line for each happening
    fwrite(t->line.text, 1, t->line.size, t->out);
    t->sum = trace_sum(t->sum, t->line.text, t->line.size);
}

static void end_at(Trace *t, PPosition at)
{
    if (at.line) {
        assert(at.file < t->program->file_count);
        buf_str(&t->line, ",\"at\":\"");
        const char *file = t->program->files[at.file];
        text_json(&t->line, file, strlen(file));
        buf_print(&t->line, ":%" PRIu32 ":%" PRIu32 "\"", at.line, at.column);
    }
    end(t);
}

static void end_where(Trace *t, const Machine *m)
{
    if (m)
        end_at(t, machine_position(m));
    else
        end(t);
}

// ----------------------------------------------------------------------- inside machines

static const char *const happening_words[] = {
    [HAPPENED_ENTRY] = "entry",     [HAPPENED_EXIT] = "exit",
    [HAPPENED_DEQUEUE] = "dequeue", [HAPPENED_RAISE] = "raise",
    [HAPPENED_GOTO] = "goto",       [HAPPENED_PUSH] = "push",
    [HAPPENED_POP] = "pop",         [HAPPENED_RECEIVE] = "receive",
    [HAPPENED_HALT] = "halt",       [HAPPENED_UNHANDLED] = "unhandled",
};

static const char *const temperature_words[] = {"warm", "hot", "cold"};

// Where the state says what to do with the event, else where the state is.
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
    bool is_statement = what == HAPPENED_RAISE || what == HAPPENED_RECEIVE;
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

    pthread_mutex_lock(&t->lock);
    begin(t, happening_words[what]);
    add_who(t, m);
    if (is_move) {
        add_own_state(t, m);
        add_state(t, "to", state);
    } else {
        add_state(t, "state", state);
    }
    if (what == HAPPENED_ENTRY && is_spec(t->program, m->kind) && state != P_NONE)
        add_member(&t->line, "temperature",
                   temperature_words[t->program->states[state].temperature]);
    if (event != P_EVENT_NULL || what == HAPPENED_DEQUEUE)
        add_event(t, event);
    add_payload(t, type, value);
    end_at(t, happening_position(t, m, what, state, event));
    pthread_mutex_unlock(&t->lock);
}

// --------------------------------------------------------------------------- the host

static void add_origin(Buf *line, const TraceOrigin *origin)
{
    buf_str(line, ",\"paths\":[");
    for (size_t i = 0; i < origin->path_count; i++) {
        buf_str(line, i ? ",\"" : "\"");
        text_json(line, origin->paths[i], strlen(origin->paths[i]));
        buf_char(line, '"');
    }
    buf_char(line, ']');
    add_member(line, "dialect", origin->dialect);
    if (origin->loop_limit)
        buf_print(line, ",\"loop-limit\":%" PRId64, origin->loop_limit);
}

void trace_init(Trace *t, FILE *out, const PProgram *p, const PTest *test, const uint64_t *seed,
                const TraceOrigin *origin)
{
    *t = (Trace){.out = out, .program = p};
    t->observer = (Observer){.happened = happened, .data = t};
    pthread_mutex_init(&t->lock, NULL);
    buf_print(&t->line, "{\"plait-trace\":%d", TRACE_VERSION);
    add_member(&t->line, "program", p->file_count ? p->files[0] : "");
    add_member(&t->line, "test", test->name);
    if (seed)
        buf_print(&t->line, ",\"seed\":%" PRIu64, *seed);
    else
        buf_str(&t->line, ",\"seed\":null");
    if (origin)
        add_origin(&t->line, origin);
    end(t);
}

void trace_drop(Trace *t)
{
    for (uint32_t i = 0; i < t->name_count; i++)
        free(t->names[i]);
    free(t->names);
    map_drop(&t->numbers);
    map_drop(&t->shown);
    buf_drop(&t->line);
    pthread_mutex_destroy(&t->lock);
}

void trace_loop(Trace *t)
{
    pthread_mutex_lock(&t->lock);
    begin(t, "loop");
    end(t);
    pthread_mutex_unlock(&t->lock);
}

void trace_turn(Trace *t, const Machine *m, uint32_t moves)
{
    pthread_mutex_lock(&t->lock);
    begin(t, "turn");
    add_who(t, m);
    buf_print(&t->line, ",\"moves\":%" PRIu32, moves);
    end(t);
    pthread_mutex_unlock(&t->lock);
}

// "total = 7, who = Client(3)"
static void add_variables(Trace *t, const Machine *m)
{
    const PMachineInfo *info = &t->program->machines[m->kind];
    PPrinter printer = {.write = write_value, .to = t, .name = value_name, .quotes = true};
    for (uint32_t i = 0; i < info->var_count; i++) {
        uint32_t type = info->var_types[i];
        const char *quote = t->program->types[type].kind == P_TYPE_STRING ? "\\\"" : "";
        buf_print(&t->line, "%s%s = %s", i ? ", " : "", info->var_names[i], quote);
        p_print(t->program, type, m->shared.vars[i], &printer);
        buf_str(&t->line, quote);
    }
}

void trace_variables(Trace *t, const Machine *m)
{
    uint64_t key = is_spec(t->program, m->kind) ? (uint64_t)m->kind << 32 | 1 << 30 : m->id;

    if (!(t->detail & TRACE_VARIABLES) || t->program->machines[m->kind].var_count == 0)
        return;
    pthread_mutex_lock(&t->lock);
    begin(t, "variables");
    add_who(t, m);
    add_own_state(t, m);
    size_t start = t->line.size;
    buf_str(&t->line, ",\"text\":\"");
    add_variables(t, m);
    buf_char(&t->line, '"');
    uintptr_t sum = (uintptr_t)trace_sum(0, t->line.text + start, t->line.size - start);
    if ((uintptr_t)map_get(&t->shown, key) == sum) {
        t->step--;  // nothing has changed
    } else {
        map_put(&t->shown, key, (void *)sum);
        end(t);
    }
    pthread_mutex_unlock(&t->lock);
}

void trace_create(Trace *t, const Machine *by, const Machine *created, PWord payload)
{
    const PMachineInfo *info = &t->program->machines[created->kind];

    pthread_mutex_lock(&t->lock);
    if (!is_spec(t->program, created->kind))
        give_name(t, created);
    begin(t, "create");
    add_who(t, created);
    if (by) {
        add_member(&t->line, "by", name_of(t, by));
        add_own_state(t, by);
    }
    add_payload(t, t->program->interfaces[created->interface].payload, payload);
    end_at(t, by ? machine_position(by) : info->at);
    pthread_mutex_unlock(&t->lock);
}

static void begin_sending(Trace *t, const char *what, const Machine *by, uint32_t event)
{
    pthread_mutex_lock(&t->lock);
    begin(t, what);
    add_who(t, by);
    add_own_state(t, by);
    add_event(t, event);
}

void trace_send(Trace *t, const Machine *by, PWord target, uint32_t event, PWord payload)
{
    begin_sending(t, "send", by, event);
    add_payload(t, t->program->events[event].payload, payload);
    add_member(&t->line, "target", trace_name(t, P_MACHINE_ID(target)));
    end_where(t, by);
    pthread_mutex_unlock(&t->lock);
}

// Where an event goes that a line before has told about.
static void arrive(Trace *t, const char *what, const Machine *by, PWord target, uint32_t event)
{
    begin_sending(t, what, by, event);
    add_member(&t->line, "target", trace_name(t, P_MACHINE_ID(target)));
    end_where(t, by);
    pthread_mutex_unlock(&t->lock);
}

void trace_enqueue(Trace *t, const Machine *by, PWord target, uint32_t event)
{
    arrive(t, "enqueue", by, target, event);
}

void trace_drop_event(Trace *t, const Machine *by, PWord target, uint32_t event)
{
    arrive(t, "drop", by, target, event);
}

void trace_announce(Trace *t, const Machine *by, uint32_t event, PWord payload)
{
    begin_sending(t, "announce", by, event);
    add_payload(t, t->program->events[event].payload, payload);
    end_where(t, by);
    pthread_mutex_unlock(&t->lock);
}

void trace_choice(Trace *t, const Machine *by, uint32_t count, uint32_t chosen, bool is_fair)
{
    assert(chosen < count);
    begin_sending(t, "choice", by, P_NONE);
    buf_print(&t->line, ",\"of\":%" PRIu32 ",\"chosen\":%" PRIu32, count, chosen);
    if (is_fair)
        buf_str(&t->line, ",\"fair\":true");
    end_where(t, by);
    pthread_mutex_unlock(&t->lock);
}

void trace_print(Trace *t, const Machine *by, const char *text, size_t size)
{
    begin_sending(t, "print", by, P_NONE);
    add_bytes(&t->line, "text", text, size);
    end_where(t, by);
    pthread_mutex_unlock(&t->lock);
}

void trace_error(Trace *t, const Machine *by, PError error, const char *message, uint32_t event)
{
    begin_sending(t, "error", by, event);
    add_member(&t->line, "kind", error_kind(error));
    add_member(&t->line, "message", message);
    end_where(t, by);
    pthread_mutex_unlock(&t->lock);
}

void trace_end(Trace *t, const char *outcome)
{
    pthread_mutex_lock(&t->lock);
    begin(t, "end");
    add_member(&t->line, "outcome", outcome);
    uint64_t sum = trace_sum(t->sum, t->line.text, t->line.size);
    buf_print(&t->line, ",\"sum\":\"%016" PRIx64 "\"", sum);
    end(t);
    pthread_mutex_unlock(&t->lock);
}

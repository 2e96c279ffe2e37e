// rt/trace.c: writes one line for each step.
//
// A step comes as a TraceFact (trace_facts.c). Blocks take it as it is; otherwise it becomes a
// TraceStep, which goes to the writer and to the observer. The members of a line have a fixed
// order: step, kind, machine, its state, the details, position. A member without a value is left
// out.

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
#include "rt/trace_impl.h"
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

void trace_give_name(Trace *t, uint32_t id, const char *kind)
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
        [TRACED_CREATE] = "create",     [TRACED_SEND] = "send",
        [TRACED_ENQUEUE] = "enqueue",   [TRACED_DROP] = "drop",
        [TRACED_OPEN] = "open",         [TRACED_DELIVER] = "deliver",
        [TRACED_LOST] = "lost",         [TRACED_CRASH] = "crash",
        [TRACED_CUT] = "cut",           [TRACED_SUSPECT] = "suspect",
        [TRACED_DEQUEUE] = "dequeue",   [TRACED_RECEIVE] = "receive",
        [TRACED_CALL] = "call",         [TRACED_ENTRY] = "entry",
        [TRACED_EXIT] = "exit",         [TRACED_GOTO] = "goto",
        [TRACED_PUSH] = "push",         [TRACED_POP] = "pop",
        [TRACED_RAISE] = "raise",       [TRACED_UNHANDLED] = "unhandled",
        [TRACED_HALT] = "halt",         [TRACED_CHOICE] = "choice",
        [TRACED_ANNOUNCE] = "announce", [TRACED_PRINT] = "print",
        [TRACED_ERROR] = "error",       [TRACED_VARIABLES] = "variables",
        [TRACED_TURN] = "turn",         [TRACED_LOOP] = "loop",
        [TRACED_END] = "end",
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
    if (s->is_suspected)
        buf_print(b, ",\"suspected\":true");
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

PPrinter trace_printer(Trace *t)
{
    t->payload.size = 0;
    return (PPrinter){.write = write_value, .to = t, .name = value_name, .quotes = true};
}

static void set_payload(Trace *t, TraceStep *s, uint32_t type, PWord value)
{
    if (type == P_NONE || t->program->types[type].kind == P_TYPE_NULL)
        return;
    PPrinter printer = trace_printer(t);
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
        .is_suspected = f->is_suspected,
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

void trace_tell(Trace *t, const TraceFact *f)
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
    if (origin->in_c_count) {
        buf_str(line, ",\"in-c\":");
        add_texts(line, origin->in_c, origin->in_c_count);
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
    t->observer = (Observer){.happened = trace_happened, .data = t};
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

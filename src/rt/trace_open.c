// rt/trace_open.c: opens a trace for reading, as lines of text.

#include "rt/trace_open.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/arena.h"
#include "base/memory.h"
#include "rt/cbor.h"
#include "rt/trace_blocks.h"
#include "rt/trace_tables.h"

// Where the payload of a step is, for later steps with the same one.
typedef struct PayloadPlace {
    const uint8_t *at;  // NULL: it has none that is encoded
    uint32_t type;
} PayloadPlace;

typedef struct BlockReader {
    Arena arena;
    PProgram program;
    const uint8_t *bytes;
    size_t size, at;
    uint64_t sum;
    TraceMachine *machines;  // by id, counted from 1
    uint32_t machine_count, machine_capacity;
    PayloadPlace *payloads;  // by step, counted from 1
    uint32_t step_count, step_capacity;
    char name[256];
    Trace lines;
} BlockReader;

static const char *name_of(void *data, uint32_t id)
{
    BlockReader *r = data;

    if (id > r->machine_count)
        return "Machine(?)";
    const TraceMachine *m = &r->machines[id - 1];
    snprintf(r->name, sizeof r->name, "%s(%" PRIx64 ".%" PRIu32 ")",
             r->program.machines[m->kind].name, m->container, m->number);
    return r->name;
}

// In lines a machine is named as in messages between containers: its kind is in its number.
static void from_machine(void *data, uint32_t id, CborMachine *out)
{
    const BlockReader *r = data;
    TraceMachine m = id <= r->machine_count ? r->machines[id - 1] : (TraceMachine){1, 0, 0};

    *out = (CborMachine){.incarnation = m.container, .number = (uint64_t)m.kind << 32 | m.number};
}

// ---------------------------------------------------------------------------------- blocks

static uint64_t get_fixed(const uint8_t *bytes, int count)
{
    uint64_t number = 0;

    for (int i = 0; i < count; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

// The body of the next block. False at the end, or when it is damaged: then the reason is set.
static bool next_block(BlockReader *r, TraceBytes *body, const char *path, Err *err)
{
    const uint8_t *header = r->bytes + r->at;

    if (r->size - r->at < TRACE_BLOCK_HEADER)
        return false;
    size_t size = get_fixed(header, 4);
    if (r->size - r->at - TRACE_BLOCK_HEADER < size)
        return false;
    const uint8_t *begin = header + TRACE_BLOCK_HEADER;
    r->sum = XXH3_64bits_withSeed(begin, size, r->sum);
    if (r->sum != get_fixed(header + 4, 8)) {
        err_set(err, "%s: the block at byte %zu is not what was written", path, r->at);
        return false;
    }
    *body = (TraceBytes){.at = begin, .end = begin + size};
    r->at += TRACE_BLOCK_HEADER + size;
    return true;
}

static void read_machines(BlockReader *r, TraceBytes *b)
{
    uint32_t count = trace_get_below(b, (uint64_t)(b->end - b->at));

    for (uint32_t i = 0; i < count && !b->is_wrong; i++) {
        TraceMachine m = {.container = trace_get_number(b)};
        m.number = trace_get_below(b, UINT32_MAX);
        m.kind = trace_get_index(b, r->program.machine_count);
        MEMORY_GROW(r->machines, r->machine_count + 1, r->machine_capacity);
        r->machines[r->machine_count++] = m;
    }
}

// ----------------------------------------------------------------------------------- steps

static uint32_t get_index(TraceBytes *b, uint32_t has, uint32_t flag, uint32_t count)
{
    return has & flag ? trace_get_index(b, count) : P_NONE;
}

static uint32_t get_id(const BlockReader *r, TraceBytes *b, uint32_t has, uint32_t flag)
{
    return has & flag ? trace_get_below(b, r->machine_count) : 0;
}

static void read_numbers(BlockReader *r, TraceBytes *b, uint32_t has, TraceFact *f)
{
    const PProgram *p = &r->program;

    f->is_monitor = has & FACT_MONITOR;
    f->is_fair = has & FACT_FAIR;
    f->who = !(has & FACT_WHO) ? 0
             : f->is_monitor   ? trace_get_index(b, p->machine_count)
                               : trace_get_below(b, r->machine_count);
    f->by = get_id(r, b, has, FACT_BY);
    f->state = get_index(b, has, FACT_STATE, p->state_count);
    f->to = get_index(b, has, FACT_TO, p->state_count);
    f->event = get_index(b, has, FACT_EVENT, p->event_count);
    f->fun = get_index(b, has, FACT_FUN, p->fun_count);
    f->target = get_id(r, b, has, FACT_TARGET);
    if (has & FACT_CHOICE) {
        f->count = trace_get_below(b, UINT32_MAX);
        f->chosen = trace_get_below(b, UINT32_MAX);
    }
    if (has & FACT_PLACE) {
        f->at.file = trace_get_index(b, p->file_count);
        f->at.line = trace_get_below(b, UINT32_MAX);
        f->at.column = trace_get_below(b, UINT32_MAX);
    }
}

static bool decode(const BlockReader *r, PayloadPlace place, const uint8_t *end, TraceFact *f,
                   const uint8_t **after)
{
    const char *at = (const char *)place.at;
    Err err = {0};

    if (!cbor_decode(&r->program, place.type, &at, (const char *)end, NULL, &f->value, &err))
        return false;
    f->type = place.type;
    *after = (const uint8_t *)at;
    return true;
}

// The payload of the step; the caller releases the value.
static bool read_payload(BlockReader *r, TraceBytes *b, uint32_t has, TraceFact *f)
{
    PayloadPlace *own = &r->payloads[r->step_count - 1];
    const uint8_t *after;

    if (has & FACT_PAYLOAD) {
        f->payload = trace_get_text(b, &f->payload_size);
        return f->payload;
    }
    if (has & FACT_SAME) {
        uint32_t back = trace_get_below(b, r->step_count - 1);
        PayloadPlace there = back ? r->payloads[r->step_count - 1 - back] : (PayloadPlace){0};
        return there.at && decode(r, there, r->bytes + r->at, f, &after);
    }
    if (!(has & FACT_VALUE))
        return true;
    *own = (PayloadPlace){.type = trace_get_index(b, r->program.type_count)};
    own->at = b->at;
    if (b->is_wrong || !decode(r, *own, b->end, f, &after))
        return false;
    b->at = after;
    return true;
}

static const char *get_word(BlockReader *r, TraceBytes *b)
{
    size_t size = 0;
    const char *text = trace_get_text(b, &size);
    return text && size ? arena_copy(&r->arena, text, size) : NULL;
}

static bool read_step(BlockReader *r, TraceBytes *b)
{
    TraceFact f = {.type = P_NONE};

    if (b->end - b->at < 3)
        return false;
    f.kind = (TraceKind)b->at[0];
    uint32_t has = (uint32_t)get_fixed(b->at + 1, 2);
    b->at += 3;
    if (f.kind >= TRACED_COUNT)
        return false;
    MEMORY_GROW(r->payloads, r->step_count + 1, r->step_capacity);
    r->payloads[r->step_count++] = (PayloadPlace){0};
    read_numbers(r, b, has, &f);
    if (b->is_wrong || !read_payload(r, b, has, &f))
        return false;
    if (has & FACT_TEXT)
        f.text = trace_get_text(b, &f.text_size);
    if (has & FACT_WORDS) {
        f.error = get_word(r, b);
        f.message = get_word(r, b);
        f.outcome = get_word(r, b);
    }
    if (!b->is_wrong)
        trace_tell(&r->lines, &f);
    if (f.type != P_NONE)
        p_release(&r->program, f.type, f.value);
    return !b->is_wrong;
}

static bool read_steps(BlockReader *r, TraceBytes *b)
{
    read_machines(r, b);
    while (!b->is_wrong && b->at < b->end)
        if (!read_step(r, b))
            return false;
    return !b->is_wrong;
}

// ------------------------------------------------------------------------------------ files

// Everything after the header. The tables may be cut off, too: then there are no steps.
static bool read_blocks(BlockReader *r, const char *path, Err *err)
{
    TraceBytes body;

    if (!next_block(r, &body, path, err))
        return !err->set;
    if (!trace_tables_read(&r->arena, body.at, (size_t)(body.end - body.at), &r->program)) {
        err_set(err, "%s: its tables make no sense", path);
        return false;
    }
    while (next_block(r, &body, path, err))
        if (!read_steps(r, &body)) {
            err_set(err, "%s: step %" PRIu32 " makes no sense", path, r->step_count);
            return false;
        }
    return !err->set;
}

static FILE *make_lines(const char *path, const uint8_t *bytes, size_t size, size_t header,
                        Err *err)
{
    BlockReader r = {.bytes = bytes, .size = size, .at = header + 1};
    CborHooks hooks = {from_machine, NULL, &r};
    FILE *out = tmpfile();

    if (!out) {
        err_os(err, "make", "a file for the lines of the trace");
        return NULL;
    }
    fwrite(bytes, 1, header, out);
    trace_init(&r.lines, NULL, &r.program, NULL, NULL, NULL);
    trace_use_names(&r.lines, name_of, &r);
    r.lines.out = out;
    r.lines.encoding = &hooks;
    r.lines.sum = trace_sum(0, (const char *)bytes, header);
    bool is_fine = read_blocks(&r, path, err);
    trace_drop(&r.lines);
    free(r.machines);
    free(r.payloads);
    arena_drop(&r.arena);
    if (is_fine && fflush(out) == 0 && fseek(out, 0, SEEK_SET) == 0)
        return out;
    if (is_fine)
        err_os(err, "write", "the lines of the trace");
    fclose(out);
    return NULL;
}

static uint8_t *read_all(FILE *in, size_t *size)
{
    struct stat facts;
    size_t room = fstat(fileno(in), &facts) == 0 && facts.st_size > 0 ? (size_t)facts.st_size : 0;
    uint8_t *bytes = memory_resized(NULL, room + 1, 1);

    *size = fread(bytes, 1, room, in);
    return bytes;
}

// The length of the first line, if a zero byte follows it; else 0.
static size_t header_of_blocks(FILE *in)
{
    size_t size = 0;
    int c;

    while ((c = getc(in)) != EOF && c != '\n')
        size++;
    return c == '\n' && getc(in) == '\0' ? size + 1 : 0;
}

FILE *trace_open_lines(const char *path, Err *err)
{
    FILE *in = fopen(path, "rb"), *lines = in;

    if (!in) {
        err_os(err, "open", path);
        return NULL;
    }
    size_t header = header_of_blocks(in);
    rewind(in);
    if (header) {
        size_t size;
        uint8_t *bytes = read_all(in, &size);
        lines = size > header ? make_lines(path, bytes, size, header, err) : NULL;
        free(bytes);
        fclose(in);
        if (!lines && !err->set)
            err_os(err, "read", path);
    }
    return lines;
}

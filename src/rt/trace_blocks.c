// rt/trace_blocks.c: the trace of a container as blocks of bytes.
//
// An event that is sent within a container, or arrives there, is taken later with the same payload.
// While it is in a queue its payload is not freed, and a value is never changed once another can
// see it. So the address tells that the payload was written before. Each event that is put into a
// queue enters its address anew, so that an address of something that was freed is never believed.

#include "rt/trace_blocks.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/memory.h"
#include "rt/cbor.h"
#include "rt/trace_tables.h"

enum {
    BLOCK_MOST = 1 << 18,  // a block is written when it has so many bytes
    RECENT_BITS = 10,
    FIXED_MOST = 16 * TRACE_NUMBER_MAX,  // more than the numbers of a step take
};

typedef struct RecentPayload {
    PWord word;  // 0: none
    uint32_t type;
    uint64_t step;
} RecentPayload;

struct TraceBlocks {
    FILE *out;
    const PProgram *program;
    TraceMachine (*machine)(void *data, uint32_t id);
    void *data;
    bool *is_printed;  // by type: its values may contain foreign ones
    uint64_t step;
    uint32_t named;    // machines with ids up to this are in the file
    uint32_t largest;  // id that was used in a step
    uint64_t sum;
    uint64_t size;  // bytes written
    Buf names, steps, printed;
    RecentPayload recent[1 << RECENT_BITS];
};

// ----------------------------------------------------------------------------------- bytes

// Room for so many bytes at the end.
static uint8_t *room(Buf *b, size_t size)
{
    if (b->capacity - b->size < size + 1) {
        b->capacity = (b->size + size + 1) * 2;
        b->text = memory_resized(b->text, b->capacity, 1);
    }
    return (uint8_t *)b->text + b->size;
}

static void filled(Buf *b, const uint8_t *end)
{
    b->size = (size_t)(end - (uint8_t *)b->text);
    assert(b->size < b->capacity);
}

static void put_text(Buf *b, const char *text, size_t size)
{
    uint8_t *at = trace_put_number(room(b, TRACE_NUMBER_MAX + size), size);
    memcpy(at, text, size);
    filled(b, at + size);
}

static void put_word(Buf *b, const char *text)
{
    put_text(b, text ? text : "", text ? strlen(text) : 0);
}

static void put_fixed(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static void write_block(TraceBlocks *b, const Buf *first, const Buf *second)
{
    uint8_t header[TRACE_BLOCK_HEADER];
    XXH3_state_t state;

    XXH3_INITSTATE(&state);
    XXH3_64bits_reset_withSeed(&state, b->sum);
    XXH3_64bits_update(&state, buf_text(first), first->size);
    if (second)
        XXH3_64bits_update(&state, buf_text(second), second->size);
    b->sum = XXH3_64bits_digest(&state);
    put_fixed(header, first->size + (second ? second->size : 0), 4);
    put_fixed(header + 4, b->sum, 8);
    b->size += sizeof header + first->size + (second ? second->size : 0);
    fwrite(header, 1, sizeof header, b->out);
    fwrite(buf_text(first), 1, first->size, b->out);
    if (second)
        fwrite(buf_text(second), 1, second->size, b->out);
}

// -------------------------------------------------------------------------------- payloads

static RecentPayload *recent_of(TraceBlocks *b, PWord word)
{
    return &b->recent[(word * 0x9e3779b97f4a7c15u) >> (64 - RECENT_BITS)];
}

static bool is_queued(TraceKind kind)
{
    return kind == TRACED_SEND || kind == TRACED_DELIVER;
}

// The payload was written before, and this event was in a queue since then.
static bool is_known(TraceBlocks *b, const TraceFact *f, uint64_t *step)
{
    RecentPayload *r = recent_of(b, f->value);

    if ((f->kind != TRACED_DEQUEUE && f->kind != TRACED_RECEIVE) || r->word != f->value ||
        r->type != f->type)
        return false;
    *step = r->step;
    r->word = 0;
    return true;
}

static void print(void *to, const char *text, size_t size)
{
    buf_add(&((TraceBlocks *)to)->printed, text, size);
}

static const char *no_name(void *to, uint32_t machine)
{
    TraceBlocks *b = to;
    static _Thread_local char name[192];
    TraceMachine m = b->machine(b->data, machine);

    snprintf(name, sizeof name, "%s(%llx.%u)", b->program->machines[m.kind].name,
             (unsigned long long)m.container, m.number);
    return name;
}

static uint32_t add_printed(TraceBlocks *b, const TraceFact *f)
{
    PPrinter printer = {.write = print, .to = b, .name = no_name, .quotes = true};

    b->printed.size = 0;
    p_print(b->program, f->type, f->value, &printer);
    put_text(&b->steps, buf_text(&b->printed), b->printed.size);
    return FACT_PAYLOAD;
}

// What the step has.
static uint32_t add_payload(TraceBlocks *b, const TraceFact *f)
{
    Err err = {0};
    uint64_t step;

    if (f->type == P_NONE || b->program->types[f->type].kind == P_TYPE_NULL)
        return 0;
    bool is_node = b->program->types[f->type].kind >= P_TYPE_STRING && f->value;
    if (b->is_printed[f->type])
        return add_printed(b, f);
    if (is_node && is_known(b, f, &step)) {
        filled(&b->steps, trace_put_number(room(&b->steps, TRACE_NUMBER_MAX), b->step - step));
        return FACT_SAME;
    }
    size_t before = b->steps.size;
    filled(&b->steps, trace_put_number(room(&b->steps, TRACE_NUMBER_MAX), f->type));
    if (!cbor_encode(b->program, f->type, f->value, NULL, &b->steps, &err)) {
        b->steps.size = before;
        return add_printed(b, f);
    }
    if (is_node && is_queued(f->kind))
        *recent_of(b, f->value) = (RecentPayload){f->value, f->type, b->step};
    return FACT_VALUE;
}

// ----------------------------------------------------------------------------------- steps

static uint8_t *put_id(TraceBlocks *b, uint8_t *at, uint32_t id)
{
    if (id > b->largest)
        b->largest = id;
    return trace_put_number(at, id);
}

static uint32_t what_it_has(const TraceFact *f)
{
    return (f->who || f->is_monitor ? FACT_WHO : 0u) | (f->is_monitor ? FACT_MONITOR : 0u) |
           (f->by ? FACT_BY : 0u) | (f->state != P_NONE ? FACT_STATE : 0u) |
           (f->to != P_NONE ? FACT_TO : 0u) | (f->event != P_NONE ? FACT_EVENT : 0u) |
           (f->fun != P_NONE ? FACT_FUN : 0u) | (f->target ? FACT_TARGET : 0u) |
           (f->kind == TRACED_CHOICE ? FACT_CHOICE : 0u) | (f->is_fair ? FACT_FAIR : 0u) |
           (f->text ? FACT_TEXT : 0u) |
           (f->error || f->message || f->outcome ? FACT_WORDS : 0u) |
           (f->at.line ? FACT_PLACE : 0u);
}

static uint8_t *put_numbers(TraceBlocks *b, uint8_t *at, const TraceFact *f, uint32_t has)
{
    if (has & FACT_WHO)
        at = f->is_monitor ? trace_put_number(at, f->who) : put_id(b, at, f->who);
    if (has & FACT_BY)
        at = put_id(b, at, f->by);
    if (has & FACT_STATE)
        at = trace_put_number(at, f->state);
    if (has & FACT_TO)
        at = trace_put_number(at, f->to);
    if (has & FACT_EVENT)
        at = trace_put_number(at, f->event);
    if (has & FACT_FUN)
        at = trace_put_number(at, f->fun);
    if (has & FACT_TARGET)
        at = put_id(b, at, f->target);
    if (has & FACT_CHOICE)
        at = trace_put_number(trace_put_number(at, f->count), f->chosen);
    if (has & FACT_PLACE) {
        at = trace_put_number(at, f->at.file);
        at = trace_put_number(trace_put_number(at, f->at.line), f->at.column);
    }
    return at;
}

void trace_blocks_add(TraceBlocks *b, const TraceFact *f)
{
    size_t begin = b->steps.size;
    uint32_t has = what_it_has(f);
    uint8_t *at = room(&b->steps, FIXED_MOST);

    b->step++;
    at[0] = (uint8_t)f->kind;
    filled(&b->steps, put_numbers(b, at + 3, f, has));
    has |= add_payload(b, f);
    if (has & FACT_TEXT)
        put_text(&b->steps, f->text, f->text_size);
    if (has & FACT_WORDS) {
        put_word(&b->steps, f->error);
        put_word(&b->steps, f->message);
        put_word(&b->steps, f->outcome);
    }
    put_fixed((uint8_t *)b->steps.text + begin + 1, has, 2);
    if (b->steps.size >= BLOCK_MOST)
        trace_blocks_flush(b);
}

// Payloads may name machines that no step has named. Their ids are below the largest one that
// exists now, because an id is given when a machine becomes known.
static void name_machines(TraceBlocks *b)
{
    Buf *out = &b->names;
    uint32_t last = b->named;

    while (b->machine(b->data, last + 1).container)
        last++;
    assert(b->largest <= last);
    out->size = 0;
    filled(out, trace_put_number(room(out, TRACE_NUMBER_MAX), last - b->named));
    while (b->named < last) {
        TraceMachine m = b->machine(b->data, ++b->named);
        uint8_t *at = trace_put_number(room(out, 3 * TRACE_NUMBER_MAX), m.container);
        filled(out, trace_put_number(trace_put_number(at, m.number), m.kind));
    }
}

void trace_blocks_flush(TraceBlocks *b)
{
    if (b->steps.size == 0)
        return;
    name_machines(b);
    write_block(b, &b->names, &b->steps);
    b->steps.size = 0;
}

// ------------------------------------------------------------------------------------- life

TraceBlocks *trace_blocks_new(FILE *out, const PProgram *p,
                              TraceMachine (*machine)(void *data, uint32_t id), void *data)
{
    TraceBlocks *b = memory_zeroed(1, sizeof *b);

    b->program = p;
    b->machine = machine;
    b->data = data;
    b->is_printed = trace_tables_foreign(p);
    trace_blocks_begin_again(b, out);
    return b;
}

void trace_blocks_begin_again(TraceBlocks *b, FILE *out)
{
    Buf tables = {0};

    assert(b->steps.size == 0);
    b->out = out;
    b->step = b->sum = b->size = 0;
    b->named = 0;
    memset(b->recent, 0, sizeof b->recent);
    putc('\0', out);
    trace_tables_write(b->program, &tables);
    write_block(b, &tables, NULL);
    buf_drop(&tables);
}

uint64_t trace_blocks_size(const TraceBlocks *b)
{
    return b->size;
}

void trace_blocks_free(TraceBlocks *b)
{
    trace_blocks_flush(b);
    buf_drop(&b->names);
    buf_drop(&b->steps);
    buf_drop(&b->printed);
    free(b->is_printed);
    free(b);
}

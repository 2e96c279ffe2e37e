// tests/reduced/ends.c: hashes of states that do not depend on the names of machines.
//
// A machine has a color: at first its kind, then, again and again, a hash of its content in which
// machines are their colors. After as many rounds as there are machines, two machines with
// different surroundings have different colors.

#include "ends.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/memory.h"
#include "base/mix.h"
#include "check/engine/engine_impl.h"
#include "rt/node.h"

typedef struct Coloring {
    Stepper *stepper;
    const PProgram *p;
    const State *state;
    const Shape *shape;
    const uint64_t *colors;  // by place, from 1
} Coloring;

static uint64_t join(uint64_t hash, uint64_t more)
{
    return mix64(hash * 0x9e3779b97f4a7c15u + more + 1);
}

static uint64_t color_of(const Coloring *c, uint32_t path)
{
    uint32_t at = path ? shape_place(c->shape, path) : 0;
    return at ? c->colors[at] : path != 0;
}

// -------------------------------------------------------------------------------------- values

static uint64_t value_color(const Coloring *c, uint32_t type, PWord value);

static uint64_t string_color(const Coloring *c, PWord value)
{
    uint64_t count;
    const TextName *names = text_names(value, &count);
    Buf skeleton = {0};
    text_skeleton(value, &skeleton);
    uint64_t hash = XXH3_64bits(buf_text(&skeleton), skeleton.size);
    buf_drop(&skeleton);
    for (uint64_t i = 0; i < count; i++)
        hash = join(hash, color_of(c, names[i].machine));
    return hash;
}

static uint64_t list_color(const Coloring *c, const PType *t, PWord value)
{
    uint64_t hash = t->kind, sum = 0;
    for (uint32_t i = 0; i < p_size(value); i++) {
        uint64_t entry = value_color(c, t->parts[0], p_element(value, i));
        if (t->kind == P_TYPE_MAP)
            entry = join(entry, value_color(c, t->parts[1], p_map_value(value, i)));
        hash = join(hash, entry);
        sum += mix64(entry);
    }
    return t->is_unordered ? join(t->kind, sum) : hash;
}

static uint64_t value_color(const Coloring *c, uint32_t type, PWord value)
{
    const PType *t = &c->p->types[type];
    uint64_t hash = t->kind;
    switch (t->kind) {
    case P_TYPE_MACHINE:
        return color_of(c, P_MACHINE_ID(value));
    case P_TYPE_STRING:
        return string_color(c, value);
    case P_TYPE_ANY: {
        const BoxNode *box = node_of(value);
        return box ? value_color(c, box->type, box->value) : 0;
    }
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP:
        return list_color(c, t, value);
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        for (uint32_t i = 0; value && i < t->count; i++)
            hash = join(hash, value_color(c, t->parts[i], p_tuple_part(value, i)));
        return hash;
    default:
        return p_hash(c->p, type, value);
    }
}

// ------------------------------------------------------------------------------------ machines

static uint64_t frames_color(const Coloring *c, const Machine *m)
{
    uint64_t hash = m->stack_size;
    for (uint32_t frame = 0; frame < m->stack_size;) {
        const PFun *fun = &c->p->funs[m->stack[frame + FRAME_FUN]];
        for (uint32_t i = 0; i < FRAME_WORDS; i++)
            hash = join(hash, m->stack[frame + i]);
        for (uint32_t i = 0; i < fun->slot_count; i++)
            hash = join(hash, value_color(c, fun->slot_types[i], m->stack[frame + FRAME_WORDS + i]));
        frame += FRAME_WORDS + fun->slot_count;
    }
    return hash;
}

// A machine or monitor without its queue.
static uint64_t local_color(const Coloring *c, uint32_t id)
{
    Stepper *h = c->stepper;
    const Machine *m = &h->scratch;
    const PMachineInfo *info = &c->p->machines[local_at(h->engine, id)->kind];
    local_unpack(h, id);
    uint64_t hash = join(join(m->kind, m->interface), m->receive);
    hash = join(join(hash, local_at(h->engine, id)->position), m->control);
    for (uint32_t i = 0; i < m->level_count; i++)
        hash = join(hash, m->levels[i].state);
    for (uint32_t i = 0; i < info->var_count; i++)
        hash = join(hash, value_color(c, info->var_types[i], m->shared.vars[i]));
    hash = join(hash, value_color(c, m->payload_type, m->payload));
    hash = join(hash, frames_color(c, m));
    scratch_clear(h);
    return hash;
}

static uint64_t queue_color(const Coloring *c, uint32_t queue)
{
    const Engine *e = c->stepper->engine;
    uint32_t count = queue_at(e, queue)->count;
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) {
        const Message *m = message_at(e, queue_message(e, queue, i));
        uint32_t type = c->p->events[m->event].payload;
        hash = join(join(hash, m->event), type == P_NONE ? 0 : value_color(c, type, m->payload));
    }
    return hash;
}

// The content of place `at`: a machine, or a part of the network.
static uint64_t place_color(const Coloring *c, uint32_t at)
{
    const Engine *e = c->stepper->engine;
    uint32_t id = c->state->words[local_word(at)];
    const Local *local = local_at(e, id);
    const MachinePath *path = path_at(e, local->path);
    uint64_t hash = join(path->role, color_of(c, path->container));

    if (path->role == PATH_MACHINE)
        hash = join(hash, local_color(c, id));
    else if (path->role == PATH_FAULTS)
        hash = join(hash, local->hash.lo);
    else if (path->role == PATH_CUT)  // it has no direction
        hash = join(hash, mix64(color_of(c, path->creator)) + mix64(color_of(c, path->to)));
    else  // words[1]: whether its sender has gone
        hash = join(join(join(hash, color_of(c, path->creator)), color_of(c, path->to)),
                    local->words[1]);
    return join(hash, queue_color(c, c->state->words[queue_word(at)]));
}

static uint64_t monitors_color(const Coloring *c)
{
    const Engine *e = c->stepper->engine;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < e->spec_count; i++) {
        const uint32_t *locals;
        uint32_t count =
            group_members(e, &c->state->words[c->state->count - e->spec_count + i], &locals);
        for (uint32_t k = 0; k < count; k++)
            hash = join(hash, local_color(c, locals[k]));
    }
    return hash;
}

static uint64_t state_color(Stepper *h, const State *s)
{
    const Shape *shape = shape_of(h->engine, s);
    uint32_t count = shape->count;
    uint64_t old[count + 1], colors[count + 1], sum = 0;
    Coloring c = {.stepper = h, .p = h->engine->program, .state = s, .shape = shape, .colors = old};

    for (uint32_t at = 1; at <= count; at++)
        old[at] = path_at(h->engine, shape->paths[at - 1])->kind + 2;
    for (uint32_t round = 0; round <= count; round++) {
        for (uint32_t at = 1; at <= count; at++)
            colors[at] = join(old[at], place_color(&c, at));
        memcpy(old, colors, sizeof old);
    }
    for (uint32_t at = 1; at <= count; at++)
        sum += mix64(colors[at]);
    return join(sum, monitors_color(&c));
}

// ---------------------------------------------------------------------------------------- sets

void ends_init(Ends *e)
{
    *e = (Ends){0};
    pthread_mutex_init(&e->lock, NULL);
}

void ends_drop(Ends *e)
{
    free(e->hashes);
    pthread_mutex_destroy(&e->lock);
}

void ends_add(void *ends, Stepper *stepper, const State *state)
{
    Ends *e = ends;
    uint64_t hash = state_color(stepper, state);
    pthread_mutex_lock(&e->lock);
    if (e->count == e->capacity) {
        e->capacity = e->capacity ? 2 * e->capacity : 64;
        e->hashes = memory_resized(e->hashes, e->capacity, sizeof *e->hashes);
    }
    e->hashes[e->count++] = hash;
    pthread_mutex_unlock(&e->lock);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void ends_sort(Ends *e)
{
    uint64_t kept = 0;
    if (e->count)
        qsort(e->hashes, e->count, sizeof *e->hashes, by_number);
    for (uint64_t i = 0; i < e->count; i++)
        if (i == 0 || e->hashes[i] != e->hashes[i - 1])
            e->hashes[kept++] = e->hashes[i];
    e->count = kept;
}

bool ends_equal(const Ends *a, const Ends *b)
{
    return a->count == b->count &&
           (!a->count || memcmp(a->hashes, b->hashes, a->count * sizeof *a->hashes) == 0);
}

// cluster/program_hash.c: whether two containers run the same program.

#include "cluster/program_hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct Hasher {
    XXH3_state_t *state;
} Hasher;

static void add_number(Hasher *h, uint64_t number)
{
    XXH3_128bits_update(h->state, &number, sizeof number);
}

static void add_text(Hasher *h, const char *text)
{
    add_number(h, strlen(text));
    XXH3_128bits_update(h->state, text, strlen(text));
}

static void add_type(Hasher *h, const PType *t)
{
    add_number(h, t->kind);
    add_text(h, t->name);
    add_number(h, t->count);
    for (uint32_t i = 0; i < t->count; i++)
        add_number(h, t->parts[i]);
    add_number(h, t->elem_count);
    for (uint32_t i = 0; i < t->elem_count; i++) {
        add_text(h, t->elems[i].name);
        add_number(h, (uint64_t)t->elems[i].value);
    }
}

static void add_program(Hasher *h, const PProgram *p)
{
    add_number(h, p->schema);
    add_number(h, p->type_count);
    for (uint32_t i = 0; i < p->type_count; i++)
        add_type(h, &p->types[i]);
    add_number(h, p->event_count);
    for (uint32_t i = 0; i < p->event_count; i++) {
        add_text(h, p->events[i].name);
        add_number(h, p->events[i].payload);
    }
    add_number(h, p->machine_count);
    for (uint32_t i = 0; i < p->machine_count; i++)
        add_text(h, p->machines[i].name);
    add_number(h, p->interface_count);
    for (uint32_t i = 0; i < p->interface_count; i++) {
        add_text(h, p->interfaces[i].name);
        add_number(h, p->interfaces[i].payload);
        add_number(h, p->interfaces[i].receives);
    }
    add_number(h, p->set_count);
}

void program_hash(const PProgram *p, uint8_t hash[static PROGRAM_HASH])
{
    _Static_assert(PROGRAM_HASH == 2 * sizeof(XXH128_canonical_t), "two hashes fill it");

    for (int half = 0; half < 2; half++) {
        XXH3_state_t state;
        XXH3_INITSTATE(&state);
        XXH128_canonical_t bytes;
        Hasher h = {&state};
        XXH3_128bits_reset_withSeed(&state, (XXH64_hash_t)half);
        add_program(&h, p);
        XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(&state));
        memcpy(hash + half * (int)sizeof bytes, &bytes, sizeof bytes);
    }
}

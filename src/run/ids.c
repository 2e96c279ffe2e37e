// run/ids.c: looks up the actor and the kind of a machine by its id, also after it has halted.
//
// Ids are never reused, so a reference to a halted machine never means another one. The table
// consists of chunks of consecutive ids. When all machines of a chunk have halted, the chunk is
// reused for new ids, and its entry in the table points to the grave: a chunk in which every id
// leads to the actor `nobody`. Only the kinds of halted machines are stored, for their names: in
// one word if all machines of the chunk have the same kind, else in a few bits for each.
//
// Invariant: the memory of a chunk is not freed until the runtime ends. A thread that reads a
// chunk after it was reused finds an actor with another id, or a kind that ids_kind discards
// because the chunk has moved to another entry.

#include <assert.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/memory.h"
#include "run/run_impl.h"

// The kinds of a chunk's ids, packed: codes of 1, 2, 4, 8 or 16 bits, and the kind of each code.
typedef struct Kinds {
    uint32_t bits;
    uint32_t *meanings;
    uint32_t codes[];
} Kinds;

// An odd word of `past` is the kind of all machines in the chunk; an even one points to Kinds.
static uintptr_t past_of_one(uint32_t kind)
{
    return (uintptr_t)kind << 1 | 1;
}

void ids_init(Runtime *runtime)
{
    size_t count = (size_t)1 << (32 - CHUNK_BITS);
    runtime->chunks = memory_zeroed(count, sizeof *runtime->chunks);
    runtime->past = memory_zeroed(count, sizeof *runtime->past);
    runtime->grave = memory_zeroed(1, sizeof *runtime->grave);
    for (uint32_t i = 0; i < CHUNK_SIZE; i++)
        runtime->grave->actors[i] = &runtime->nobody;
}

void ids_drop(Runtime *runtime)
{
    for (uint32_t i = 0; i <= atomic_load(&runtime->last_id) >> CHUNK_BITS; i++) {
        Chunk *chunk = atomic_load(&runtime->chunks[i]);
        uintptr_t past = atomic_load(&runtime->past[i]);
        if (chunk != runtime->grave)
            free(chunk);
        if (past && !(past & 1)) {
            free(((Kinds *)past)->meanings);
            free((Kinds *)past);
        }
    }
    while (runtime->free_chunks) {
        Chunk *chunk = runtime->free_chunks;
        runtime->free_chunks = chunk->next_free;
        free(chunk);
    }
    free(runtime->grave);
    free(runtime->chunks);
    free(runtime->past);
}

// --------------------------------------------------------------------------- ids that are gone

// The code of the kind: its index in `meanings`, where it is added if it is new.
static uint32_t code_of(uint32_t *meanings, uint32_t *count, uint32_t kind)
{
    uint32_t i = 0;
    while (i < *count && meanings[i] != kind)
        i++;
    if (i == *count)
        meanings[(*count)++] = kind;
    return i;
}

static uintptr_t pack(const uint32_t kinds[static CHUNK_SIZE])
{
    uint32_t meanings[CHUNK_SIZE], codes[CHUNK_SIZE], count = 0, bits = 1;
    for (uint32_t i = 0; i < CHUNK_SIZE; i++)
        codes[i] = code_of(meanings, &count, kinds[i]);
    if (count == 1)
        return past_of_one(meanings[0]);
    while (bits < 16 && (uint32_t)1 << bits < count)
        bits *= 2;

    Kinds *k = memory_zeroed(1, sizeof *k + CHUNK_SIZE / 8 * bits);
    k->bits = bits;
    k->meanings = memory_zeroed(count, sizeof *k->meanings);
    for (uint32_t i = 0; i < count; i++)
        k->meanings[i] = meanings[i];
    for (uint32_t i = 0; i < CHUNK_SIZE; i++)
        k->codes[i * bits / 32] |= codes[i] << i * bits % 32;
    return (uintptr_t)k;
}

static uint32_t past_kind(uintptr_t past, uint32_t place)
{
    if (past & 1)
        return (uint32_t)(past >> 1);
    const Kinds *k = (const Kinds *)past;
    uint32_t code = k->codes[place * k->bits / 32] >> place * k->bits % 32;
    return k->meanings[code & (((uint32_t)1 << k->bits) - 1)];
}

// All machines of the chunk have halted: replaces it by the grave.
static void bury(Runtime *runtime, uint32_t index)
{
    uint32_t kinds[CHUNK_SIZE];
    Chunk *chunk = atomic_load_explicit(&runtime->chunks[index], memory_order_relaxed);
    assert(chunk && chunk != runtime->grave);

    for (uint32_t i = 0; i < CHUNK_SIZE; i++)
        kinds[i] = atomic_load_explicit(&chunk->kinds[i], memory_order_relaxed);
    if (index == 0)
        kinds[0] = kinds[1];  // no machine has the id 0
    pthread_mutex_lock(&runtime->table);
    atomic_store_explicit(&runtime->past[index], pack(kinds), memory_order_release);
    atomic_store_explicit(&runtime->chunks[index], runtime->grave, memory_order_release);
    chunk->next_free = runtime->free_chunks;
    runtime->free_chunks = chunk;
    pthread_mutex_unlock(&runtime->table);
}

void ids_remove(Runtime *runtime, uint32_t id)
{
    Chunk *chunk = atomic_load_explicit(&runtime->chunks[id >> CHUNK_BITS], memory_order_relaxed);
    if (atomic_fetch_sub_explicit(&chunk->left, 1, memory_order_acq_rel) == 1)
        bury(runtime, id >> CHUNK_BITS);
}

// -------------------------------------------------------------------------- ids that are there

// The caller holds the lock of the table.
static Chunk *new_chunk(Runtime *runtime, uint32_t index)
{
    Chunk *chunk = runtime->free_chunks;
    if (chunk)
        runtime->free_chunks = chunk->next_free;
    else
        chunk = memory_zeroed(1, sizeof *chunk);
    atomic_store_explicit(&chunk->left, index == 0 ? CHUNK_SIZE - 1 : CHUNK_SIZE,
                          memory_order_relaxed);
    for (uint32_t i = 0; i < CHUNK_SIZE; i++)
        atomic_store_explicit(&chunk->actors[i], &runtime->unborn, memory_order_relaxed);
    // A thread that still reads the kinds of the old ids will see that the chunk has moved.
    atomic_thread_fence(memory_order_release);
    return chunk;
}

static Chunk *chunk_of(Runtime *runtime, uint32_t id)
{
    uint32_t index = id >> CHUNK_BITS;
    Chunk *chunk = atomic_load_explicit(&runtime->chunks[index], memory_order_acquire);
    if (chunk)
        return chunk;
    pthread_mutex_lock(&runtime->table);
    chunk = atomic_load_explicit(&runtime->chunks[index], memory_order_acquire);
    if (!chunk) {
        chunk = new_chunk(runtime, index);
        atomic_store_explicit(&runtime->chunks[index], chunk, memory_order_release);
    }
    pthread_mutex_unlock(&runtime->table);
    return chunk;
}

void ids_add(Runtime *runtime, uint32_t id, Actor *a, uint32_t kind)
{
    uint32_t place = id & (CHUNK_SIZE - 1);
    Chunk *chunk = chunk_of(runtime, id);
    atomic_store_explicit(&chunk->kinds[place], kind, memory_order_relaxed);
    atomic_store_explicit(&chunk->actors[place], a, memory_order_release);
}

void ids_reserve(Runtime *runtime, uint32_t id, uint32_t kind)
{
    ids_add(runtime, id, &runtime->unborn, kind);
}

// Leaves some ids unused, because each thread may take one more id after this test.
bool ids_are_used_up(const Runtime *runtime)
{
    return atomic_load_explicit(&runtime->last_id, memory_order_relaxed) > UINT32_MAX - 65536;
}

uint32_t ids_kind(Runtime *runtime, uint32_t id)
{
    uint32_t index = id >> CHUNK_BITS, place = id & (CHUNK_SIZE - 1);
    assert(id != 0 && id <= atomic_load_explicit(&runtime->last_id, memory_order_relaxed));
    Chunk *chunk = atomic_load_explicit(&runtime->chunks[index], memory_order_acquire);
    if (chunk != runtime->grave) {
        uint32_t kind = atomic_load_explicit(&chunk->kinds[place], memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        if (atomic_load_explicit(&runtime->chunks[index], memory_order_relaxed) == chunk)
            return kind;
    }
    return past_kind(atomic_load_explicit(&runtime->past[index], memory_order_acquire), place);
}

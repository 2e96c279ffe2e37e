// plait/explorer.h: which machine runs first.
//
// A search comes to states in which several machines can run. An explorer puts them
// into an order: the first is what it would do, the second is what it would do after
// one delay, and so on. A search with strata tries everything that needs no delay,
// then everything that needs one ... so an explorer decides what is tried early, and
// never what is tried at all.
//
// To decide, an explorer keeps a state of its own, `d`. Its functions are called for what
// happens in the program (started, ready, blocked ...) and change d; the next machine
// follows from d alone. It never sees values of P, only machines, as numbers, and names of machines
// and events.
//
//     #include <plait/explorer.h>
//
//     // The machine that became ready last runs first.
//     static void ready(PExplorerState *d, uint32_t m)
//     {
//         p_line_push_front(&d->lines[0], m);
//     }
//
//     const PExplorer plait_explorer = {
//         .schema = P_EXPLORER_SCHEMA,
//         .name = "last-first",
//         .ready = ready,
//         .blocked = p_leave,
//         .finish = p_leave,
//     };
//
// `plait check --explorer FILE.c` compiles such a file and uses it; docs/explorers.md
// teaches how to write one.
//
// The rules. What a function does depends on d and its arguments alone, and what it
// does it does to d: nothing is kept elsewhere, because a search goes back to states
// of long ago, and in several threads at once. Bytes of `own` hold no pointers. If an
// explorer breaks the rules, the verdict says so; the order is completed, and nothing is left out.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------- state

// Machines in an order, each of them once. A number may go with each.
typedef struct PPlace {
    uint32_t machine;  // counted from 1; the same machine in every schedule
    int64_t rank;
} PPlace;

typedef struct PLine {
    uint32_t count;
    uint32_t capacity;  // there is room for every machine that was started
    PPlace *places;     // the front first
} PLine;

enum { P_EXPLORER_LINES = 4, P_EXPLORER_OWN_MAX = 4096 };

// All that an explorer knows: four lines, and as many bytes of its own as it asked
// for. In the beginning the lines are empty and the bytes are zero.
typedef struct PExplorerState {
    PLine lines[P_EXPLORER_LINES];
    void *own;
} PExplorerState;

// --------------------------------------------------------------------------- explorers

typedef enum PExplorerFlag {
    P_EXPLORER_CYCLIC = 1,  // `delay`, as often as machines can run, leads back to the same d
    P_EXPLORER_LEADS = 2,   // in a sealed region the front of its order goes on, not the
                            // machine that sealed
} PExplorerFlag;

// What is not needed may be left out (NULL).
typedef struct PExplorer {
    uint32_t schema;  // P_EXPLORER_SCHEMA
    const char *name;
    uint32_t flags;     // PExplorerFlag
    uint32_t own_size;  // bytes of PExplorerState.own

    void (*init)(PExplorerState *d, uint64_t seed);

    // What happens in the program, in the order in which it happens. A machine can run
    // from its start until it blocks, and again when it is ready.
    //
    // Machine m, created by `by` (0 for the first); left out, a new machine is ready.
    void (*start)(PExplorerState *d, uint32_t m, uint32_t by, const char *kind);
    // It has halted.
    void (*finish)(PExplorerState *d, uint32_t m);
    // An event came, and now it can run; perhaps it already could.
    void (*ready)(PExplorerState *d, uint32_t m);
    // It finds nothing more to do.
    void (*blocked)(PExplorerState *d, uint32_t m);
    // `by` has put an event into the queue of `to`. Called before `ready`.
    void (*enqueued)(PExplorerState *d, uint32_t to, uint32_t by, const char *event, bool can_run);
    // It has taken an event from its queue.
    void (*dequeued)(PExplorerState *d, uint32_t m, const char *event);
    // The program calls ChangeOrder(m, rank) or TellExplorer(op, number) in machine `by`.
    void (*change_order)(PExplorerState *d, uint32_t by, uint32_t m, int64_t rank);
    void (*tell)(PExplorerState *d, uint32_t by, int64_t op, int64_t number);

    // The order, in one of three ways.
    //
    // 1. None of these: lines[0] is the order, and a delay sends its front to its back.
    // 2. next and delay: who is first, and what a delay changes. As many calls as
    //    machines can run must name each of them once. The delay lasts: d stays changed.
    uint32_t (*next)(const PExplorerState *d);
    void (*delay)(PExplorerState *d);
    // 3. order: puts the machines that can run, given by number, into their order. A delay
    //    goes on to the next of them, and d stays as it is. `state` is a fingerprint of the
    //    program's state, for random explorers.
    void (*order)(const PExplorerState *d, uint64_t state, uint32_t *machines, uint32_t count);
} PExplorer;

enum { P_EXPLORER_SCHEMA = 1 };

// -------------------------------------------------------------------------------- lines

// Where the machine stands; line->count when it does not.
static inline uint32_t p_line_find(const PLine *line, uint32_t m)
{
    uint32_t at = 0;
    while (at < line->count && line->places[at].machine != m)
        at++;
    return at;
}

static inline bool p_line_has(const PLine *line, uint32_t m)
{
    return p_line_find(line, m) < line->count;
}

// A machine that is in the line already keeps its place.
static inline void p_line_insert(PLine *line, uint32_t at, uint32_t m)
{
    if (p_line_has(line, m) || line->count >= line->capacity || at > line->count)
        return;
    memmove(&line->places[at + 1], &line->places[at], (line->count - at) * sizeof(PPlace));
    line->places[at].machine = m;
    line->places[at].rank = 0;
    line->count++;
}

static inline void p_line_push_front(PLine *line, uint32_t m)
{
    p_line_insert(line, 0, m);
}

static inline void p_line_push_back(PLine *line, uint32_t m)
{
    p_line_insert(line, line->count, m);
}

static inline void p_line_remove(PLine *line, uint32_t m)
{
    uint32_t at = p_line_find(line, m);
    if (at == line->count)
        return;
    line->count--;
    memmove(&line->places[at], &line->places[at + 1], (line->count - at) * sizeof(PPlace));
}

// The machine in front; 0 when the line is empty.
static inline uint32_t p_line_front(const PLine *line)
{
    return line->count ? line->places[0].machine : 0;
}

// A line as a table: the rank of a machine, 0 when it has none. Its places are in the
// order of the machines, so that equal tables are equal lines.
static inline int64_t p_line_rank(const PLine *line, uint32_t m)
{
    uint32_t at = p_line_find(line, m);
    return at < line->count ? line->places[at].rank : 0;
}

static inline void p_line_set_rank(PLine *line, uint32_t m, int64_t rank)
{
    uint32_t at = 0;
    p_line_remove(line, m);
    while (at < line->count && line->places[at].machine < m)
        at++;
    if (rank != 0)
        p_line_insert(line, at, m);
    if (rank != 0 && at < line->count)
        line->places[at].rank = rank;
}

// ------------------------------------------------------------------------------ helpers

// The machine is in no line any more: what `blocked` and `finish` mostly do.
static inline void p_leave(PExplorerState *d, uint32_t m)
{
    for (int i = 0; i < P_EXPLORER_LINES; i++)
        p_line_remove(&d->lines[i], m);
}

// A number that looks random, and is always the same for the same two.
static inline uint64_t p_mix(uint64_t a, uint64_t b)
{
    uint64_t x = a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2));
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

#ifdef __cplusplus
}
#endif

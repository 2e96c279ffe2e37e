// check/liveness/finder_ndfs.c: nested depth-first search.
//
// A first search colours a state cyan while it is on the stack, and blue when it leaves it. When
// a state is left, a second search begins at the target of each of its accepting edges. If that
// meets a cyan state, there is a cycle: from there along the stack, over the accepting edge, and
// back. What the second search has visited is red, and never visited by it again; so both are
// linear. Acceptance belongs to the edge, not to the state that it leads to.
//
// `ndfs` searches when all states are explored. `indfs` searches again from scratch between the
// strata, because the order in which states are left cannot be continued.
//
// C. Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis: Memory-Efficient Algorithms for the
// Verification of Temporal Properties, 1992; S. Schwoon, J. Esparza: A Note on On-The-Fly
// Verification Algorithms, TACAS 2005. Iterative: A. Desai, S. Qadeer, S. Rajamani, S. Seshia:
// Iterative Cycle Detection via Delaying Explorers, 2015.

#include "check/liveness/finder.h"

#include <stdlib.h>

#include "base/memory.h"

enum { CYAN = 1, BLUE = 2, RED = 4 };

typedef struct Frame {
    uint64_t state;
    ProductReader reader;
} Frame;

typedef struct FrameStack {
    Frame *frames;
    uint64_t count, capacity;
} FrameStack;

typedef struct Ndfs {
    const Automaton *product;
    uint8_t *colour;  // by state
    FrameStack blue, red;
    uint64_t searched;
} Ndfs;

static void push(Ndfs *n, FrameStack *stack, uint64_t state)
{
    MEMORY_GROW(stack->frames, stack->count + 1, stack->capacity);
    stack->frames[stack->count++] = (Frame){state, product_of(n->product, state)};
}

// The second search. True when it meets a state of the stack.
static bool search_red(Ndfs *n, uint64_t first)
{
    ProductEdge e;
    n->colour[first] |= RED;
    push(n, &n->red, first);
    while (n->red.count > 0) {
        Frame *top = &n->red.frames[n->red.count - 1];
        if (!product_read(n->product, &top->reader, &e)) {
            n->red.count--;
            continue;
        }
        if (n->colour[e.to] & CYAN)
            return true;
        if (!(n->colour[e.to] & RED)) {
            n->colour[e.to] |= RED;
            push(n, &n->red, e.to);
        }
    }
    return false;
}

// The state is left: searches from its accepting edges.
static bool leave(Ndfs *n, uint64_t state)
{
    ProductReader r = product_of(n->product, state);
    ProductEdge e;
    while (product_read(n->product, &r, &e)) {
        if (!e.is_accepting)
            continue;
        if (n->colour[e.to] & CYAN || (!(n->colour[e.to] & RED) && search_red(n, e.to)))
            return true;
    }
    n->colour[state] = (uint8_t)((n->colour[state] & ~CYAN) | BLUE);
    return false;
}

static bool search_blue(Ndfs *n, uint64_t first)
{
    ProductEdge e;
    n->colour[first] |= CYAN;
    n->searched++;
    push(n, &n->blue, first);
    while (n->blue.count > 0) {
        Frame *top = &n->blue.frames[n->blue.count - 1];
        if (!product_read(n->product, &top->reader, &e)) {
            n->blue.count--;
            if (leave(n, top->state))
                return true;
            continue;
        }
        if (e.is_accepting && n->colour[e.to] & CYAN)
            return true;
        if (!(n->colour[e.to] & (CYAN | BLUE))) {
            n->colour[e.to] |= CYAN;
            n->searched++;
            push(n, &n->blue, e.to);
        }
    }
    return false;
}

static bool find(const Automaton *p, FinderMemory *memory, uint32_t workers, FinderWork *work)
{
    Ndfs n = {.product = p, .colour = memory_zeroed(product_states(p), 1)};
    bool is_found = false;
    (void)memory, (void)workers;
    for (uint32_t node = 0; node < p->graph->node_count && !is_found; node++)
        if (!(n.colour[product_start(p, node)] & BLUE))
            is_found = search_blue(&n, product_start(p, node));
    work->states += n.searched;
    free(n.colour);
    free(n.blue.frames);
    free(n.red.frames);
    return is_found;
}

const Finder finder_ndfs = {.name = "ndfs", .find = find};
const Finder finder_indfs = {.name = "indfs", .is_iterative = true, .find = find};

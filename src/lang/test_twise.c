// lang/test_twise.c: the greedy t-wise cover.
//
// Picks, again and again, the first assignment that shows the most combinations
// not seen yet. How many an assignment would show only ever falls, so an old
// count is a bound. A heap holds the assignments by bound, then by place; when
// the top is counted again and keeps its bound, no other assignment is better, and none
// that is as good comes before it. So most of the others need not be counted at all.
//
// M. Minoux: Accelerated Greedy Algorithms for Maximizing Submodular Set
// Functions, 1978.

#include "lang/test_twise.h"

#include <assert.h>
#include <stdbool.h>

// A parameter of a row, and what its values count there.
typedef struct Column {
    uint32_t param;
    uint32_t stride;
} Column;

// Each choice of t parameters is a row of bits, one for every combination of
// their values. A set bit is possible and not shown yet.
typedef struct Cover {
    const uint32_t *sizes;
    uint32_t width;
    uint32_t t;
    uint32_t row_count;
    Column *columns;   // t for each row
    uint64_t *starts;  // for each row, its first bit
    uint64_t *open;
    uint64_t open_count;
} Cover;

void assignment_digits(const uint32_t *sizes, uint32_t width, uint32_t number, uint32_t *digits)
{
    for (uint32_t i = 0; i < width; i++) {
        digits[i] = number % sizes[i];
        number /= sizes[i];
    }
    assert(number == 0);
}

uint64_t twise_combinations(uint32_t width, uint32_t t)
{
    assert(t <= width);
    uint64_t rows = 1;
    for (uint32_t i = 1; i <= t; i++) {
        if (rows > UINT32_MAX)
            return UINT64_MAX;
        rows = rows * (width - t + i) / i;
    }
    return rows;
}

// The next t positions in lexicographic order.
static void next_columns(uint32_t *columns, uint32_t t, uint32_t width)
{
    for (uint32_t i = t; i-- > 0;) {
        if (columns[i] == width - t + i)
            continue;
        columns[i]++;
        for (uint32_t j = i + 1; j < t; j++)
            columns[j] = columns[j - 1] + 1;
        return;
    }
}

static void cover_init(Cover *c, Arena *arena)
{
    c->row_count = (uint32_t)twise_combinations(c->width, c->t);
    c->columns = NEW_ARRAY(arena, Column, (size_t)c->row_count * c->t);
    c->starts = NEW_ARRAY(arena, uint64_t, c->row_count);
    uint32_t *columns = NEW_ARRAY(arena, uint32_t, c->t);
    for (uint32_t i = 0; i < c->t; i++)
        columns[i] = i;

    uint64_t bits = 0;
    for (uint32_t row = 0; row < c->row_count; row++) {
        c->starts[row] = bits;
        uint32_t stride = 1;
        for (uint32_t i = 0; i < c->t; i++) {
            c->columns[(size_t)row * c->t + i] = (Column){columns[i], stride};
            assert(columns[i] < c->width && c->sizes[columns[i]] > 0);
            assert(stride <= UINT32_MAX / c->sizes[columns[i]]);
            stride *= c->sizes[columns[i]];
        }
        bits += stride;
        next_columns(columns, c->t, c->width);
    }
    c->open = NEW_ARRAY(arena, uint64_t, bits / 64 + 1);
}

static uint64_t bit_of(const Cover *c, uint32_t row, const uint32_t *digits)
{
    const Column *columns = &c->columns[(size_t)row * c->t];
    uint64_t bit = c->starts[row];
    for (uint32_t i = 0; i < c->t; i++)
        bit += digits[columns[i].param] * columns[i].stride;
    return bit;
}

static void open_all(Cover *c, const uint32_t *digits)
{
    for (uint32_t row = 0; row < c->row_count; row++) {
        uint64_t bit = bit_of(c, row, digits), mask = (uint64_t)1 << (bit % 64);
        c->open_count += !(c->open[bit / 64] & mask);
        c->open[bit / 64] |= mask;
    }
}

static void close_all(Cover *c, const uint32_t *digits)
{
    for (uint32_t row = 0; row < c->row_count; row++) {
        uint64_t bit = bit_of(c, row, digits), mask = (uint64_t)1 << (bit % 64);
        c->open_count -= !!(c->open[bit / 64] & mask);
        c->open[bit / 64] &= ~mask;
    }
}

static uint32_t gain_of(const Cover *c, const uint32_t *digits)
{
    uint32_t gain = 0;
    for (uint32_t row = 0; row < c->row_count; row++) {
        uint64_t bit = bit_of(c, row, digits);
        gain += c->open[bit / 64] >> (bit % 64) & 1;
    }
    return gain;
}

// --------------------------------------------------------------------- the heap

typedef struct Candidate {
    uint32_t bound;
    uint32_t place;  // among all assignments
} Candidate;

static bool is_better(Candidate a, Candidate b)
{
    return a.bound != b.bound ? a.bound > b.bound : a.place < b.place;
}

// The top has become worse.
static void sink(Candidate *heap, uint32_t count)
{
    Candidate top = heap[0];
    uint32_t at = 0, child;
    while ((child = 2 * at + 1) < count) {
        if (child + 1 < count && is_better(heap[child + 1], heap[child]))
            child++;
        if (!is_better(heap[child], top))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = top;
}

// Leaves the best candidate on top and its digits in `digits`.
static void find_best(const Cover *c, const Assignments *all, Candidate *heap, uint32_t *digits)
{
    for (;;) {
        assignment_digits(c->sizes, c->width, all->numbers[heap[0].place], digits);
        uint32_t gain = gain_of(c, digits);
        assert(gain <= heap[0].bound);  // what one would show only ever falls
        if (gain == heap[0].bound)
            return;
        heap[0].bound = gain;
        sink(heap, all->count);
    }
}

void twise_thin(Arena *arena, const uint32_t *sizes, uint32_t width, uint32_t t,
                Assignments *assignments)
{
    assert(t >= 1 && t <= width && twise_combinations(width, t) <= UINT32_MAX);
    Cover c = {.sizes = sizes, .width = width, .t = t};
    cover_init(&c, arena);
    uint32_t *digits = NEW_ARRAY(arena, uint32_t, width);
    Candidate *heap = NEW_ARRAY(arena, Candidate, assignments->count);
    for (uint32_t i = 0; i < assignments->count; i++) {
        heap[i] = (Candidate){.bound = c.row_count, .place = i};
        assignment_digits(sizes, width, assignments->numbers[i], digits);
        open_all(&c, digits);
    }

    Assignments kept = {.numbers = NEW_ARRAY(arena, uint32_t, assignments->count)};
    while (c.open_count) {
        find_best(&c, assignments, heap, digits);
        assert(heap[0].bound > 0 && kept.count < assignments->count);
        close_all(&c, digits);
        kept.numbers[kept.count++] = assignments->numbers[heap[0].place];
    }
    *assignments = kept;
}

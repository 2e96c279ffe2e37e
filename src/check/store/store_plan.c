// check/store/store_plan.c: chooses where vectors are cut in two.
//
// All states with the same side share its cost. So the cost is the number of distinct left and
// right sides. A plan is chosen by counting these in a sample of the states, for every place to
// cut, and for every word that could be alone on the right (which then needs no piece).
//
// This happens when there are some thousand states, and once more when there are many: all
// states are unfolded and folded again with the new plans. Later it would take too long.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/store/store_impl.h"

enum {
    FIRST_STATES = 1 << 13,  // the number of states at which plans are first made
    LAST_STATES = 1 << 18,   // after this number they are not changed
    AGAIN = 8,      // they are made again when there are AGAIN times as many states
    FEW = 1 << 11,  // the smallest number of vectors for a sample
    SAMPLE = 1 << 13,
    SEEN = 2 * SAMPLE,
    STRIDE = 10007,  // a prime
    LATER = 64,      // costs are estimated for LATER times as many states as the sample has
};

// All states, unfolded.
typedef struct Unfolded {
    uint32_t *words;
    uint64_t *start;  // by number: index in `words`; one more for the end
    uint32_t count;   // of numbers
} Unfolded;

static uint32_t words_of(const Unfolded *u, uint32_t number)
{
    assert(number < u->count && u->start[number] <= u->start[number + 1]);
    return (uint32_t)(u->start[number + 1] - u->start[number]);
}

static void *allocate(uint64_t count, size_t size)
{
    void *memory = malloc(count * size + 1);
    if (!memory)
        die_out_of_memory(count * size);
    return memory;
}

// False: the words would take more than `bytes`.
static bool unfold_all(const Store *s, uint64_t bytes, Unfolded *u)
{
    u->count = (uint32_t)atomic_load(&s->next);
    u->start = allocate((uint64_t)u->count + 1, sizeof *u->start);
    uint64_t used = 0;
    for (uint32_t i = 0; i < u->count; i++) {
        u->start[i] = used;
        if (s->pieces.roots[i])  // else the number is not used yet
            used += store_words(s, i, NULL, 0);
    }
    u->start[u->count] = used;
    if (used * sizeof *u->words > bytes) {
        free(u->start);
        return false;
    }
    u->words = allocate(used, sizeof *u->words);
    for (uint32_t i = 0; i < u->count; i++)
        if (words_of(u, i)) {
            uint32_t count = store_words(s, i, u->words + u->start[i], words_of(u, i));
            assert(count == words_of(u, i));
        }
    return true;
}

static void unfolded_drop(Unfolded *u)
{
    free(u->words);
    free(u->start);
}

// --------------------------------------------------------------------------- choosing

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

// For each vector of a sample, the sums of the hashes of its first words. They identify sides.
typedef struct Sums {
    uint32_t words;  // of one vector
    uint32_t count;  // of vectors
    uint64_t *sums;  // words + 1 for each
    uint64_t *seen;
} Sums;

typedef enum Side { LEFT, RIGHT, ALL_BUT } Side;

static uint64_t side_sum(const Sums *m, uint32_t vector, Side side, uint32_t cut)
{
    assert_debug(vector < m->count && cut < m->words);
    const uint64_t *sums = m->sums + (uint64_t)vector * (m->words + 1);
    uint64_t sum = sums[cut];
    if (side == RIGHT)
        sum = sums[m->words] - sums[cut];
    if (side == ALL_BUT)
        sum += sums[m->words] - sums[cut + 1];
    return sum + !sum;
}

// Estimates the later number of distinct sides. A sample in which all are distinct says little
// alone; so this extrapolates the growth from an eighth of the sample to all of it.
static double distinct(Sums *m, Side side, uint32_t cut)
{
    uint32_t count = 0, early = 0, part = m->count / 8;
    assert(part > 0 && m->count < SEEN && m->count % STRIDE != 0);
    memset(m->seen, 0, SEEN * sizeof *m->seen);
    for (uint32_t i = 0; i < m->count; i++) {
        // In an order that visits all parts of the sample early.
        uint64_t sum = side_sum(m, (uint32_t)((uint64_t)i * STRIDE % m->count), side, cut);
        uint32_t at = (uint32_t)(mix(sum) % SEEN);
        while (m->seen[at] && m->seen[at] != sum)
            at = (at + 1) % SEEN;
        count += m->seen[at] == 0;
        m->seen[at] = sum;
        early = i == part ? count : early;
    }
    assert(early > 0 && early <= count);
    double growth = log((double)count / early) / log(8);
    return count * pow(LATER, growth);
}

// The bytes that a side of so many words takes, about: its words, their beginning, and its slot.
static double side_bytes(uint32_t words)
{
    return 4.0 * (words + 1) + 8 / LOAD_PIECES;
}

static double plan_cost(Sums *m, Plan plan)
{
    uint32_t right = m->words - plan.left;
    if (plan.is_alone)
        return distinct(m, ALL_BUT, plan.cut) * side_bytes(plan.left);
    double cost = right > 1 ? distinct(m, RIGHT, plan.left) * side_bytes(right) : 0;
    return cost + distinct(m, LEFT, plan.left) * side_bytes(plan.left);
}

// The best plan, if it is better than the old one by an eighth.
static Plan best_plan(Sums *m, Plan old)
{
    double cost = plan_cost(m, old) * 7 / 8;
    Plan best = old;
    for (uint32_t at = 1; at < m->words; at++) {
        const Plan plans[] = {{.left = at}, {.left = m->words - 1, .cut = at, .is_alone = true}};
        for (int i = 0; i < 2; i++) {
            double found = plan_cost(m, plans[i]);
            if (found < cost) {
                cost = found;
                best = plans[i];
            }
        }
    }
    return best;
}

// Takes a sample of the vectors of m->words words, from all parts of the store.
static void take_sample(const Unfolded *u, Sums *m)
{
    uint64_t there = 0, step;
    for (uint32_t i = 0; i < u->count; i++)
        there += words_of(u, i) == m->words;
    step = there / SAMPLE + 1;
    there = 0;
    for (uint32_t i = 0; i < u->count; i++) {
        if (words_of(u, i) != m->words || there++ % step)
            continue;
        uint64_t *sums = m->sums + (uint64_t)m->count++ * (m->words + 1);
        sums[0] = 0;
        for (uint32_t k = 0; k < m->words; k++)
            sums[k + 1] = sums[k] + mix((uint64_t)(k + 1) << 32 | u->words[u->start[i] + k]);
    }
    m->count -= m->count % STRIDE == 0;
    assert(m->count <= SAMPLE);
}

// Chooses plans for all lengths. True when one of them has changed.
static bool choose(Pieces *p, const Unfolded *u)
{
    uint64_t *seen = allocate(SEEN, sizeof *seen), vectors[PLANS] = {0};
    bool is_other = false;

    for (uint32_t i = 0; i < u->count; i++)
        if (words_of(u, i) < PLANS)
            vectors[words_of(u, i)]++;
    for (uint32_t count = 3; count < PLANS; count++) {
        if (vectors[count] < FEW)
            continue;
        Sums m = {.words = count, .seen = seen};
        m.sums = allocate((uint64_t)SAMPLE * (count + 1), sizeof *m.sums);
        take_sample(u, &m);
        Plan old = plan_of(p, count), plan = best_plan(&m, old);
        is_other |= plan.left != old.left || plan.is_alone != old.is_alone || plan.cut != old.cut;
        assert(plan.left > 0 && plan.left < count && plan.cut < count);
        p->plans[count] = plan;
        free(m.sums);
    }
    free(seen);
    return is_other;
}

// ---------------------------------------------------------------------------- folding

// False: pieces would take more than `bytes`.
static bool fold_all(Store *s, const Unfolded *u, uint64_t bytes)
{
    Pieces *p = &s->pieces;
    p->is_full = false;
    pieces_clear(s);
    for (uint32_t i = 0; i < u->count; i++) {
        uint64_t root;
        assert(pieces_bytes(p) <= bytes);
        if (!words_of(u, i))
            continue;
        while (!(root = exact_fold(s, &s->lanes[0], u->words + u->start[i], words_of(u, i))))
            if (!pieces_grow(p, bytes - pieces_bytes(p), NULL))
                return false;
        p->roots[i] = root;
    }
    return true;
}

static bool is_time(Store *s)
{
    uint64_t states = store_count(s);
    if (s->is_full || states < FIRST_STATES || states > LAST_STATES ||
        states < AGAIN * s->pieces.planned)
        return false;
    s->pieces.planned = states;
    return true;
}

void plan_again(Store *s, uint64_t bytes)
{
    Pieces *p = &s->pieces;
    Plan old[PLANS];
    Unfolded u;

    bytes += pieces_bytes(p);
    if (!is_time(s) || !unfold_all(s, s->bytes / 8, &u))
        return;
    memcpy(old, p->plans, sizeof old);
    if (choose(p, &u) && !fold_all(s, &u, bytes)) {
        memcpy(p->plans, old, sizeof old);
        if (!fold_all(s, &u, bytes))
            bug("what was folded before has no room any more");
    }
    unfolded_drop(&u);
}

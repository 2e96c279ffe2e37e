// check/engine/long_queue.c: changes of long queues.
//
// push and pop change a sequence at its ends: one time in three they change the sequence of the
// next level too. splice changes it anywhere. It takes the pieces that a change touches, and a
// neighbour where its boundary may move, divides their runs again, and splices the new pieces into
// the sequence of the next level.

#include "check/engine/long_impl.h"

#include <string.h>

// --------------------------------------------------------------------------- lists of runs

typedef struct RunList {
    Arena *arena;
    Run *runs;
    uint32_t count, capacity;
} RunList;

// Equal neighbours become one run.
static void add_run(RunList *l, uint32_t symbol, uint32_t times)
{
    if (times == 0)
        return;
    if (l->count && l->runs[l->count - 1].symbol == symbol) {
        l->runs[l->count - 1].times += times;
        return;
    }
    if (l->count == l->capacity) {
        uint32_t capacity = l->capacity ? l->capacity * 2 : 12;
        Run *runs = NEW_ARRAY(l->arena, Run, capacity);
        if (l->count)
            memcpy(runs, l->runs, l->count * sizeof *runs);
        l->runs = runs;
        l->capacity = capacity;
    }
    l->runs[l->count++] = (Run){symbol, times};
}

static void add_runs(RunList *l, const Run *runs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        add_run(l, runs[i].symbol, runs[i].times);
}

static uint32_t runs_count(const Engine *e, uint32_t level, const Run *runs, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += run_count(e, level, &runs[i]);
    return sum;
}

// --------------------------------------------------------------------------------- interning

// The order of symbols, by which sequences are divided.
static uint64_t symbol_order(const Engine *e, uint32_t level, uint32_t symbol)
{
    return level == 0 ? message_at(e, symbol)->hash.lo : part_at(e, symbol)->hash.lo;
}

static Poly symbol_poly(const Engine *e, uint32_t level, uint32_t symbol)
{
    if (level > 0)
        return part_at(e, symbol)->hash;
    Hash hash = message_at(e, symbol)->hash;
    return (Poly){poly_word(hash.lo), poly_word(hash.hi)};
}

static void add_message_sets(const Engine *e, uint32_t message, uint64_t *sets)
{
    const Message *m = message_at(e, message);
    sets[m->event / 64] |= UINT64_C(1) << (m->event & 63);
    for (uint32_t i = 0; i < m->refs.count; i++)
        sets[e->event_words] |= creators_of(e, m->refs.paths[i]);
}

static void add_part_sets(const Engine *e, uint32_t part, uint64_t *sets)
{
    const uint64_t *more = part_events(part_at(e, part));
    for (uint32_t i = 0; i <= e->event_words; i++)
        sets[i] |= more[i];
}

static bool is_same(const Part *a, const Part *b)
{
    return a->front == b->front && a->back == b->back && a->middle == b->middle &&
           a->level == b->level && a->count == b->count &&
           memcmp(a->runs, b->runs, (a->front + a->back) * sizeof *a->runs) == 0;
}

static uint32_t keep_part(Engine *e, Part part)
{
    uint32_t runs = part.front + part.back;
    size_t size = runs * sizeof(Run) + (e->event_words + 1) * sizeof(uint64_t);
    Run *kept = arena_alloc(&e->arena, size);
    uint64_t *sets = (uint64_t *)(kept + runs);
    e->arena_bytes += size;
    memcpy(kept, part.runs, runs * sizeof *kept);
    part.runs = kept;
    for (uint32_t i = 0; i < runs; i++) {
        if (part.level == 0)
            add_message_sets(e, kept[i].symbol, sets);
        else
            add_part_sets(e, kept[i].symbol, sets);
    }
    if (part.middle)
        add_part_sets(e, part.middle, sets);
    uint32_t id = shelf_add(&e->parts);
    *shelf_at(&e->parts, Part, id) = part;
    index_add(&e->part_index, mix64(part.hash.lo), id);
    return id;
}

// The part with its count and hash is found, or added.
static uint32_t intern_part(Stepper *h, Part part)
{
    Engine *e = h->engine;
    uint32_t id;
    assert_debug(engine_is_locked(e));
    assert(part.front > 0 && (part.back > 0 || !part.middle));
    for (IndexLook l = index_look(&e->part_index, mix64(part.hash.lo)); (id = index_next(&l));)
        if (is_same(part_at(e, id), &part))
            return id;
    return keep_part(e, part);
}

static void add_piece(const Engine *e, Part *p, Poly hash, uint32_t count)
{
    p->hash = poly_join(p->hash, hash, poly_power(e->powers, count));
    p->count += count;
}

static void add_run_pieces(const Engine *e, Part *p, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        uint32_t symbol = p->runs[i].symbol, times = p->runs[i].times;
        uint32_t count = symbol_count(e, p->level, symbol);
        Poly hash = symbol_poly(e, p->level, symbol);
        if (times > 1)
            hash = poly_repeat(hash, poly_power(e->powers, count), times);
        add_piece(e, p, hash, count * times);
    }
}

// The count and the hash follow from the runs and the middle.
static uint32_t intern_runs(Stepper *h, Part part)
{
    const Engine *e = h->engine;
    part.hash = (Poly){0};
    part.count = 0;
    add_run_pieces(e, &part, 0, part.front);
    if (part.middle)
        add_piece(e, &part, part_at(e, part.middle)->hash, part_at(e, part.middle)->count);
    add_run_pieces(e, &part, part.front, part.front + part.back);
    return intern_part(h, part);
}

// ---------------------------------------------------------------------------------- both ends

// A copy of a part's runs without the first `skip`, with room for two more.
static Run *copy_runs(Stepper *h, const Part *p, uint32_t skip)
{
    uint32_t count = p->front + p->back - skip;
    Run *runs = NEW_ARRAY(&h->arena, Run, count + 2);
    memcpy(runs, p->runs + skip, count * sizeof *runs);
    return runs;
}

// The last run has a smaller hash than its neighbours, once the symbol is behind it.
static bool begins_piece(const Engine *e, const Part *p, uint32_t symbol)
{
    uint32_t count = p->back ? p->back : p->front;
    const Run *last = p->runs + p->front + p->back - 1;
    if (count < 2)
        return false;
    uint64_t order = symbol_order(e, p->level, last->symbol);
    return order < symbol_order(e, p->level, last[-1].symbol) &&
           order < symbol_order(e, p->level, symbol);
}

static uint32_t push(Stepper *h, uint32_t level, uint32_t part, uint32_t symbol);

// The back without its last run becomes a piece of the middle; the last run begins a new back. If
// there is no back yet, the front is divided.
static void divide_back(Stepper *h, const Part *p, Part *next, Run *runs)
{
    Run last = runs[p->front + p->back - 1];
    if (p->back) {
        Part piece = {.level = p->level, .front = p->back - 1, .runs = p->runs + p->front};
        next->middle = push(h, p->level + 1, p->middle, intern_runs(h, piece));
    } else {
        next->front--;
    }
    runs[next->front] = last;
    next->back = 1;
}

// The sequence with one more symbol at its end.
static uint32_t push(Stepper *h, uint32_t level, uint32_t part, uint32_t symbol)
{
    const Engine *e = h->engine;
    Run only = {symbol, 1};
    if (!part)
        return intern_runs(h, (Part){.level = level, .front = 1, .runs = &only});
    Part p = *part_at(e, part), next = p;
    Run *runs = copy_runs(h, &p, 0);
    uint32_t size = symbol_count(e, level, symbol), end = p.front + p.back;
    assert(p.level == level && p.count <= UINT32_MAX - size);
    next.runs = runs;
    next.count = p.count + size;
    next.hash = poly_join(p.hash, symbol_poly(e, level, symbol), poly_power(e->powers, size));
    if (runs[end - 1].symbol == symbol) {
        runs[end - 1].times++;
        return intern_part(h, next);
    }
    if (begins_piece(e, &p, symbol))
        divide_back(h, &p, &next, runs);
    runs[next.front + next.back] = only;
    if (next.back)
        next.back++;
    else
        next.front++;
    return intern_part(h, next);
}

static uint32_t pop(Stepper *h, uint32_t level, uint32_t part);

// The front is used up: the first piece of the middle becomes the front.
static Run *next_front(Stepper *h, const Part *p, Part *next)
{
    const Engine *e = h->engine;
    if (!p->middle) {  // the back becomes the front
        next->front = p->back;
        next->back = 0;
        return copy_runs(h, p, p->front);
    }
    const Part *piece = part_at(e, part_at(e, p->middle)->runs[0].symbol);
    Run *runs = NEW_ARRAY(&h->arena, Run, piece->front + p->back);
    memcpy(runs, piece->runs, piece->front * sizeof *runs);
    memcpy(runs + piece->front, p->runs + p->front, p->back * sizeof *runs);
    next->front = piece->front;
    next->middle = pop(h, p->level + 1, p->middle);
    return runs;
}

// The sequence without its first symbol.
static uint32_t pop(Stepper *h, uint32_t level, uint32_t part)
{
    const Engine *e = h->engine;
    Part p = *part_at(e, part), next = p;
    uint32_t symbol = p.runs[0].symbol, size = symbol_count(e, level, symbol);
    assert(p.level == level);
    next.count = p.count - size;
    if (next.count == 0)
        return 0;
    next.hash = poly_cut(p.hash, symbol_poly(e, level, symbol), poly_power(e->powers, next.count));
    if (p.runs[0].times > 1) {
        Run *runs = copy_runs(h, &p, 0);
        runs[0].times--;
        next.runs = runs;
    } else if (p.front > 1) {
        next.runs = p.runs + 1;
        next.front--;
    } else {
        next.runs = next_front(h, &p, &next);
    }
    return intern_part(h, next);
}

// ---------------------------------------------------------------------------------- windows

// The pieces that a change touches. Places count messages from the start of the sequence.
typedef struct Window {
    uint32_t from, to;        // of the window
    uint32_t front_end, back_start;  // of the sequence
    bool has_front, has_back;
} Window;

// The piece with the message at the place: where it begins and ends, and the end of its first run.
typedef struct Piece {
    uint32_t from, first_end, to;
} Piece;

static Piece piece_at(const Engine *e, const Part *p, const Window *w, uint32_t place)
{
    assert_debug(place < p->count);
    if (place < w->front_end)
        return (Piece){0, run_count(e, p->level, &p->runs[0]), w->front_end};
    if (place >= w->back_start)
        return (Piece){w->back_start,
                       w->back_start + run_count(e, p->level, &p->runs[p->front]), p->count};
    uint32_t from, piece = part_symbol(e, p->middle, place - w->front_end, &from);
    const Part *found = part_at(e, piece);
    from += w->front_end;
    return (Piece){from, from + run_count(e, found->level, &found->runs[0]), from + found->count};
}

// The window of a change from place `from` to place `to`. The first symbol of a piece has a smaller
// hash than its neighbours; if one of these changes, the piece in front of it is needed too.
static Window window_of(const Engine *e, const Part *p, uint32_t from, uint32_t to)
{
    Window w = {.front_end = runs_count(e, p->level, p->runs, p->front)};
    assert(from <= to && to <= p->count);
    w.back_start = p->count - runs_count(e, p->level, p->runs + p->front, p->back);
    uint32_t first = from < p->count ? from : p->count - 1;
    Piece piece = piece_at(e, p, &w, first);
    w.from = piece.from;
    if (from <= piece.first_end && piece.from > 0)
        w.from = piece_at(e, p, &w, piece.from - 1).from;
    if (to > from && to > piece.to)
        piece = piece_at(e, p, &w, to - 1);
    w.to = piece.to;
    if (to == piece.to && piece.to < p->count)
        w.to = piece_at(e, p, &w, piece.to).to;
    w.has_front = w.from == 0;
    w.has_back = w.to == p->count;
    return w;
}

// The pieces of the middle that are in the window, as symbols of the next level.
static RunList window_pieces(Stepper *h, const Part *p, const Window *w)
{
    const Engine *e = h->engine;
    RunList pieces = {.arena = &h->arena};
    uint32_t from = w->has_front ? w->front_end : w->from;
    uint32_t to = w->has_back ? w->back_start : w->to;
    while (from < to) {
        uint32_t start, piece = part_symbol(e, p->middle, from - w->front_end, &start);
        assert(start + w->front_end == from);
        add_run(&pieces, piece, 1);
        from += part_at(e, piece)->count;
    }
    assert(from == to);
    return pieces;
}

// All runs in the window.
static RunList window_runs(Stepper *h, const Part *p, const Window *w, const RunList *pieces)
{
    RunList all = {.arena = &h->arena};
    if (w->has_front)
        add_runs(&all, p->runs, p->front);
    for (uint32_t i = 0; i < pieces->count; i++) {
        const Part *piece = part_at(h->engine, pieces->runs[i].symbol);
        for (uint32_t k = 0; k < pieces->runs[i].times; k++)
            add_runs(&all, piece->runs, piece->front);
    }
    if (w->has_back)
        add_runs(&all, p->runs + p->front, p->back);
    return all;
}

// The runs, of which the first begins at `start`, without what is between `from` and `to`, and with
// `more` in its place.
static RunList replaced(Stepper *h, uint32_t level, const RunList *runs, uint32_t start,
                        uint32_t from, uint32_t to, const RunList *more)
{
    RunList all = {.arena = &h->arena};
    uint32_t at = start;
    bool is_done = false;
    for (uint32_t i = 0; i < runs->count; i++) {
        uint32_t symbol = runs->runs[i].symbol, times = runs->runs[i].times;
        uint32_t size = symbol_count(h->engine, level, symbol), end = at + size * times;
        uint32_t before = at >= from ? 0 : end <= from ? times : (from - at) / size;
        uint32_t after = at >= to ? times : end <= to ? 0 : (end - to) / size;
        add_run(&all, symbol, before);
        if (!is_done && end > from) {
            assert(at + before * size == from);
            add_runs(&all, more->runs, more->count);
            is_done = true;
        }
        add_run(&all, symbol, after);
        at = end;
    }
    if (!is_done)
        add_runs(&all, more->runs, more->count);
    return all;
}

// ---------------------------------------------------------------------------------- splicing

// The end of the piece that begins at index `first`: the next run that begins one.
static uint32_t piece_end(const Engine *e, uint32_t level, const RunList *runs, uint32_t first)
{
    uint32_t i = first + 1;
    for (; i + 1 < runs->count; i++) {
        uint64_t here = symbol_order(e, level, runs->runs[i].symbol);
        if (here < symbol_order(e, level, runs->runs[i - 1].symbol) &&
            here < symbol_order(e, level, runs->runs[i + 1].symbol))
            return i;
    }
    return runs->count;
}

// Removes what two lists have in common at their ends; returns the number of messages removed from
// the start, and in `*end` from the end.
static uint32_t trim(const Engine *e, uint32_t level, RunList *a, RunList *b, uint32_t *end)
{
    uint32_t start = 0;
    *end = 0;
    while (a->count && b->count && memcmp(a->runs, b->runs, sizeof(Run)) == 0) {
        start += run_count(e, level, a->runs);
        a->runs++, b->runs++;
        a->count--, b->count--;
    }
    while (a->count && b->count &&
           memcmp(&a->runs[a->count - 1], &b->runs[b->count - 1], sizeof(Run)) == 0) {
        *end += run_count(e, level, &a->runs[a->count - 1]);
        a->count--, b->count--;
    }
    return start;
}

static uint32_t splice(Stepper *h, uint32_t level, uint32_t part, uint32_t from, uint32_t to,
                       const RunList *more);

// The middle after the pieces `old` in the window were replaced by the pieces `new`.
static uint32_t splice_middle(Stepper *h, const Part *p, const Window *w, RunList old, RunList new)
{
    uint32_t end, start = trim(h->engine, p->level + 1, &old, &new, &end);
    if (old.count == 0 && new.count == 0)
        return p->middle;
    uint32_t from = (w->has_front ? w->front_end : w->from) - w->front_end;
    uint32_t to = (w->has_back ? w->back_start : w->to) - w->front_end;
    return splice(h, p->level + 1, p->middle, from + start, to - end, &new);
}

// Divides the runs of the window into pieces. The first and the last piece become the front and the
// back of the sequence, if the window has these.
static uint32_t divide(Stepper *h, const Part *p, const Window *w, const RunList *old,
                       const RunList *runs)
{
    const Engine *e = h->engine;
    RunList new = {.arena = &h->arena}, ends = {.arena = &h->arena};
    uint32_t first = 0, end;
    Part next = {.level = p->level, .front = p->front, .back = p->back};
    const Run *front = p->runs, *back = p->runs + p->front;

    assert(runs->count > 0);
    for (; first < runs->count; first = end) {
        end = piece_end(e, p->level, runs, first);
        if (first == 0 && w->has_front) {
            front = runs->runs;
            next.front = end;
            next.back = w->has_back ? 0 : p->back;
        } else if (end == runs->count && w->has_back) {
            back = runs->runs + first;
            next.back = end - first;
        } else {
            Part piece = {.level = p->level, .front = end - first, .runs = runs->runs + first};
            add_run(&new, intern_runs(h, piece), 1);
        }
    }
    next.middle = splice_middle(h, p, w, *old, new);
    ends.runs = NEW_ARRAY(&h->arena, Run, next.front + next.back);
    memcpy(ends.runs, front, next.front * sizeof *front);
    if (next.back)
        memcpy(ends.runs + next.front, back, next.back * sizeof *back);
    next.runs = ends.runs;
    return intern_runs(h, next);
}

// The sequence with `more` in the place of its messages from place `from` to place `to`, which are
// boundaries of symbols.
static uint32_t splice(Stepper *h, uint32_t level, uint32_t part, uint32_t from, uint32_t to,
                       const RunList *more)
{
    Part p = part ? *part_at(h->engine, part) : (Part){.level = level};
    assert(p.level == level && from <= to && to <= p.count);
    Window w = {.has_front = true, .has_back = true};
    if (part)
        w = window_of(h->engine, &p, from, to);
    RunList old = window_pieces(h, &p, &w);
    RunList runs = window_runs(h, &p, &w, &old);
    runs = replaced(h, level, &runs, w.from, from, to, more);
    if (runs.count == 0) {
        assert(w.has_front && w.has_back);
        return 0;
    }
    return divide(h, &p, &w, &old, &runs);
}

// -------------------------------------------------------------------------------- operations

uint32_t part_of(Stepper *h, const uint32_t *messages, uint32_t count)
{
    ArenaMark mark = arena_mark(&h->arena);
    RunList more = {.arena = &h->arena};
    for (uint32_t i = 0; i < count; i++)
        add_run(&more, messages[i], 1);
    uint32_t part = splice(h, 0, 0, 0, 0, &more);
    arena_rewind(&h->arena, mark);
    return part;
}

uint32_t part_push(Stepper *h, uint32_t part, uint32_t message)
{
    ArenaMark mark = arena_mark(&h->arena);
    part = push(h, 0, part, message);
    arena_rewind(&h->arena, mark);
    return part;
}

uint32_t part_pop(Stepper *h, uint32_t part)
{
    ArenaMark mark = arena_mark(&h->arena);
    part = pop(h, 0, part);
    arena_rewind(&h->arena, mark);
    return part;
}

uint32_t part_without(Stepper *h, uint32_t part, uint32_t place)
{
    ArenaMark mark = arena_mark(&h->arena);
    part = splice(h, 0, part, place, place + 1, &(RunList){0});
    arena_rewind(&h->arena, mark);
    return part;
}

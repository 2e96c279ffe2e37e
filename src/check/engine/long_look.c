// check/engine/long_look.c: reading long queues.
//
// Each part knows the events of its messages, so a search for an event follows one path.

#include "check/engine/long_impl.h"

// The level of a run whose symbol is a part. Which of the higher levels it is does not matter here.
enum { NEXT_LEVEL = 1 };

// The run that contains the place. `*place` becomes the place in the run.
static const Run *run_at(const Engine *e, uint32_t level, const Run *runs, uint32_t count,
                         uint32_t *place)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = run_count(e, level, &runs[i]);
        if (*place < size)
            return &runs[i];
        *place -= size;
    }
    return NULL;
}

static uint32_t symbol_in(const Engine *e, uint32_t level, const Run *run, uint32_t place,
                          uint32_t *inside)
{
    assert(run);
    *inside = place % symbol_count(e, level, run->symbol);
    return run->symbol;
}

uint32_t part_symbol(const Engine *e, uint32_t part, uint32_t place, uint32_t *start)
{
    const Part *p = part_at(e, part);
    uint32_t left = place, inside, symbol;
    assert(place < p->count);
    const Run *run = run_at(e, p->level, p->runs, p->front, &left);
    if (run) {
        symbol = symbol_in(e, p->level, run, left, &inside);
    } else if (p->middle && left < part_at(e, p->middle)->count) {
        uint32_t piece_start;
        const Part *piece = part_at(e, part_symbol(e, p->middle, left, &piece_start));
        left -= piece_start;
        run = run_at(e, p->level, piece->runs, piece->front, &left);
        symbol = symbol_in(e, p->level, run, left, &inside);
    } else {
        left -= p->middle ? part_at(e, p->middle)->count : 0;
        run = run_at(e, p->level, p->runs + p->front, p->back, &left);
        symbol = symbol_in(e, p->level, run, left, &inside);
    }
    *start = place - inside;
    return symbol;
}

uint32_t part_message(const Engine *e, uint32_t part, uint32_t place)
{
    uint32_t start, message;
    assert(part_at(e, part)->level == 0);
    message = part_symbol(e, part, place, &start);
    assert(start == place);
    return message;
}

uint32_t part_last(const Engine *e, uint32_t part)
{
    const Part *p = part_at(e, part);
    assert(p->level == 0);
    return p->runs[p->front + p->back - 1].symbol;
}

// ------------------------------------------------------------------------------- all messages

static uint32_t *add_messages(const Engine *e, const Part *p, uint32_t *out);

static uint32_t *add_run_messages(const Engine *e, uint32_t level, const Run *run, uint32_t *out)
{
    for (uint32_t i = 0; i < run->times; i++) {
        if (level == 0)
            *out++ = run->symbol;
        else
            out = add_messages(e, part_at(e, run->symbol), out);
    }
    return out;
}

static uint32_t *add_messages(const Engine *e, const Part *p, uint32_t *out)
{
    for (uint32_t i = 0; i < p->front; i++)
        out = add_run_messages(e, p->level, &p->runs[i], out);
    if (p->middle)
        out = add_messages(e, part_at(e, p->middle), out);
    for (uint32_t i = p->front; i < p->front + p->back; i++)
        out = add_run_messages(e, p->level, &p->runs[i], out);
    return out;
}

void part_messages(const Engine *e, uint32_t part, uint32_t *messages)
{
    const Part *p = part_at(e, part);
    uint32_t *end = add_messages(e, p, messages);
    assert(end == messages + p->count);
}

// ------------------------------------------------------------------------------------- events

static bool has_event(const Engine *e, const Part *p, const uint64_t *events)
{
    const uint64_t *own = part_events(p);
    for (uint32_t i = 0; i < e->event_words; i++)
        if (own[i] & events[i])
            return true;
    return false;
}

static bool symbol_has_event(const Engine *e, uint32_t level, uint32_t symbol,
                             const uint64_t *events)
{
    if (level > 0)
        return has_event(e, part_at(e, symbol), events);
    uint32_t event = message_at(e, symbol)->event;
    return events[event / 64] >> (event & 63) & 1;
}

// Adds the place of the first such message to `*place`. False: there is none, and the number of
// messages was added.
static bool find_in(const Engine *e, const Part *p, const uint64_t *events, uint32_t *place);

static bool find_in_runs(const Engine *e, uint32_t level, const Run *runs, uint32_t count,
                         const uint64_t *events, uint32_t *place)
{
    for (uint32_t i = 0; i < count; i++) {
        if (symbol_has_event(e, level, runs[i].symbol, events))
            return level == 0 || find_in(e, part_at(e, runs[i].symbol), events, place);
        *place += run_count(e, level, &runs[i]);
    }
    return false;
}

static bool find_in(const Engine *e, const Part *p, const uint64_t *events, uint32_t *place)
{
    if (!has_event(e, p, events)) {
        *place += p->count;
        return false;
    }
    return find_in_runs(e, p->level, p->runs, p->front, events, place) ||
           (p->middle && find_in(e, part_at(e, p->middle), events, place)) ||
           find_in_runs(e, p->level, p->runs + p->front, p->back, events, place);
}

uint32_t part_find(const Engine *e, uint32_t part, const uint64_t *events)
{
    uint32_t place = 0;
    bool is_found = find_in(e, part_at(e, part), events, &place);
    assert(is_found ? place < part_at(e, part)->count : place == part_at(e, part)->count);
    return place;
}

static void add_symbol_events(const Engine *e, uint32_t level, uint32_t symbol, uint64_t *events)
{
    if (level == 0) {
        uint32_t event = message_at(e, symbol)->event;
        events[event / 64] |= UINT64_C(1) << (event & 63);
        return;
    }
    const uint64_t *more = part_events(part_at(e, symbol));
    for (uint32_t i = 0; i < e->event_words; i++)
        events[i] |= more[i];
}

// Takes the messages that it has passed from `*left`.
static void add_events(const Engine *e, const Part *p, uint32_t *left, uint64_t *events);

static void add_run_events(const Engine *e, uint32_t level, const Run *run, uint32_t *left,
                           uint64_t *events)
{
    uint32_t size = symbol_count(e, level, run->symbol), whole = *left / size;
    if (*left == 0)
        return;
    if (whole > 0)
        add_symbol_events(e, level, run->symbol, events);
    if (whole >= run->times) {
        *left -= size * run->times;
        return;
    }
    *left -= size * whole;
    if (*left > 0 && whole == 0)
        add_events(e, part_at(e, run->symbol), left, events);
    *left = 0;
}

static void add_events(const Engine *e, const Part *p, uint32_t *left, uint64_t *events)
{
    for (uint32_t i = 0; i < p->front; i++)
        add_run_events(e, p->level, &p->runs[i], left, events);
    if (p->middle)
        add_run_events(e, NEXT_LEVEL, &(Run){p->middle, 1}, left, events);
    for (uint32_t i = p->front; i < p->front + p->back; i++)
        add_run_events(e, p->level, &p->runs[i], left, events);
}

void part_add_events(const Engine *e, uint32_t part, uint32_t place, uint64_t *events)
{
    assert(place <= part_at(e, part)->count);
    add_run_events(e, NEXT_LEVEL, &(Run){part, 1}, &place, events);
}

static uint32_t count_in(const Engine *e, const Part *p, const uint64_t *events);

static uint32_t count_in_run(const Engine *e, uint32_t level, const Run *run,
                             const uint64_t *events)
{
    if (!symbol_has_event(e, level, run->symbol, events))
        return 0;
    return run->times * (level == 0 ? 1 : count_in(e, part_at(e, run->symbol), events));
}

static uint32_t count_in(const Engine *e, const Part *p, const uint64_t *events)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < p->front + p->back; i++)
        sum += count_in_run(e, p->level, &p->runs[i], events);
    if (p->middle)
        sum += count_in_run(e, NEXT_LEVEL, &(Run){p->middle, 1}, events);
    return sum;
}

uint32_t part_count_event(const Engine *e, uint32_t part, uint32_t event)
{
    uint64_t events[e->event_words];
    for (uint32_t i = 0; i < e->event_words; i++)
        events[i] = 0;
    events[event / 64] = UINT64_C(1) << (event & 63);
    return count_in(e, part_at(e, part), events);
}

// ------------------------------------------------------------------------------------ machines

void part_each_ref(const Engine *e, uint32_t part, uint32_t creator,
                   void (*found)(void *context, const Refs *refs), void *context)
{
    const Part *p = part_at(e, part);
    if (!(part_creators(e, p) & creator_bit(creator)))
        return;
    for (uint32_t i = 0; i < p->front + p->back; i++) {
        if (p->level == 0)
            found(context, &message_at(e, p->runs[i].symbol)->refs);
        else
            part_each_ref(e, p->runs[i].symbol, creator, found, context);
    }
    if (p->middle)
        part_each_ref(e, p->middle, creator, found, context);
}

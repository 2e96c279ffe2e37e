// check/engine/row_build.c: follows a machine through one step, along all its choices.
//
// A step is one or more moves, up to a position at which the discipline stops it
// (check/engine/points.h). Where a machine chooses, the step has several outcomes; the row
// lists them in the order of the choices. A step has at most one effect on others: it sends a
// message to one machine, or it creates a machine. A creation splits the step in two, because
// the path of the new machine depends on the global state: the row ends there, and
// row_build_after makes the rest.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/engine/engine_impl.h"

// A step under construction. Copied where it branches.
typedef struct Builder {
    Stepper *stepper;
    uint32_t local;  // the machine's current local state
    uint32_t queue;  // classic: its queue
    uint32_t moves;
    uint32_t taken;  // first event, or P_NONE
    bool takes;
    bool may_merge;            // the first effect may be part of the step that takes an event
    bool is_shown;             // a monitor has seen something
    bool has_acted;            // the step's one effect has happened
    uint32_t shown_before;     // the number of shows before the effect
    uint32_t target, message;  // sent to another machine, or into the channel to it
    bool is_remote;            // the target is a channel
    uint32_t self_message;
    uint32_t sent, sent_to;
    uint32_t weight;  // product of the alternatives of the choices so far
    uint32_t cost, choices_off_first;
    uint32_t choice_count, show_count, op_count, fair_count;
    uint32_t trail, put_trail;  // what has happened so far, and up to the put
    uint32_t put_moves, put_choice_count;
    int64_t fuel;               // left
    Input input;                // of the next move
    uint32_t value;
} Builder;

// A choice in a step: the alternatives from `next` on still have to be followed.
typedef struct Branch {
    Builder at;
    uint32_t next, count;
} Branch;

// A step stops when its choices allow more than CHOICES_MAX combinations. So few of them can
// have two or more alternatives.
enum { BRANCH_MAX = 32 };

// What all branches of a row share.
typedef struct Draft {
    Outcome *outcomes;
    uint32_t count, capacity;
    uint32_t *choices;
    uint32_t choice_capacity;
    Show *shows;
    uint32_t show_capacity;
    UserOp *ops;
    uint32_t op_capacity;
    FairStep *fairs;
    uint32_t fair_capacity;
    uint32_t local;  // the local state that the row is for
    bool is_volatile;
    Rng *draws;        // NULL: all alternatives are followed
    Branch *branches;  // room for BRANCH_MAX
    uint32_t branch_count;
} Draft;

static void *grow(void *items, uint32_t *capacity, uint32_t needed, size_t size)
{
    if (needed <= *capacity)
        return items;
    *capacity = needed * 2;
    items = realloc(items, *capacity * size);
    if (!items)
        die_out_of_memory(*capacity * size);
    return items;
}

static bool is_classic(const Builder *b)
{
    return b->stepper->engine->options.points == POINTS_CLASSIC;
}

// ------------------------------------------------------------------------------- outcomes

static void *copied(Stepper *h, const void *data, size_t size)
{
    return size ? memcpy(arena_alloc(&h->arena, size), data, size) : NULL;
}

// Copies into the stepper's arena: whether the row is cached is known only when it is finished.
static void add_lists(const Draft *d, const Builder *b, Outcome *o)
{
    o->choices = copied(b->stepper, d->choices, b->choice_count * sizeof *d->choices);
    o->shows = copied(b->stepper, d->shows, b->show_count * sizeof *d->shows);
    o->ops = copied(b->stepper, d->ops, b->op_count * sizeof *d->ops);
    o->fairs = copied(b->stepper, d->fairs, b->fair_count * sizeof *d->fairs);
}

static void *kept(Engine *e, const void *data, size_t size)
{
    return size ? engine_keep(e, data, size) : NULL;
}

static void keep_lists(Engine *e, Outcome *o)
{
    o->choices = kept(e, o->choices, o->choice_count * sizeof *o->choices);
    o->shows = kept(e, o->shows, o->show_count * sizeof *o->shows);
    o->ops = kept(e, o->ops, o->op_count * sizeof *o->ops);
    o->fairs = kept(e, o->fairs, o->fair_count * sizeof *o->fairs);
}

static Outcome *add_outcome(Draft *d, const Builder *b, OutcomeKind kind)
{
    const Engine *e = b->stepper->engine;
    d->outcomes = grow(d->outcomes, &d->capacity, d->count + 1, sizeof *d->outcomes);
    Outcome *o = &d->outcomes[d->count++];
    *o = (Outcome){
        .kind = kind,
        .target = b->target,
        .is_remote = b->is_remote,
        .message = b->message,
        .self_message = b->self_message,
        .takes = b->takes,
        .has_final_queue = is_classic(b),
        .queue = b->queue,
        .moves = b->moves,
        .cost = b->cost,
        .choices_off_first = b->choices_off_first,
        .weight = b->weight,
        .choice_count = b->choice_count,
        .show_count = b->show_count,
        .op_count = b->op_count,
        .has_ops = b->op_count > 0,
        .fair_count = b->fair_count,
        .taken = b->taken,
        .sent = b->sent,
        .sent_bit = b->sent & 63,
        .sent_to = b->sent_to,
        .shown_before = b->shown_before,
        .trail = b->trail,
        .put_trail = b->put_trail,
        .put_moves = b->put_moves,
        .put_choice_count = b->put_choice_count,
    };
    if (b->target || b->self_message)
        o->message_hash = message_at(e, b->target ? b->message : b->self_message)->hash.lo;
    if (b->target)
        o->factor = path_factor(e, b->target);
    add_lists(d, b, o);
    return o;
}

static void add_state(Draft *d, const Builder *b, OutcomeKind kind)
{
    const Engine *e = b->stepper->engine;
    Outcome *o = add_outcome(d, b, kind);
    o->self = b->local;
    o->is_choosing = local_at(e, b->local)->position == AT_CHOICE;
    o->delta = local_head(e, b->local)->hash - local_head(e, d->local)->hash;
    // The engine may begin a plain step and then start again with expand_full. A monitor that
    // calls C functions that may answer differently must not see an event twice.
    o->is_plain = kind == OUT_STATE && !o->is_choosing && !(e->has_foreign && o->show_count);
    // When the machine ignores events, its queue has to be searched for them.
    o->is_quiet = o->show_count == 0 && !local_head(e, b->local)->ignores;
}

static void add_halted(Draft *d, const Builder *b)
{
    Outcome *o = add_outcome(d, b, OUT_STATE);
    o->delta = 0 - local_head(b->stepper->engine, d->local)->hash;
}

// ------------------------------------------------------------------------------- building

// A step is followed move by move. The functions below return true after they have set the
// next move, or add an outcome and return false: this branch is finished.

// Fuel limits what a machine does without an effect on others: after it takes an event, sends
// an event or creates a machine, the fuel is full again (rt/machine.h).
static bool goes_on(Builder *b, Input input, uint32_t value)
{
    const Engine *e = b->stepper->engine;
    if (input != INPUT_CHOICE && local_at(e, b->local)->position != AT_SAY)
        b->fuel = engine_fuel(e);
    b->input = input;
    b->value = value;
    return true;
}

static void note(Builder *b, uint32_t trail)
{
    b->trail = trail_join(b->stepper->engine->trails, b->trail, trail);
}

static void show(Draft *d, Builder *b)
{
    const Engine *e = b->stepper->engine;
    const Local *local = local_at(e, b->local);
    uint32_t only = local->position == AT_SAY ? local->pending.monitor : P_NONE;
    d->shows = grow(d->shows, &d->show_capacity, b->show_count + e->spec_count, sizeof *d->shows);
    uint32_t first = b->show_count, event = message_at(e, local->pending.message)->event;
    if (local->position == AT_SAY)
        note(b, cover_announced(b->stepper, b->local, event));
    b->show_count +=
        monitor_shows(e, local->interface, local->pending.message, only, d->shows + first);
    for (uint32_t i = first; i < b->show_count; i++) {
        d->shows[i].trail = b->trail;
        d->shows[i].moves = b->moves;
        d->shows[i].choice_count = b->choice_count;
    }
    b->is_shown = true;
}

// Classic: puts the message into the machine's own queue. False: the queue has no room, and
// an outcome for that was added.
static bool put_to_self(Draft *d, Builder *b, uint32_t message)
{
    Stepper *h = b->stepper;
    switch (queue_fits(h->engine, b->local, b->queue, message)) {
    case FITS_NOT:
        add_outcome(d, b, OUT_BUG)->bug = queue_bug(h, b->local, b->queue, message);
        return false;
    case FITS_NOT_ASSUMED:
        add_outcome(d, b, OUT_ASSUME);
        return false;
    case FITS_TOO_LONG:
        add_outcome(d, b, OUT_QUEUE);
        return false;
    case FITS:
        b->queue = queue_push(h, b->queue, message);
    }
    return true;
}

static bool put(Draft *d, Builder *b)
{
    const Engine *e = b->stepper->engine;
    const Local *local = local_at(e, b->local);
    uint32_t message = local->pending.message;
    b->has_acted = true;
    b->shown_before = b->show_count;
    b->sent = message_at(e, message)->event;
    b->sent_to = local->pending.target;
    note(b, cover_sent(b->stepper, b->local, b->sent, b->sent_to));
    b->put_trail = b->trail;
    b->put_moves = b->moves;
    b->put_choice_count = b->choice_count;
    if (local->pending.target != local->path) {
        b->is_remote = path_is_remote(e, local->path, local->pending.target);
        if (b->is_remote)
            b->sent_to = intern_channel(b->stepper->engine, local->path, local->pending.target);
        b->target = b->sent_to;
        b->message = message;
    } else if (is_classic(b)) {
        return put_to_self(d, b, message);
    } else {
        b->self_message = message;
    }
    return true;
}

// Takes the event at the place in the queue (classic).
static bool take_at(Builder *b, uint32_t place)
{
    const Engine *e = b->stepper->engine;
    uint32_t message = queue_message(e, b->queue, place);
    note(b, cover_skipped(b->stepper, b->local, b->queue, place));
    b->queue = queue_without(b->stepper, b->local, b->queue, place);
    b->takes = true;
    if (b->taken == P_NONE)
        b->taken = message_at(e, message)->event;
    b->moves++;
    return goes_on(b, INPUT_TAKE, message);
}

// Performs the action of the current position.
static bool perform(Draft *d, Builder *b)
{
    Position position = local_at(b->stepper->engine, b->local)->position;
    if (position == AT_NEW) {
        add_state(d, b, OUT_NEW);
        return false;
    }
    b->moves++;
    if (position == AT_PUT) {
        if (!put(d, b))
            return false;
    } else {
        show(d, b);
    }
    return goes_on(b, INPUT_GO, 0);
}

// The machine is at rest. In the classic discipline the step continues with the next event.
static bool rest(Draft *d, Builder *b)
{
    const Engine *e = b->stepper->engine;
    if (is_classic(b) && !b->has_acted) {
        uint32_t place = queue_takable(b->stepper, b->local, b->queue);
        if (place < queue_at(e, b->queue)->count)
            return take_at(b, place);
    }
    add_state(d, b, OUT_STATE);
    return false;
}

// Whether the step ends before the action of this position.
static bool stops(const Builder *b, Position position)
{
    const Engine *e = b->stepper->engine;
    // A crash can come before an announcement.
    bool is_announced = e->has_crashes && (position == AT_SHOW || position == AT_SAY);
    bool is_effect = position == AT_PUT || position == AT_NEW || is_announced;
    switch (e->options.points) {
    case POINTS_FULL:
        return true;
    case POINTS_CLASSIC:
        return b->has_acted || (is_announced && b->is_shown);
    default:
        return is_effect && (b->has_acted || b->is_shown || !b->may_merge);
    }
}

static bool arrive(Draft *d, Builder *b)
{
    Position position = local_at(b->stepper->engine, b->local)->position;
    if (position == AT_REST)
        return rest(d, b);
    if (!stops(b, position))
        return perform(d, b);
    add_state(d, b, OUT_STATE);
    return false;
}

// Follows alternative `chosen` of `count`.
static bool choose_one(Draft *d, Builder *b, uint32_t chosen, uint32_t count)
{
    d->choices = grow(d->choices, &d->choice_capacity, b->choice_count + 1, sizeof *d->choices);
    d->choices[b->choice_count++] = chosen;
    uint64_t site = local_at(b->stepper->engine, b->local)->pending.site;
    if (site) {
        d->fairs = grow(d->fairs, &d->fair_capacity, b->fair_count + 1, sizeof *d->fairs);
        d->fairs[b->fair_count++] = (FairStep){.site = site, .chosen = chosen, .count = count};
    }
    b->weight *= count;
    b->cost += chosen;
    b->choices_off_first += chosen > 0;
    return goes_on(b, INPUT_CHOICE, chosen);
}

// Follows the first alternative now, and the others after it is finished. The lists of the
// draft are a common prefix: each alternative overwrites them from the branch on.
static bool choose(Draft *d, Builder *b)
{
    uint32_t count = local_at(b->stepper->engine, b->local)->pending.count;
    assert(count > 0);
    if (b->weight > 1 && (uint64_t)b->weight * count > CHOICES_MAX) {
        add_state(d, b, OUT_STATE);
        return false;
    }
    if (d->draws) {
        d->is_volatile |= count > 1;
        return choose_one(d, b, count > 1 ? (uint32_t)rng_below(d->draws, count) : 0, count);
    }
    if (count > 1) {
        assert(d->branch_count < BRANCH_MAX);
        d->branches[d->branch_count++] = (Branch){.at = *b, .next = 1, .count = count};
    }
    return choose_one(d, b, 0, count);
}

static void add_ops(Draft *d, Builder *b, const Move *move)
{
    if (move->op_count == 0)
        return;
    d->ops = grow(d->ops, &d->op_capacity, b->op_count + move->op_count, sizeof *d->ops);
    memcpy(d->ops + b->op_count, move->ops, move->op_count * sizeof *move->ops);
    b->op_count += move->op_count;
}

// In the classic discipline a step ends after its effect, although the machine was run further,
// to its next position. The failure must not be visible yet: others may run before it.
static void fails_assumption(Draft *d, Builder *b)
{
    Stepper *h = b->stepper;
    const Local *local = local_at(h->engine, b->local);
    if (!is_classic(b) || !b->has_acted) {
        add_outcome(d, b, OUT_ASSUME);
        return;
    }
    pthread_mutex_lock(&h->engine->lock);
    b->local = local_doomed(h, local->path, local->kind, local->interface);
    pthread_mutex_unlock(&h->engine->lock);
    add_state(d, b, OUT_STATE);
}

// Makes the next move and continues from the position that it reaches.
static bool move_on(Draft *d, Builder *b)
{
    Move move = move_make(b->stepper, b->local, b->input, b->value, b->fuel);
    b->fuel -= move.fuel;
    d->is_volatile |= move.is_volatile;
    note(b, move.trail);
    add_ops(d, b, &move);
    switch (move.kind) {
    case MOVE_FAILED:
        add_outcome(d, b, OUT_BUG)->bug = move.bug;
        return false;
    case MOVE_ASSUME:
        fails_assumption(d, b);
        return false;
    case MOVE_HALTED:
        add_halted(d, b);
        return false;
    case MOVE_LOCAL:
        b->local = move.local;
        if (local_at(b->stepper->engine, b->local)->position == AT_CHOICE)
            return choose(d, b);
        return arrive(d, b);
    case MOVE_STOPPED:
        break;
    }
    return false;
}

// Follows all alternatives, depth first, in the order of the choices.
static void follow(Draft *d, Builder *b, bool has_move)
{
    while (!stepper_stops(b->stepper)) {
        if (has_move) {
            has_move = move_on(d, b);
            continue;
        }
        if (d->branch_count == 0)
            return;
        Branch *branch = &d->branches[d->branch_count - 1];
        *b = branch->at;
        uint32_t chosen = branch->next++;
        if (branch->next == branch->count)
            d->branch_count--;
        has_move = choose_one(d, b, chosen, branch->count);
    }
}

// ------------------------------------------------------------------------------- beginning

// `message` is the event taken, 0 for null.
static bool begin_at_rest(Builder *b, uint32_t message)
{
    const Engine *e = b->stepper->engine;
    if (is_classic(b)) {
        uint32_t place = queue_takable(b->stepper, b->local, b->queue);
        if (place < queue_at(e, b->queue)->count)
            return take_at(b, place);
        note(b, cover_skipped(b->stepper, b->local, b->queue, place));
        b->queue = queue_without(b->stepper, b->local, b->queue, place);
        message = 0;
    }
    b->takes = message != 0;
    b->may_merge = message && e->may_merge;
    b->taken = message ? message_at(e, message)->event : P_EVENT_NULL;
    b->moves++;
    return goes_on(b, INPUT_TAKE, message);
}

static bool begin(Draft *d, Builder *b, uint32_t message)
{
    const Engine *e = b->stepper->engine;
    switch (local_at(e, b->local)->position) {
    case AT_REST:
        return begin_at_rest(b, message);
    case AT_START:
        b->may_merge = e->may_merge;
        b->moves++;
        return goes_on(b, INPUT_GO, 0);
    case AT_ORPHAN:
        b->may_merge = e->may_merge;
        b->moves++;
        return choose(d, b);
    case AT_CHOICE:
        b->moves++;
        return choose(d, b);
    case AT_DOOMED:
        b->moves++;
        add_outcome(d, b, OUT_ASSUME);
        return false;
    default:
        return perform(d, b);
    }
}

static bool is_usual(const Draft *d)
{
    for (uint32_t i = 0; i < d->count; i++) {
        const Outcome *o = &d->outcomes[i];
        if (!o->is_plain || !o->is_quiet || o->has_final_queue)
            return false;
    }
    return d->count > 0;
}

// Whatever others do, the machine can make this step, and the others do not notice when. This
// does not hold for a null event, which is taken only when the queue has no other; nor for a start,
// where a crash of the creator or a cut may come first: then perhaps the machine never starts.
static bool is_local(const Engine *e, const Draft *d)
{
    Position position = (Position)local_head(e, d->local)->position;
    for (uint32_t i = 0; i < d->count; i++) {
        const Outcome *o = &d->outcomes[i];
        if (o->kind != OUT_STATE || o->sent != P_NONE || o->show_count || o->op_count ||
            o->is_choosing || (position == AT_REST && !o->takes))
            return false;
    }
    bool is_sure = !e->has_crashes && !e->options.network.cuts;
    return d->count > 0 && !d->is_volatile &&
           (position == AT_REST || (position == AT_START && is_sure));
}

// The row of a step that was abandoned: nothing is known, and it is not cached.
static const Row stopped = {.is_volatile = true};

static void drop(Draft *d)
{
    free(d->outcomes);
    free(d->choices);
    free(d->shows);
    free(d->ops);
    free(d->fairs);
}

// The bytes of a row, wherever it begins.
static size_t row_size(uint32_t outcomes)
{
    return _Alignof(Row) + offsetof(Row, outcomes) + outcomes * sizeof(Outcome);
}

Row *row_new(Arena *arena, uint32_t outcomes)
{
    uintptr_t memory = (uintptr_t)arena_alloc(arena, row_size(outcomes));
    return (Row *)((memory + _Alignof(Row) - 1) & ~(uintptr_t)(_Alignof(Row) - 1));
}

Row *row_keep(Engine *e, uint32_t outcomes)
{
    assert_debug(engine_is_locked(e));
    e->arena_bytes += row_size(outcomes);
    return row_new(&e->arena, outcomes);
}

static const Row *finish(Stepper *h, Draft *d)
{
    Engine *e = h->engine;
    if (h->front.is_stopped) {
        drop(d);
        return &stopped;
    }
    Row *row;
    if (e->options.has_memo && !d->is_volatile) {
        pthread_mutex_lock(&e->lock);
        row = row_keep(e, d->count);
        for (uint32_t i = 0; i < d->count; i++)
            keep_lists(e, &d->outcomes[i]);
        pthread_mutex_unlock(&e->lock);
    } else {
        row = row_new(&h->arena, d->count);
    }
    row->count = d->count;
    row->factor = path_factor(e, local_at(e, d->local)->path);
    row->is_usual = is_usual(d);
    row->takes = d->count > 0 && d->outcomes[0].takes;
    row->is_volatile = d->is_volatile;
    row->is_local = is_local(e, d);
    if (d->count)
        memcpy(row->outcomes, d->outcomes, d->count * sizeof *d->outcomes);
    drop(d);
    return row;
}

static Builder builder(Stepper *h, uint32_t local)
{
    return (Builder){.stepper = h,
                     .local = local,
                     .taken = P_NONE,
                     .sent = P_NONE,
                     .weight = 1,
                     .fuel = engine_fuel(h->engine)};
}

const Row *row_build(Stepper *h, uint32_t local, uint32_t message_or_queue, Rng *draws)
{
    const Engine *e = h->engine;
    PathRole role = path_at(e, local_at(e, local)->path)->role;
    Branch branches[BRANCH_MAX];
    Draft d = {.local = local, .branches = branches, .draws = draws};
    Builder b = builder(h, local);
    if (role == PATH_CHANNEL)
        return channel_row(h, local, is_classic(&b) ? queue_at(e, message_or_queue)->first
                                                    : message_or_queue);
    if (role != PATH_MACHINE)
        return faults_row(h, local);
    if (is_classic(&b))
        b.queue = message_or_queue;
    follow(&d, &b, begin(&d, &b, message_or_queue));
    return finish(h, &d);
}

// The local state of a machine that was just created.
static uint32_t newborn(Stepper *h, uint32_t path, const Pending *asked)
{
    pthread_mutex_lock(&h->engine->lock);
    uint32_t local = local_new(h, path, asked->kind, asked->interface, asked->payload);
    pthread_mutex_unlock(&h->engine->lock);
    return local;
}

const Row *row_build_after(Stepper *h, uint32_t local, uint32_t path, uint32_t weight, Rng *draws,
                           uint32_t *child)
{
    Engine *e = h->engine;
    Branch branches[BRANCH_MAX];
    Draft d = {.local = local, .branches = branches, .draws = draws};
    Builder b = builder(h, local);
    *child = path ? newborn(h, path, &local_at(e, local)->pending) : 0;
    b.has_acted = true;
    b.weight = weight;
    b.moves = 1;
    b.trail = cover_created(h, local_at(e, local)->kind, local_at(e, local)->pending.kind);
    follow(&d, &b, goes_on(&b, INPUT_ANSWER, path));
    const Row *row = finish(h, &d);
    for (uint32_t i = 0; i < row->count; i++)  // this half does not change the queue
        ((Row *)row)->outcomes[i].has_final_queue = false;
    return row;
}

// check/engine/move.c: one move of a machine, made by running it.
//
// The machine is unpacked from its local state, performs the action of its position, and
// runs until it reaches the next position. The result is cached under (local state, input):
// a handler runs once for each distinct situation, however many global states contain it.

#include <string.h>

#include "check/engine/engine_impl.h"
#include "rt/send_rules.h"

static void lock(Stepper *h)
{
    pthread_mutex_lock(&h->engine->lock);
}

static void unlock(Stepper *h)
{
    pthread_mutex_unlock(&h->engine->lock);
}

// --------------------------------------------------------------------- coming to a position

static Move failed(Stepper *h)
{
    Bug found = {.kind = h->ask.error,
                 .machine = h->scratch.kind,
                 .state = machine_state(&h->scratch),
                 .at = machine_position(&h->scratch)};
    memcpy(found.text, h->ask.text, sizeof found.text);
    scratch_clear(h);
    lock(h);
    const Bug *kept = engine_keep(h->engine, &found, sizeof found);
    unlock(h);
    return (Move){.kind = MOVE_FAILED, .bug = kept};
}

static Move arrived(Stepper *h, uint32_t path, Position position, const Pending *pending)
{
    return (Move){.kind = MOVE_LOCAL, .local = local_intern(h, path, position, pending)};
}

static Move rests(Stepper *h, uint32_t path)
{
    lock(h);
    Move move = arrived(h, path, AT_REST, &(Pending){0});
    unlock(h);
    return move;
}

static Move sends(Stepper *h, uint32_t path)
{
    PRequest *ask = &h->ask;
    if (!rules_check_send(&h->scratch, ask))
        return failed(h);
    bool is_seen = monitor_sees(h->engine, h->scratch.interface, ask->event, P_NONE);
    lock(h);
    Pending pending = {.message = intern_message(h, ask->event, ask->value),
                       .target = P_MACHINE_ID(ask->target)};
    Move move = arrived(h, path, is_seen ? AT_SHOW : AT_PUT, &pending);
    unlock(h);
    return move;
}

static Move creates(Stepper *h, uint32_t path)
{
    PRequest *ask = &h->ask;
    Pending pending = {.answer = ask->answer};
    if (!rules_check_new(&h->scratch, ask, &pending.interface, &pending.kind))
        return failed(h);
    pending.payload = ask->value;
    lock(h);
    Move move = arrived(h, path, AT_NEW, &pending);
    unlock(h);
    return move;
}

// False: no monitor watches the event, the machine goes on.
static bool announces(Stepper *h, uint32_t path, Move *move)
{
    PRequest *ask = &h->ask;
    if (!rules_check_announce(&h->scratch, ask)) {
        *move = failed(h);
        return true;
    }
    if (!monitor_sees(h->engine, h->scratch.interface, ask->event, ask->monitor)) {
        cover_unseen(h, ask->event);
        p_release(h->engine->program, ask->type, ask->value);
        return false;
    }
    lock(h);
    Pending pending = {.message = intern_message(h, ask->event, ask->value),
                       .monitor = ask->monitor};
    *move = arrived(h, path, AT_SAY, &pending);
    unlock(h);
    return true;
}

static Move chooses(Stepper *h, uint32_t path)
{
    const Machine *m = &h->scratch;
    Pending pending = {.count = h->ask.count, .answer = h->ask.answer};
    // Whether a choice is fair depends only on its place in the program, so equal local states
    // have equal sites.
    if (h->ask.is_fair)
        pending.site = 1 + (m->stack[m->frame + FRAME_FUN] << 32 |
                            (uint32_t)m->stack[m->frame + FRAME_RESUME]);
    lock(h);
    Move move = arrived(h, path, AT_CHOICE, &pending);
    unlock(h);
    return move;
}

// Monitors have seen the event that it sends: next it puts the event.
static Move shown(Stepper *h, const Local *local)
{
    lock(h);
    Move move = arrived(h, local->path, AT_PUT, &local->pending);
    unlock(h);
    return move;
}

// Its creator has crashed before the creation arrived.
static Move never_created(Stepper *h)
{
    scratch_clear(h);
    return (Move){.kind = MOVE_HALTED};
}

static Move run_on(Stepper *h, uint32_t path)
{
    PRequest *ask = &h->ask;
    Move move;
    for (;;)
        switch (scratch_run(h)) {
        case STEP_PRINT:
            p_release(h->engine->program, ask->type, ask->value);
            break;
        case STEP_WAIT:
            return rests(h, path);
        case STEP_SEND:
            return sends(h, path);
        case STEP_NEW:
            return creates(h, path);
        case STEP_ANNOUNCE:
            if (announces(h, path, &move))
                return move;
            break;
        case STEP_CHOOSE:
            return chooses(h, path);
        case STEP_HALTED:
            scratch_clear(h);
            return (Move){.kind = MOVE_HALTED};
        case STEP_ASSUME:
            scratch_clear(h);
            return (Move){.kind = MOVE_ASSUME};
        case STEP_STOPPED:
            scratch_clear(h);
            h->front.is_stopped = true;
            return (Move){.kind = MOVE_STOPPED};
        case STEP_FAILED:
            return failed(h);
        }
}

// ------------------------------------------------------------------------- beginning a move

static void begin(Stepper *h, const Local *local, Input input, uint32_t value)
{
    const Engine *e = h->engine;
    Machine *m = &h->scratch;
    uint32_t slot = local->pending.answer;
    switch (input) {
    case INPUT_GO:
        break;
    case INPUT_TAKE: {
        const Message *message = value ? message_at(e, value) : NULL;
        machine_deliver(m, message ? message->event : P_EVENT_NULL, message ? message->payload : 0);
        break;
    }
    case INPUT_ANSWER:
        machine_answer(m, slot,
                       value ? rules_reference(e->program, local->pending.interface, value) : 0);
        break;
    case INPUT_CHOICE:
        if (local->position != AT_ORPHAN)
            machine_answer(m, slot, value);
        break;
    }
}

static const char *name_path(void *stepper, uint32_t path)
{
    const Engine *e = ((Stepper *)stepper)->engine;
    return path_at(e, path)->name;
}

static Move make(Stepper *h, uint32_t id, Input input, uint32_t value, int64_t fuel)
{
    const Local *local = local_at(h->engine, id);
    uint64_t foreign_calls = machine_foreign_calls;

    h->op_count = 0;
    p_name_machines(name_path, h);
    local_unpack(h, id);
    cover_begin(h);
    begin(h, local, input, value);
    machine_refuel(&h->scratch, fuel);
    bool is_lost = local->position == AT_ORPHAN && value;
    Move move = local->position == AT_SHOW ? shown(h, local)
                : is_lost                  ? never_created(h)
                                           : run_on(h, local->path);
    move.trail = cover_end(h);
    move.is_volatile = machine_foreign_calls != foreign_calls;
    move.fuel = fuel - machine_fuel_left(&h->scratch);
    if (h->op_count) {
        lock(h);
        move.ops = engine_keep(h->engine, h->ops, h->op_count * sizeof *h->ops);
        unlock(h);
        move.op_count = h->op_count;
    }
    return move;
}

// ----------------------------------------------------------------------------- remembering

static uint64_t move_key(uint32_t local, uint32_t input, uint32_t value)
{
    return mix64(memo_key(local, value) + input * 0x9e3779b97f4a7c15u);
}

static bool find(Engine *e, uint32_t local, uint32_t input, uint32_t value, Move *move)
{
    uint32_t id;
    for (IndexLook l = index_look(&e->move_index, move_key(local, input, value));
         (id = index_next(&l));) {
        const MoveEntry *entry = shelf_at(&e->moves, MoveEntry, id);
        if (entry->local == local && entry->input == input && entry->value == value) {
            *move = entry->move;
            return true;
        }
    }
    return false;
}

static void remember(Engine *e, uint32_t local, uint32_t input, uint32_t value, Move move)
{
    uint32_t id = shelf_add(&e->moves);
    *shelf_at(&e->moves, MoveEntry, id) =
        (MoveEntry){.local = local, .input = input, .value = value, .move = move};
    index_add(&e->move_index, move_key(local, input, value), id);
}

// Caches the move. The caller makes sure that it does not depend on the fuel that was left.
static void remember_move(Stepper *h, uint32_t local, uint32_t input, uint32_t value,
                          const Move *move)
{
    Engine *e = h->engine;
    Move other;  // another worker may have been faster
    lock(h);
    if (!find(e, local, input, value, &other))
        remember(e, local, input, value, *move);
    unlock(h);
}

Move move_make(Stepper *h, uint32_t local, Input input, uint32_t value, int64_t fuel)
{
    Engine *e = h->engine;
    Move move;

    if (!e->options.has_memo)
        return make(h, local, input, value, fuel);
    bool is_known = find(e, local, input, value, &move);
    if (is_known && (move.fuel < fuel || fuel == engine_fuel(e)))
        return move;
    move = make(h, local, input, value, fuel);
    bool is_always_so = move.fuel < fuel || fuel == engine_fuel(e);
    if (!is_known && is_always_so && !move.is_volatile && move.kind != MOVE_STOPPED)
        remember_move(h, local, input, value, &move);
    return move;
}

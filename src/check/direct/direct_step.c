// check/direct/direct_step.c: one step of a machine.
//
// The machine performs the action of its position, and runs until it reaches a position at which
// the discipline stops it (check/engine/points.h). The engine's row_build.c and full_step.c say the
// same for interned states: what changes there has to change here.

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"
#include "rt/send_rules.h"

Part step_over(Direct *d, EdgeKind kind)
{
    d->step->kind = kind;
    return PART_OVER;
}

static Part fail(Direct *d, const Actor *a)
{
    const Machine *m = &a->machine;
    d->step->bug = (Bug){.kind = d->ask.error,
                         .machine = m->kind,
                         .state = machine_state(m),
                         .at = machine_position(m)};
    memcpy(d->step->bug.text, d->ask.text, sizeof d->step->bug.text);
    return step_over(d, EDGE_BUG);
}

static Part watched(Direct *d, Watched result)
{
    switch (result) {
    case WATCHED:
        return PART_ON;
    case WATCH_FAILED:
        return step_over(d, d->step->bug.kind == P_ERROR_NONE ? EDGE_ASSUME : EDGE_BUG);
    case WATCH_STOPPED:
        break;
    }
    return PART_STOPPED;
}

// ------------------------------------------------------------------------- to the next position

static void answer(Actor *a, PWord word)
{
    machine_answer(&a->machine, a->intent.answer, word);
}

uint32_t step_ask(Direct *d, const uint32_t *values, uint32_t count)
{
    d->is_asking = true;
    uint32_t chosen = d->chooser->choose(d->chooser->context, values, count);
    d->is_asking = false;
    assert(chosen < count);
    return chosen;
}

uint32_t step_choose(Direct *d, uint32_t count)
{
    uint32_t chosen = d->chooser  ? step_ask(d, NULL, count)
                      : count > 1 ? (uint32_t)rng_below(d->rng, count)
                                  : 0;
    MEMORY_GROW(d->choices, d->step->choice_count + 1, d->choice_capacity);
    d->choices[d->step->choice_count++] = chosen;
    d->weight *= count;
    return chosen;
}

// Draws one of the alternatives. False: the step has made too many choices, and stops here.
static bool choose(Direct *d, Actor *a)
{
    uint32_t count = a->intent.count;
    assert(count > 0);
    if (d->weight > 1 && d->weight * count > CHOICES_MAX) {
        a->position = AT_CHOICE;
        return false;
    }
    answer(a, step_choose(d, count));
    return true;
}

// The machine has done something already in this step. A copy of the execution that is made now
// has the machine at this choice.
static bool choose_within(Direct *d, Actor *a)
{
    a->position = AT_CHOICE;
    d->is_within = true;
    bool is_made = choose(d, a);
    d->is_within = false;
    return is_made;
}

// As engine_is_seen, for all monitors.
static bool is_seen(const Direct *d, uint32_t interface, uint32_t event)
{
    const SeenBy *by = watch_seen_by(d, interface, event);
    return by ? by->count > 0 : engine_is_seen(d->engine, interface, event, P_NONE);
}

static Part sends(Direct *d, Actor *a)
{
    PRequest *ask = &d->ask;
    if (!rules_check_send(&a->machine, ask))
        return fail(d, a);
    a->position = is_seen(d, a->machine.interface, ask->event) ? AT_SHOW : AT_PUT;
    a->intent = (Intent){
        .event = ask->event, .type = ask->type, .value = ask->value, .target = ask->target};
    return PART_ON;
}

static Part creates(Direct *d, Actor *a)
{
    PRequest *ask = &d->ask;
    Intent intent = {.answer = ask->answer};
    if (!rules_check_new(&a->machine, ask, &intent.interface, &intent.kind))
        return fail(d, a);
    intent.value = ask->value;
    intent.type = d->program->interfaces[intent.interface].payload;
    a->intent = intent;
    a->position = AT_NEW;
    return PART_ON;
}

// False: no monitor watches the event, the machine goes on.
static bool announces(Direct *d, Actor *a, Part *part)
{
    PRequest *ask = &d->ask;
    if (!rules_check_announce(&a->machine, ask)) {
        *part = fail(d, a);
        return true;
    }
    bool shows = ask->monitor == P_NONE
                     ? is_seen(d, a->machine.interface, ask->event)
                     : engine_is_seen(d->engine, a->machine.interface, ask->event, ask->monitor);
    if (!shows) {
        notes_add(&d->own, CELL_ANNOUNCED, a->machine.kind, ask->event, 0);
        p_release(d->program, ask->type, ask->value);
        return false;
    }
    a->intent = (Intent){
        .event = ask->event, .type = ask->type, .value = ask->value, .monitor = ask->monitor};
    a->position = AT_SAY;
    *part = PART_ON;
    return true;
}

static Part halts(Direct *d, Actor *a)
{
    actor_leave(d, a);
    d->step->has_halted = true;
    return step_over(d, EDGE_STATE);
}

// Runs the machine to its next position.
static Part run_on(Direct *d, Actor *a)
{
    PRequest *ask = &d->ask;
    Part part;
    for (;;)
        switch (direct_run(d, &a->machine)) {
        case STEP_PRINT:
            p_release(d->program, ask->type, ask->value);
            break;
        case STEP_WAIT:
            a->position = AT_REST;
            return PART_ON;
        case STEP_SEND:
            return sends(d, a);
        case STEP_NEW:
            return creates(d, a);
        case STEP_ANNOUNCE:
            if (announces(d, a, &part))
                return part;
            break;
        case STEP_CHOOSE:
            a->intent = (Intent){.count = ask->count, .answer = ask->answer};
            if (!choose_within(d, a))
                return PART_ON;
            break;
        case STEP_HALTED:
            return halts(d, a);
        case STEP_ASSUME:
            return step_over(d, EDGE_ASSUME);
        case STEP_STOPPED:
            return PART_STOPPED;
        case STEP_FAILED:
            return fail(d, a);
        }
}

// ------------------------------------------------------------------------------------- actions

static Part show(Direct *d, const Actor *a, uint32_t only)
{
    d->is_shown = true;
    return watched(d, watch_show(d, &a->machine, a->intent.event, a->intent.value, only));
}

// Monitors see the event that it sends: next it puts the event.
static Part perform_show(Direct *d, Actor *a)
{
    Part part = show(d, a, P_NONE);
    if (part == PART_ON)
        a->position = AT_PUT;
    return part;
}

static Part perform_say(Direct *d, Actor *a)
{
    notes_add(&d->own, CELL_ANNOUNCED, a->machine.kind, a->intent.event, 0);
    Part part = show(d, a, a->intent.monitor);
    if (part != PART_ON)
        return part;
    p_release(d->program, a->intent.type, a->intent.value);
    a->position = AT_REST;  // the intent owns nothing any more
    return run_on(d, a);
}

static bool exceeds(const PBound *bound, uint32_t count)
{
    return bound->kind != P_BOUND_NONE && (int64_t)count > bound->max;
}

// The queue has become longer than its bound permits.
static Part break_bound(Direct *d, const Actor *to, const PBound *bound, const char *text)
{
    if (bound->kind == P_BOUND_ASSUME)
        return step_over(d, EDGE_ASSUME);
    d->step->bug = (Bug){.kind = P_ERROR_QUEUE_BOUND,
                         .machine = to->machine.kind,
                         .state = machine_state(&to->machine)};
    snprintf(d->step->bug.text, sizeof d->step->bug.text, "%s", text);
    return step_over(d, EDGE_BUG);
}

// Checks the limits of a queue with one more event: of the event first, then of the machine.
static Part check_limits(Direct *d, const Actor *to, uint32_t event)
{
    const PBound *of_event = &d->program->events[event].bound;
    const PBound *of_queue = &d->program->machines[to->machine.kind].bound;
    const char *name = engine_path_name(d->engine, to->path);
    uint32_t same = 0, all = to->mailbox.count;
    char text[P_TEXT_MAX];
    for (uint32_t i = 0; of_event->kind != P_BOUND_NONE && i < all; i++)
        same += mail_at(&to->mailbox, i)->event == event;
    if (exceeds(of_event, same)) {
        snprintf(text, sizeof text,
                 "the queue of %s holds %" PRIu32 " events %s; it may hold %" PRId64, name, same,
                 d->program->events[event].name, of_event->max);
        return break_bound(d, to, of_event, text);
    }
    if (exceeds(of_queue, all)) {
        snprintf(text, sizeof text,
                 "the queue of %s holds %" PRIu32 " events; it may hold %" PRId64, name, all,
                 of_queue->max);
        return break_bound(d, to, of_queue, text);
    }
    if (d->options->queue_max && all > d->options->queue_max)
        return step_over(d, EDGE_QUEUE);
    return PART_ON;
}

Part step_enqueue(Direct *d, Actor *to, Mail mail)
{
    mail_push(&to->mailbox, mail);
    print_queue_change(d, to);
    if (d->has_bounds || d->options->queue_max) {
        Part part = check_limits(d, to, mail.event);
        if (part != PART_ON)
            return part;
    }
    return PART_ON;
}

// Puts the event into the queue of its target; it is lost when the target has halted.
static Part put(Direct *d, Actor *a)
{
    const Intent *i = &a->intent;
    uint32_t path = P_MACHINE_ID(i->target);
    Actor *to = actor_find(d, path);
    Mail mail = {.event = i->event, .payload = i->value, .print = i->print};
    if (engine_is_remote(d->engine, a->path, path))
        return direct_network_put(d, a, path, mail);
    if (!to) {
        p_release(d->program, i->type, i->value);
        return PART_ON;
    }
    d->step->sent = i->event;
    Part part = step_enqueue(d, to, mail);
    if (part == PART_ON && to != a) {
        d->step->changed = to->number;
        if (to->position == AT_REST)
            mail_came(d, to);
    }
    return part;
}

static Part perform_put(Direct *d, Actor *a)
{
    uint32_t path = P_MACHINE_ID(a->intent.target);
    d->has_acted = true;
    d->step->to = path;
    notes_add(&d->own, CELL_SENT, a->machine.kind, a->intent.event,
              engine_kind(d->stepper, path));
    Position before = a->position;
    Part part = put(d, a);
    assert(before == AT_PUT);
    a->position = AT_CHOICE;  // in the middle of its step, and the intent owns nothing any more
    if (part != PART_ON)
        return part;
    machine_refuel(&a->machine, direct_fuel(d));
    return run_on(d, a);
}

static bool is_monitor(const PProgram *p, uint32_t kind)
{
    return p->machines[kind].kind == P_MACHINE_SPEC || p->machines[kind].kind == P_MACHINE_SCENARIO;
}

static Part perform_new(Direct *d, Actor *a)
{
    uint32_t interface = a->intent.interface, kind = a->intent.kind, path = 0;
    PWord payload = a->intent.value, created = 0;
    d->has_acted = true;
    if (is_monitor(d->program, kind)) {
        a->position = AT_CHOICE;
        Part part = watched(d, watch_create(d, kind, payload));
        if (part != PART_ON)
            return part;
    } else {
        uint32_t k = children_next(d, a->path);
        path = engine_find_path(d->engine, a->path, k, interface, kind);
        a->position = AT_CHOICE;
        created = actor_create(d, path, kind, interface, payload)->machine.shared.self;
    }
    d->step->created = path;
    d->ops_before = d->op_count;
    notes_add(&d->own, CELL_CREATED, a->machine.kind, kind, 0);
    answer(a, created);
    machine_refuel(&a->machine, direct_fuel(d));
    return run_on(d, a);
}

// Performs the action of the position, and goes on to the next.
static Part perform(Direct *d, Actor *a)
{
    d->step->moves++;
    switch (a->position) {
    case AT_SHOW:
        return perform_show(d, a);
    case AT_PUT:
        return perform_put(d, a);
    case AT_NEW:
        return perform_new(d, a);
    case AT_SAY:
        return perform_say(d, a);
    default:
        bug("position %d has no action", (int)a->position);
    }
}

// ------------------------------------------------------------------------------------ the step

// Takes the next event, or `null`.
static Part take(Direct *d, Actor *a)
{
    Mail mail = {.event = P_EVENT_NULL};
    d->may_merge = mail_take(d, a, &mail) && engine_may_merge(d->engine);
    d->step->taken = mail.event;
    d->step->moves++;
    direct_take(d, &a->machine, mail.event, mail.payload);
    return run_on(d, a);
}

static Part begin(Direct *d, Actor *a)
{
    if (a->role != PATH_MACHINE)
        return direct_network_step(d, a);
    switch (a->position) {
    case AT_REST:
        return take(d, a);
    case AT_START:
        d->may_merge = engine_may_merge(d->engine);
        d->step->moves++;
        return run_on(d, a);
    case AT_ORPHAN:
        d->may_merge = engine_may_merge(d->engine);
        d->step->moves++;
        return step_choose(d, 2) ? halts(d, a) : run_on(d, a);
    case AT_CHOICE:
        d->step->moves++;
        return choose(d, a) ? run_on(d, a) : PART_ON;
    default:
        return perform(d, a);
    }
}

// Whether the step ends before the action of this position.
static bool stops(const Direct *d, Position position)
{
    bool is_announced = position == AT_SHOW || position == AT_SAY;
    bool is_effect = position == AT_PUT || position == AT_NEW ||
                     (is_announced && d->options->network.crashes);
    if (position == AT_REST || position == AT_CHOICE || d->options->points == POINTS_FULL)
        return true;
    return is_effect && (d->has_acted || d->is_shown || !d->may_merge);
}

const char *direct_name_path(void *engine, uint32_t path)
{
    return engine_path_name(engine, path);
}

static void begin_step(Direct *d, Actor *a)
{
    DirectStep *step = d->step;
    step->kind = EDGE_STATE;
    step->taken = step->sent = P_NONE;
    step->to = step->changed = step->created = step->moves = 0;
    step->has_halted = step->is_fault = false;
    step->choice_count = step->show_count = step->lost_count = 0;
    d->weight = 1;
    d->has_acted = d->is_shown = d->may_merge = false;
    notes_clear(&d->own);
    notes_clear(&d->also);
    d->op_count = 0;
    d->ops_before = UINT32_MAX;
    d->was_choosing = d->choosing;
    d->choosing = 0;
    if (a->role == PATH_MACHINE)
        machine_refuel(&a->machine, direct_fuel(d));
}

// Goes on with a step after direct_go_back.
static Part go_on(Direct *d, Actor *a)
{
    *d->step = d->resumed;
    d->goes_on = false;
    return choose_within(d, a) ? run_on(d, a) : PART_ON;
}

static bool make_step(Direct *d, uint32_t number, DirectStep *step)
{
    Actor *a = actor_at(d, number);
    assert_debug(a->is_there && (!d->choosing || d->choosing == number));
    d->step = step;
    p_name_machines(direct_name_path, d->engine);
    print_change(d, a);
    bool goes_on = d->goes_on;
    if (!goes_on)
        begin_step(d, a);
    Part part = goes_on ? go_on(d, a) : begin(d, a);
    while (part == PART_ON && !stops(d, a->position))
        part = perform(d, a);
    if (part == PART_STOPPED)
        return false;
    if (part == PART_ON && a->position == AT_REST)
        mail_rest(d, a);
    if (part == PART_ON && a->position == AT_CHOICE)
        d->choosing = number;
    step->is_choosing = d->choosing;
    step->choices = d->choices;
    step->shows = d->shows;
    step->lost = d->lost;
    step->trail = direct_trail(d, &d->own);
    step->also = direct_trail(d, &d->also);
    return true;
}

// What is allocated in it may not need more memory than there is: then it is abandoned.
bool direct_guard(Direct *d, void (*run)(void *context), void *context)
{
    assert(!d->is_guarded || !d->host.over);
    if (d->is_guarded) {
        run(context);
        return true;
    }
    if (_setjmp(d->host.back)) {
        d->is_guarded = false;
        return false;
    }
    d->host.was_told = false;
    node_host = &d->host;
    d->is_guarded = true;
    run(context);
    d->is_guarded = false;
    node_host = NULL;
    return true;
}

typedef struct OneStep {
    Direct *direct;
    uint32_t number;
    DirectStep *step;
    bool is_made;
} OneStep;

static void make_one(void *context)
{
    OneStep *one = context;
    one->is_made = make_step(one->direct, one->number, one->step);
}

static inline bool make_guarded(Direct *d, uint32_t number, DirectStep *step)
{
    d->is_within = false;
    if (d->is_guarded)
        return make_step(d, number, step);
    OneStep one = {.direct = d, .number = number, .step = step};
    return direct_guard(d, make_one, &one) && one.is_made;
}

bool direct_step(Direct *d, uint32_t number, Rng *rng, DirectStep *step)
{
    d->rng = rng;
    d->chooser = NULL;
    return make_guarded(d, number, step);
}

bool direct_step_by(Direct *d, uint32_t number, const DirectChooser *by, DirectStep *step)
{
    d->rng = NULL;
    d->chooser = by;
    return make_guarded(d, number, step);
}

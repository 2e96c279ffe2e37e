// check/direct/direct_look.c: what the next step of a machine would touch, before it is made.
//
// A copy of the machine makes the step, as in direct_step.c, but nothing leaves it: what it sends
// and shows is noted and dropped. Values are shared with the machine, so a copy costs as many words
// as it has variables and slots.

#include "check/direct/direct_impl.h"
#include "rt/send_rules.h"

// A step that is looked at, up to here.
typedef struct Glance {
    Machine machine;  // a copy
    uint32_t path;    // of the machine
    Rng rng;
    DirectTouch touch;
    bool has_acted, may_merge;
    uint64_t weight;
} Glance;

bool direct_can_look(const Engine *e)
{
    const PProgram *p = engine_program(e);
    const EngineOptions *o = engine_options(e);
    if (!direct_is_possible(e) || p->is_classic || engine_has_bounds(e) || o->queue_max ||
        o->network.kind != NETWORK_MAILBOX || network_has_faults(&o->network))
        return false;
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (p->funs[i].is_foreign || p->funs[i].foreign)
            return false;  // to call it is more than to look
    return true;
}

// ---------------------------------------------------------------------------------- the step

// Whether the step ends before it sends or creates something.
static bool stops(const Direct *d, const Glance *g)
{
    return d->options->points == POINTS_FULL || g->has_acted || !g->may_merge;
}

// True: the step ends here.
static bool look_at_send(Direct *d, Glance *g)
{
    PRequest *ask = &d->ask;
    bool is_fine = rules_check_send(&g->machine, ask), shows = false;
    if (is_fine) {
        shows = engine_is_seen(d->engine, g->machine.interface, ask->event, P_NONE);
        p_release(d->program, ask->type, ask->value);
    }
    g->touch.shows |= shows && d->options->points != POINTS_FULL;
    if (!is_fine || shows || stops(d, g))
        return true;
    g->touch.to = P_MACHINE_ID(ask->target);
    g->has_acted = true;
    machine_refuel(&g->machine, direct_fuel(d));
    return false;
}

// The copy gets a reference to the machine that it would create. The real one may get another
// path, but like this one none that anybody has a reference to.
static void answer_new(Direct *d, Glance *g, uint32_t slot, uint32_t interface, uint32_t kind)
{
    uint32_t k = d->children[g->path].born;
    uint32_t path = engine_find_path(d->engine, g->path, k, interface, kind);
    machine_answer(&g->machine, slot, rules_reference(d->program, interface, path));
}

static bool look_at_new(Direct *d, Glance *g)
{
    PRequest *ask = &d->ask;
    uint32_t interface, kind;
    bool is_fine = rules_check_new(&g->machine, ask, &interface, &kind);
    if (is_fine)
        p_release(d->program, d->program->interfaces[interface].payload, ask->value);
    if (!is_fine || stops(d, g))
        return true;
    answer_new(d, g, ask->answer, interface, kind);
    g->has_acted = true;
    machine_refuel(&g->machine, direct_fuel(d));
    return false;
}

static bool look_at_announcement(Direct *d, Glance *g)
{
    PRequest *ask = &d->ask;
    bool is_fine = rules_check_announce(&g->machine, ask), shows = false;
    if (is_fine) {
        shows = engine_is_seen(d->engine, g->machine.interface, ask->event, ask->monitor);
        p_release(d->program, ask->type, ask->value);
    }
    g->touch.shows |= shows && d->options->points != POINTS_FULL;
    return !is_fine || shows;
}

// False: the step has made too many choices, and stops here.
static bool look_at_choice(Glance *g, uint32_t count, uint32_t slot)
{
    if (g->weight > 1 && g->weight * count > CHOICES_MAX)
        return false;
    g->weight *= count;
    machine_answer(&g->machine, slot, count > 1 ? rng_below(&g->rng, count) : 0);
    return true;
}

// Runs the copy up to the end of its step. Once the step has shown something, it cannot touch
// anything else.
static void look_on(Direct *d, Glance *g)
{
    PRequest *ask = &d->ask;
    for (;;)
        switch (direct_run(d, &g->machine)) {
        case STEP_PRINT:
            p_release(d->program, ask->type, ask->value);
            break;
        case STEP_SEND:
            if (look_at_send(d, g))
                return;
            break;
        case STEP_NEW:
            if (look_at_new(d, g))
                return;
            break;
        case STEP_ANNOUNCE:
            if (look_at_announcement(d, g))
                return;
            break;
        case STEP_CHOOSE:
            if (!look_at_choice(g, ask->count, ask->answer))
                return;
            break;
        case STEP_WAIT:
        case STEP_HALTED:
        case STEP_ASSUME:
        case STEP_STOPPED:
        case STEP_FAILED:
            return;
        }
}

// ------------------------------------------------------------------------------- from outside

// The step begins with what the machine will do anyway; false: that is all of it.
static bool look_at_position(const Direct *d, const Actor *a, Glance *g)
{
    bool goes_on = d->options->points != POINTS_FULL && d->kind_count > 0;
    switch (a->position) {
    case AT_SHOW:
    case AT_SAY:
        g->touch.shows = true;
        return false;
    case AT_PUT:
        g->touch.to = P_MACHINE_ID(a->intent.target);
        g->has_acted = true;
        return goes_on;
    case AT_NEW:
        g->has_acted = true;
        return goes_on;
    case AT_START:
        g->may_merge = engine_may_merge(d->engine);
        return true;
    default:
        return true;
    }
}

// Delivers the event that the machine takes, or `null`.
static void deliver(Direct *d, Actor *a, Glance *g)
{
    Mail mail = {.event = P_EVENT_NULL};
    if (mail_look(d, a)) {
        mail = *mail_at(&a->mailbox, a->passed);
        p_retain(d->program, d->program->events[mail.event].payload, mail.payload);
        g->may_merge = engine_may_merge(d->engine);
    }
    machine_deliver(&g->machine, mail.event, mail.payload);
}

DirectTouch direct_look(Direct *d, uint32_t number, Rng rng)
{
    Actor *a = actor_at(d, number);
    Glance g = {.path = a->path, .rng = rng, .weight = 1};
    assert(a->role == PATH_MACHINE && a->is_there);
    if (!look_at_position(d, a, &g))
        return g.touch;
    p_name_machines(direct_name_path, d->engine);
    machine_copy(d->program, &a->machine, &g.machine);
    g.machine.observer = NULL;
    g.machine.shared.tell = NULL;
    machine_refuel(&g.machine, direct_fuel(d));
    if (a->position == AT_REST)
        deliver(d, a, &g);
    if (a->position == AT_NEW)
        answer_new(d, &g, a->intent.answer, a->intent.interface, a->intent.kind);
    if (a->position == AT_CHOICE)
        look_at_choice(&g, a->intent.count, a->intent.answer);
    look_on(d, &g);
    machine_drop(&g.machine);
    return g.touch;
}

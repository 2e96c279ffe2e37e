// protocols/live/timers.c: Timer, Clock and Alarm of protocols/common by the real clock.
//
// The models fire at any time. These fire after a fixed time, but their clients must not rely on it:
// a time-out that is under way when the timer is cancelled arrives, as in the model.

#include <pthread.h>
#include <stdlib.h>

#include "deadline.h"

enum {
    TIMER_MICROSECONDS = 10000,   // until a channel sends again
    CLOCK_MICROSECONDS = 200000,  // between two rounds of a failure detector
    ALARM_MICROSECONDS = 500000,  // until a coordinator gives a transaction up
};

typedef struct Clockwork {
    PlaitRuntime *runtime;
    PWord client;
    uint32_t starts, fires;  // events; P_NONE: it was started when it was created
    Deadline *deadline;
    pthread_mutex_t lock;
    int64_t number;  // of the last start
} Clockwork;

static Clockwork *clockwork_new(PMachine *m, PWord client, const char *starts, const char *fires,
                                void (*fire)(void *))
{
    Clockwork *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    c->runtime = m->runtime;
    c->client = client;
    c->starts = starts ? p_event(m->program, starts) : P_NONE;
    c->fires = p_event(m->program, fires);
    pthread_mutex_init(&c->lock, NULL);
    c->deadline = deadline_new(m->runtime, fire, c);
    return c;
}

static void destroy(void *state)
{
    Clockwork *c = state;

    deadline_free(c->deadline);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static void fire_number(void *owner)
{
    Clockwork *c = owner;

    pthread_mutex_lock(&c->lock);
    int64_t number = c->number;
    pthread_mutex_unlock(&c->lock);
    p_post(c->runtime, c->client, c->fires, (PWord)number);
}

static void fire(void *owner)
{
    Clockwork *c = owner;

    p_post(c->runtime, c->client, c->fires, 0);
}

// ------------------------------------------------------------------------------- Timer

// `new Timer(client)`
static void *new_timer(PMachine *m, PWord client)
{
    return clockwork_new(m, client, "eStartTimer", "eTimeOut", fire_number);
}

// eStartTimer with its number, or eCancelTimer.
static void take_timer_event(PMachine *m, void *state, uint32_t event, PWord payload)
{
    Clockwork *c = state;

    (void)m;
    if (event != c->starts) {
        deadline_clear(c->deadline);
        return;
    }
    pthread_mutex_lock(&c->lock);
    c->number = (int64_t)payload;
    pthread_mutex_unlock(&c->lock);
    deadline_set(c->deadline, TIMER_MICROSECONDS);
}

const PForeignMachine P_MACHINE_Timer = {
    .create = new_timer, .event = take_timer_event, .destroy = destroy};

// ------------------------------------------------------------------------------- Clock

// `new Clock(client)`
static void *new_clock(PMachine *m, PWord client)
{
    return clockwork_new(m, client, "eSetClock", "eTick", fire);
}

static void take_clock_event(PMachine *m, void *state, uint32_t event, PWord payload)
{
    Clockwork *c = state;

    (void)m;
    (void)payload;
    if (event == c->starts)
        deadline_set(c->deadline, CLOCK_MICROSECONDS);
}

const PForeignMachine P_MACHINE_Clock = {
    .create = new_clock, .event = take_clock_event, .destroy = destroy};

// ------------------------------------------------------------------------------- Alarm

// `new Alarm((client = ..., number = ...))`: it fires once, unless it is halted before.
static void *new_alarm(PMachine *m, PWord alarm)
{
    Clockwork *c = clockwork_new(m, p_tuple_part(alarm, 0), NULL, "eAlarm", fire_number);

    c->number = (int64_t)p_tuple_part(alarm, 1);
    deadline_set(c->deadline, ALARM_MICROSECONDS);
    return c;
}

const PForeignMachine P_MACHINE_Alarm = {.create = new_alarm, .destroy = destroy};

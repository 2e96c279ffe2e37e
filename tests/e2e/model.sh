#!/bin/sh
# A model machine of the 2015 dialect: its P code, and C that takes its place.
. "$(dirname "$0")/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE

cat > timer.p <<'P'
event START;
event TIMEOUT: machine;

model Timer {
    var client: machine;
    start state Init {
        entry { client = payload as machine; }
        on START do { print "the model"; send client, TIMEOUT, this; };
    }
}

main machine Main {
    var timer: machine;
    start state Init {
        entry {
            timer = new Timer(this);
            send timer, START;
        }
        on TIMEOUT do {
            print "timeout";
            send timer, halt;
        };
    }
}
P

cat > timer.c <<'C'
#include <stdio.h>
#include <stdlib.h>

#include <plait/foreign.h>

typedef struct Timer {
    PWord client;
} Timer;

static void *create(PMachine *m, PWord payload)
{
    Timer *timer = malloc(sizeof *timer);
    timer->client = p_box_value(payload);
    (void)m;
    return timer;
}

static void event(PMachine *m, void *state, uint32_t event, PWord payload)
{
    Timer *timer = state;
    (void)payload;
    printf("C got %s\n", m->program->events[event].name);
    p_post(m->runtime, timer->client, p_event(m->program, "TIMEOUT"), m->self);
}

static void destroy(void *state)
{
    printf("C is gone\n");
    free(state);
}

const PForeignMachine P_MACHINE_Timer = {.create = create, .event = event, .destroy = destroy};
C

# As the model has it.
for how in '' --native; do
    # shellcheck disable=SC2086
    run 20 run --workers 1 $how timer.p
    exits 0
    prints 'the model'
    prints 'timeout'
done

# With C in its place: created, told, gone.
for how in '' --native; do
    # shellcheck disable=SC2086
    run 20 run --workers 1 $how timer.p timer.c
    exits 0
    prints 'C got START'
    prints 'timeout'
    prints 'C is gone'
    if grep -q 'the model' out; then fails 'the model ran, too'; else passes; fi
done

run 60 build -o timer timer.p timer.c
exits 0
command_line=./timer
timeout $((10 * factor)) ./timer --workers 1 > out 2> err < /dev/null
code=$?
exits 0
prints 'C got START'
prints 'C is gone'

# The stub says what to write, and is left alone afterwards.
run 10 compile -o there timer.p
exits 0
for text in 'model Timer, created with any' 'P_MACHINE_Timer_create(PMachine' '#if 0'; do
    if grep -qF "$text" there/timer_foreign.c; then passes; else fails "the stub lacks $text"; fi
done
echo mine > there/timer_foreign.c
run 10 compile -o there timer.p
exits 0
if [ "$(cat there/timer_foreign.c)" = mine ]; then passes; else fails 'the stub was written over'; fi

finish

#!/bin/sh
# tests/e2e/deploy.sh PLAIT: `plait run --deploy`: each container is a process of its own.
. "$(dirname "$0")/lib.sh"

cat > ping.p <<'END'
event ePing: (from: machine, n: int);
event ePong: int;
machine Main {
    var server: machine;
    start state Init {
        entry {
            server = new Server();
            send server, ePing, (from = this, n = 1);
        }
        on ePong do (n: int) {
            if (n < 300) {
                send server, ePing, (from = this, n = n + 1);
            } else {
                print format("done {0}", n);
            }
        }
    }
}
machine Server {
    start state Init {
        on ePing do (p: (from: machine, n: int)) {
            send p.from, ePong, p.n;
        }
    }
}
END
echo '{"plait-deploy": 1}' > own.json
echo '{"plait-deploy": 1, "default": "with-creator"}' > together.json

run 60 run --deploy own.json ping.p
exits 0
prints 'done 300'
says 'nothing is left to do: 2 containers, 601 messages between them'
run 60 run --native --deploy own.json -q ping.p
exits 0
prints 'done 300'
run 60 run --deploy together.json ping.p
exits 0
prints 'done 300'
says 'nothing is left to do: 1 container, 0 messages between them'

# A container ends with a bug: it is reported, and the others go on.
cat > bug.p <<'END'
event eAsk: machine;
event eAnswer;
machine Main {
    start state Init {
        entry {
            var bad: machine;
            var good: machine;
            bad = new Bad();
            good = new Good();
            send bad, eAsk, this;
            send good, eAsk, this;
        }
        on eAnswer do { print "an answer"; }
    }
}
machine Bad {
    start state Init { on eAsk do (from: machine) { assert false, "no answer"; } }
}
machine Good {
    start state Init { on eAsk do (from: machine) { send from, eAnswer; } }
}
END
run 60 run --deploy own.json bug.p
exits 1
prints 'an answer'
says 'bug: assertion: no answer'
says '(Bad): ended with code 1'
says 'nothing is left to do: 3 containers'

# Nothing is left to do, and a machine waits in a receive.
cat > wait.p <<'END'
event eNever;
machine Main {
    start state Init { entry { var w: machine; w = new Waiter(); } }
}
machine Waiter {
    start state Init { entry { receive { case eNever: { } } } }
}
END
run 60 run --deploy own.json wait.p
exits 1
says 'bug: deadlock'

# One that fails is started again, later and later, and then no more.
echo '{"plait-deploy": 1, "machines": {"Bad": {"container": "own", "restart": "on-failure"}}}' \
    > again.json
cat > fail.p <<'END'
machine Main { start state Init { entry { var b: machine; b = new Bad(7); } } }
machine Bad {
    start state Init { entry (n: int) { print format("try {0}", n); assert n == 0, "again"; } }
}
END
run 60 run --deploy again.json fail.p
exits 1
says '(Bad): has failed: 5 starts in too short a time'
says 'nothing is left to do: 6 containers'
if [ "$(grep -c 'try 7' out)" = 5 ]; then passes; else fails 'not five tries'; fi

# The file says how often.
sed 's/"restart": "on-failure"/&, "starts": {"most": 8, "first-ms": 1, "last-ms": 2}/' again.json > often.json
run 60 run --deploy often.json fail.p
exits 1
says '(Bad): has failed: 8 starts in too short a time'
if [ "$(grep -c 'try 7' out)" = 8 ]; then passes; else fails 'not eight tries'; fi

# One that is killed comes back as a new machine, with what its creator gave it. Main runs until it
# has heard of both.
cat > kill.p <<'END'
event eHello: machine;
event eTick;
machine Main {
    var first: machine;
    var second: machine;
    start state Init {
        entry { first = new Worker(this); second = first; send this, eTick; }
        on eTick do { if (second == first) { send this, eTick; } }
        on eHello do (who: machine) {
            print "hello";
            if (who != first) {
                second = who;
                print "another one";
                send first, eTick;  // to nobody
            }
        }
    }
}
machine Worker {
    start state Init { entry (home: machine) { send home, eHello, this; } ignore eTick; }
}
END
echo '{"plait-deploy": 1, "machines": {"Worker": {"container": "own", "restart": "always"}}}' \
    > always.json
command_line='plait run --deploy always.json kill.p, then kill -9 of the worker'
empty out err
timeout -k 2 $((60 * factor)) "$plait" run --deploy always.json kill.p > out 2> err < /dev/null &
while ! grep -q hello out && kill -0 $! 2> /dev/null; do sleep 0.02; done
kill -9 "$(sed -n 's/.*(Worker): process //p' err | head -n 1)"
wait $!
code=$?
exits 0
prints 'another one'
says '(Worker): ended by signal 9'
says 'nothing is left to do: 3 containers'

# C with a thread of its own posts into a container, which is not at rest as long as C holds it.
cat > outside.p <<'END'
event eKnock;
event eHeard: int;
fun StartKnocking(who: machine, count: int);
fun StopKnocking();
machine Main {
    var ear: machine;
    var heard: int;
    start state Init {
        entry { ear = new Ear(); StartKnocking(this, 100); }
        on eKnock do { heard = heard + 1; send ear, eHeard, heard; if (heard == 100) { StopKnocking(); } }
    }
}
machine Ear { start state Init { on eHeard do (n: int) { if (n == 100) { print "heard 100"; } } } }
END
cat > outside.c <<'END'
#include <plait/foreign.h>
#include <pthread.h>
#include <time.h>

static PlaitRuntime *runtime;
static PWord who;
static uint32_t knock;
static int64_t count;
static pthread_t thread;

static void *knocks(void *unused)
{
    for (int64_t i = 0; i < count; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        p_post(runtime, who, knock, 0);
    }
    return unused;
}

bool P_FUN_StartKnocking(PForeignCall *call)
{
    runtime = call->machine->runtime;
    who = p_arg(call, 0);
    count = p_arg_int(call, 1);
    knock = p_event(call->program, "eKnock");
    p_hold(runtime);
    return pthread_create(&thread, NULL, knocks, NULL) == 0;
}

bool P_FUN_StopKnocking(PForeignCall *call)
{
    pthread_join(thread, NULL);
    p_unhold(call->machine->runtime);
    return true;
}
END
run 60 run --deploy own.json outside.p outside.c
exits 0
prints 'heard 100'
says 'nothing is left to do: 2 containers, 101 messages between them'

# A machine is told of one whose container has ended: also one that gets to know it later.
cat > suspect.p <<'END'
event eSuspect: machine;
event eBreak;
event eHello;
event eTell: machine;
machine Main {
    var server: machine;
    start state Init {
        entry {
            server = new Server();
            send server, eBreak;
        }
        on eSuspect do (peer: machine) {
            if (peer == server) {
                print "the server is suspected";
                send new Late(), eTell, server;
            }
        }
    }
}
machine Late {
    var server: machine;
    start state Init {
        on eTell do (peer: machine) {
            server = peer;
            send server, eHello;
        }
        on eSuspect do (peer: machine) { print format("Late is told: {0}", peer == server); }
    }
}
machine Server {
    start state Init {
        on eBreak do { assert false, "it breaks"; }
        on eHello do { }
    }
}
END
echo '{"plait-deploy": 1, "suspicion-ms": 600000}' > patient.json
run 60 run --deploy patient.json suspect.p
exits 1
prints 'the server is suspected'
prints 'Late is told: true'
says 'it breaks'

# One that is only slow is suspected, too; it answers afterwards.
cat > slow.p <<'END'
event eSuspect: machine;
event eAsk: machine;
event eAnswer;
fun WaitForSuspicion();
fun TellSuspicion();
machine Main {
    var slow: machine;
    start state Init {
        entry {
            slow = new Slow();
            send slow, eAsk, this;
        }
        on eSuspect do { TellSuspicion(); }
        on eAnswer do { print "it was only slow"; }
    }
}
machine Slow {
    start state Init {
        on eAsk do (who: machine) {
            WaitForSuspicion();
            send who, eAnswer;
        }
    }
}
END
cat > slow.c <<'END'
#include <fcntl.h>
#include <plait/foreign.h>
#include <unistd.h>

bool P_FUN_TellSuspicion(PForeignCall *call)
{
    (void)call;
    return close(open("suspected", O_CREAT | O_WRONLY, 0600)) == 0;
}

bool P_FUN_WaitForSuspicion(PForeignCall *call)
{
    (void)call;
    while (access("suspected", F_OK) != 0)
        usleep(1000);
    return true;
}
END
echo '{"plait-deploy": 1, "suspicion-ms": 300}' > strict.json
run 60 run --deploy strict.json slow.p slow.c
exits 0
prints 'it was only slow'

# A signal ends all of them, and the time does.
cat > endless.p <<'END'
event eTick;
machine Main { start state Init { entry { var o: machine; o = new Other(); print "begun"; } } }
machine Other {
    start state Init { entry { send this, eTick; } on eTick do { send this, eTick; } }
}
END
run_until out TERM "$plait" run --deploy own.json endless.p
exits 0
says 'stopped by a signal'
for pid in $(sed -n 's/.*: process //p' err); do
    if kill -0 "$pid" 2> /dev/null; then fails "process $pid still runs"; else passes; fi
done
run 60 run --time 0.5 --deploy own.json endless.p
exits 0
says 'the time is over'

# What is asked for and not done is refused.
run 10 run --deploy own.json --trace - ping.p
exits 3
says '--trace wants a folder'
run 10 run --deploy missing.json ping.p
exits 3
says 'missing.json'
echo '{"plait-deploy": 1, "machines": {"Nobody": {"container": "own"}}}' > nobody.json
run 10 run --deploy nobody.json ping.p
exits 3
says 'Nobody'

# Quotas. A container that reaches one ends, and the others go on.
cat > hog.p <<'END'
event eMore;
event eDone;
machine Main {
    start state Init {
        entry { var h: machine; h = new Hog(); send this, eDone; }
        on eDone do { print "the others go on"; }
    }
}
machine Hog {
    var text: string;
    start state Init {
        entry { text = "0123456789abcdef"; send this, eMore; }
        on eMore do {
            MORE
            send this, eMore;
        }
    }
}
machine Small { start state Init { } }
END
# hog STATEMENT QUOTA: what the hog does again and again, and the limit of its container.
hog()
{
    sed "s/MORE/$1/" hog.p > this.p
    echo "{\"plait-deploy\": 1, \"default\": \"with-creator\", \"machines\":
          {\"Hog\": {\"container\": \"own\", \"quota\": $2}}}" > quota.json
    run 60 run --deploy quota.json this.p
    exits 3
    prints 'the others go on'
    says '(Hog): ended with code 3'
}
hog 'new Small();' '{"machines": 5000}'
says '(Hog): has more than 5000 machines'
hog 'send this, eMore;' '{"queue": 3000}'
says '(Hog): has more than 3000 events in its queues'
if [ -z "${PLAIT_SANITIZED:-}" ]; then
    hog 'text = text + text;' '{"memory-mib": 256}'
    says 'out of memory'
fi

# A tenth of a processor: in three seconds a program that always has something to do uses less than half of one. (On a
# busy computer it would use less without a limit, too: tests/unit/cpu_share_test.c has the exact figures.) Of a
# sanitizer's own time a process needs too much.
if [ -n "${PLAIT_SANITIZED:-}" ]; then
    finish
fi
sed 's/MORE//' hog.p > this.p
echo '{"plait-deploy": 1, "default": "with-creator", "machines":
      {"Hog": {"container": "own", "quota": {"cpu-percent": 10}}}}' > quota.json
run 60 build -q --no-warn all -o hog this.p
exits 0
python3 - > out 2> err <<'END'
import os, subprocess
subprocess.run(["./hog", "--deploy", "quota.json", "--time", "3", "-q"], check=True, stdout=subprocess.DEVNULL)
times = os.times()
print("within its share" if times.children_user + times.children_system < 1.5 else times)
END
code=$?
exits 0
prints 'within its share'

finish

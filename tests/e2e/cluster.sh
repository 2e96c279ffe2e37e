#!/bin/sh
# tests/e2e/cluster.sh PLAIT: a cluster on this host as a built executable, its traces, its messages
# as JSON, its figures, and how it drains.
. "$(dirname "$0")/lib.sh"

# fetch ADDRESS PATH: prints the status of the answer, then its text.
fetch()
{
    python3 - "$1" "$2" <<'END'
import http.client, socket, sys
address, path = sys.argv[1:]
connection = http.client.HTTPConnection("localhost" if address.startswith("unix:") else address)
if address.startswith("unix:"):
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(address[len("unix:"):])
connection.request("GET", path)
answer = connection.getresponse()
print(answer.status)
print(answer.read().decode(), end="")
END
}

cat > ping.p <<'END'
event ePing: (from: machine, n: int);
event ePong: int;
machine Main {
    var server: machine;
    start state Init {
        entry {
            print "begun";
            server = new Server(30000);
            send server, ePing, (from = this, n = 1);
        }
        on ePong do (n: int) {
            if (n > 0) { send server, ePing, (from = this, n = n + 1); } else { print "done"; }
        }
    }
}
machine Server {
    var most: int;
    start state Init {
        entry (n: int) { most = n; }
        on ePing do (p: (from: machine, n: int)) {
            if (p.n < most) { send p.from, ePong, p.n; } else { send p.from, ePong, 0; }
        }
    }
}
END
echo '{"plait-deploy": 1}' > own.json

# A built executable runs alone, and as a cluster.
run 60 build -q -o ping ping.p
exits 0
command_line='./ping -q'
./ping -q > out 2> err < /dev/null
code=$?
exits 0
prints done
command_line='./ping --deploy own.json'
./ping --deploy own.json > out 2> err < /dev/null
code=$?
exits 0
prints done
says 'container 1 (Main): process'
says 'nothing is left to do: 2 containers, 60001 messages between them'
command_line='./ping --metrics, without a deployment file'
./ping --metrics 127.0.0.1:0 > out 2> err < /dev/null
code=$?
exits 3
says 'need --deploy'

# Each container writes its trace; machines have one name in all of them. Messages are JSON.
sed 's/30000/3/' ping.p > small.p
run 60 run --deploy own.json --trace traces --log json --seed 1 small.p
exits 0
says '"what":"started","container":"1","kind":"Main","pid":'
says '"what":"over","how":"nothing is left to do","containers":2,"messages":7'
if grep -qv '^{"time":.*}$' err; then fails 'a message is not JSON'; else passes; fi
for number in 1 100000000; do
    run 20 replay --lines traces/$number.trace
    exits 0
    prints '"what":"end","outcome":"quiescent"'
done
prints '"what":"deliver","machine":"Main(1.1)","event":"ePing"'
run 20 replay --lines traces
exits 3
run 20 replay --lines traces/nothing
exits 3
says 'traces/nothing'
# Of a long trace the last part is kept.
run 60 run -q --deploy own.json --trace bounded --trace-limit 128K --seed 1 ping.p
exits 0
command_line='the sizes of bounded/*.trace'
for file in bounded/1.trace bounded/1.old.trace; do
    size=$(wc -c < $file)
    if [ "$size" -lt 262144 ]; then passes; else fails "$file has $size bytes"; fi
done
run 20 replay bounded/1.trace
exits 0
prints 'no bug: the run ended as quiescent'
run 20 replay -q bounded/1.old.trace
exits 0
prints 'no bug: the trace goes on'
run 20 replay bounded
exits 3
says 'was begun again (--trace-limit)'
run 20 run --deploy own.json --trace bounded --trace-limit 1K ping.p
exits 3
says 'at least 64K'
run 20 run --deploy own.json --trace-limit 1M ping.p
exits 3
says '--trace-limit needs --trace'
run 20 run --deploy own.json --trace own.json/traces small.p
exits 3
says 'own.json/traces'

# A bug is JSON, too.
cat > bug.p <<'END'
machine Main { start state Init { entry { assert false, "so \"it\" is"; } } }
END
run 60 run --deploy own.json --log json bug.p
exits 1
says '"level":"error","what":"bug","container":"1","kind":"assertion","message":"so \"it\" is"'
run 10 run --deploy own.json --log xml bug.p
exits 3
says '--log is text or json'

# SIGTERM lets it finish what there is to do; nothing comes in from outside then.
run_until out TERM ./ping --deploy own.json --drain 500
exits 0
prints done
says 'nothing comes in any more'
says 'drained: 2 containers, 60001 messages between them'

cat > door.p <<'END'
event eKnock;
fun Knock(who: machine);
machine Main {
    start state Init { entry { var d: machine; d = new Door(); } }
}
machine Door {
    var count: int;
    start state Init {
        entry { Knock(this); }
        on eKnock do { count = count + 1; if (count == 1) { print "begun"; } }
    }
}
END
cat > door.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include "plait/foreign.h"
static PlaitRuntime *runtime;
static PWord who;
static uint32_t knock;

// Until it is told that nothing is taken any more.
static void *knocks(void *unused)
{
    while (p_post(runtime, who, knock, 0))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    fputs("refused\n", stderr);
    p_unhold(runtime);
    return unused;
}

bool P_FUN_Knock(PForeignCall *call)
{
    pthread_t thread;

    runtime = call->machine->runtime;
    who = p_arg(call, 0);
    knock = p_event(call->program, "eKnock");
    p_hold(runtime);
    return pthread_create(&thread, NULL, knocks, NULL) == 0 && pthread_detach(thread) == 0;
}
END
run_until out TERM "$plait" run --deploy own.json --drain 500 door.p door.c
exits 0
says 'drained: 2 containers'

# C that does not hold the program posts to a container that waits: it is woken.
sed 's/machine Main {/event eTick;\n&/;s/d = new Door();/& send this, eTick;/;s/entry { var d/on eTick do { send this, eTick; } &/;s/count == 1/true/' \
    door.p > late.p
sed 's/while (p_post(runtime, who, knock, 0))/nanosleep(\&(struct timespec){.tv_nsec = 300000000}, NULL); p_post(runtime, who, knock, 0);/;/nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);/d;/fputs/d;/hold(runtime)/d' \
    door.c > late.c
run_until out INT "$plait" run --deploy own.json late.p late.c
exits 0
prints begun

cat > endless.p <<'END'
event eTick;
machine Main {
    start state Init {
        entry { print "begun"; send this, eTick; }
        on eTick do { send this, eTick; }
    }
}
END
run_until out TERM "$plait" run --deploy own.json --drain 0.2 endless.p
exits 3
says 'not drained in time: 1 container had something to do'
run_until out INT "$plait" run --deploy own.json --drain 500 endless.p
exits 0
says 'stopped by a signal'

# Figures. The worker is killed; what is sent to it afterwards has no effect, and is counted.
cat > stale.p <<'END'
event eHello: machine;
event eTick;
event eOld;
machine Main {
    var first: machine;
    start state Init {
        entry { first = new Worker(this); send this, eTick; }
        on eTick do { send this, eTick; }
        on eHello do (who: machine) {
            print "hello";
            if (who != first) { send first, eOld; }
        }
    }
}
machine Worker {
    start state Init {
        entry (home: machine) { send home, eHello, this; }
        on eOld do { assert false, "an event for the one before"; }
    }
}
END
echo '{"plait-deploy": 1, "machines": {"Worker": {"container": "own", "restart": "always"}}}' \
    > always.json
command_line='plait run --deploy always.json --metrics 127.0.0.1:0 stale.p'
empty out err
"$plait" run --deploy always.json --metrics 127.0.0.1:0 stale.p > out 2> err < /dev/null &
cluster=$!
while ! grep -q hello out && kill -0 $cluster 2> /dev/null; do sleep 0.02; done
address=$(sed -n 's/.*metrics at //p' err)
kill -9 "$(sed -n 's/.*(Worker): process //p' err | head -n 1)"
until fetch "$address" /metrics > figures && grep -q '^plait_stale_total 1$' figures; do
    kill -0 $cluster 2> /dev/null || break
    sleep 0.05
done
for figure in 'plait_containers 2' 'plait_starts_total 3' 'plait_restarts_total 1' \
    'plait_killed_total 1' 'plait_bugs_total 0' 'plait_stale_total 1' 'plait_refused_total 0' \
    'plait_container_machines_total{container="1",kind="Main"} 1' \
    '# TYPE plait_container_memory_bytes gauge'; do
    if grep -qxF "$figure" figures; then passes; else fails "no figure $figure"; fi
done
for path in metrics/x ''; do
    if [ "$(fetch "$address" "/$path" | sed -n 1p)" = 404 ]; then passes; else
        fails "/$path is there"
    fi
done
kill -INT $cluster
wait $cluster
code=$?
exits 0

# A local socket; and an address that is none.
empty out err
"$plait" run --deploy own.json --metrics unix:"$folder/m" endless.p > out 2> err < /dev/null &
cluster=$!
while ! grep -q begun out && kill -0 $cluster 2> /dev/null; do sleep 0.02; done
fetch "unix:$folder/m" /metrics > out
prints 'plait_containers 1'
kill -INT $cluster
wait $cluster
run 10 run --deploy own.json --metrics nowhere endless.p
exits 3
says 'nowhere is no address'

finish

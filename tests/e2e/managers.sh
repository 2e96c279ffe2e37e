#!/bin/sh
# tests/e2e/managers.sh PLAIT: a cluster of two hosts, which are addresses of this one: its managers and its containers
# are killed, and it goes on.
tests=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/lib.sh"

mkdir bin
manager=
alpha=
beta=

# Ends what was started, also when the test ends early. Containers are no children: their files name them.
end_all()
{
    kill -9 $manager $alpha $beta 2> /dev/null
    for setup in "$folder"/node-*/containers/*.json; do
        [ -f "$setup" ] && pkill_container "$setup"
    done
    rm -rf "$folder"
}

# pkill_container SETUP: the process that was started with this file.
pkill_container()
{
    for process in /proc/[0-9]*; do
        if tr '\0' ' ' < "$process/cmdline" 2> /dev/null | grep -qF -- "--container $1 "; then
            kill -9 "${process#/proc/}" 2> /dev/null
        fi
    done
}
trap end_all EXIT

# A program that never ends; its workers come back.
cat > count.p <<'P'
event eHello: machine;
event ePing: int;
event ePong: int;
machine Main {
    var worker: machine;
    var n: int;
    start state Init {
        entry { new Worker(this); new Worker(this); }
        on eHello do (who: machine) { print format("hello {0}", who); worker = who; send worker, ePing, 0; }
        on ePong do (k: int) {
            n = n + 1;
            if (n % 1000 == 0) { print format("pong {0}", n); }
            send worker, ePing, k + 1;
        }
    }
}
machine Worker {
    var home: machine;
    start state Init {
        entry (who: machine) { home = who; send home, eHello, this; }
        on ePing do (n: int) { send home, ePong, n; }
    }
}
P
# One that ends.
cat > short.p <<'P'
event ePing: machine;
event ePong;
machine Main {
    var n: int;
    var server: machine;
    start state Init {
        entry { server = new Server(); send server, ePing, this; }
        on ePong do {
            n = n + 1;
            if (n < 200) { send server, ePing, this; } else { print "done"; }
        }
    }
}
machine Server { start state Init { on ePing do (who: machine) { send who, ePong; } } }
P
cat > spread.json <<'END_OF_FILE'
{"plait-deploy": 1, "machines": {"Worker": {"container": "own", "spread": true, "restart": "always"}}}
END_OF_FILE
echo '{"plait-deploy": 1}' > own.json
# One whose worker ends each time.
cat > fails.p <<'P'
machine Main { start state Init { entry { new Worker(); } } }
machine Worker { start state Init { entry { assert false, "no work"; } } }
P
cat > starts.json <<'END_OF_FILE'
{"plait-deploy": 1, "machines": {"Worker": {"container": "own", "restart": "always",
    "starts": {"most": 3, "within-s": 600, "first-ms": 1, "last-ms": 2}}}}
END_OF_FILE
echo '{"plait-deploy": 1, "hosts": ["beta"]}' > beta.json
echo '{"plait-deploy": 1, "hosts": ["gamma", "10.0.0.1"]}' > gamma.json
# One that C outside holds, until it is drained.
cat > door.p <<'P'
event eKnock;
fun Knock(who: machine);
machine Main { start state Init { entry { Knock(this); } on eKnock do { print "knocked"; } } }
P
cat > door.c <<'C'
#include <pthread.h>
#include <time.h>
#include "plait/foreign.h"
static PlaitRuntime *runtime;
static PWord who;
static uint32_t knock;
static void *knocks(void *unused)
{
    while (p_post(runtime, who, knock, 0))
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
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
C
run 60 build -q --no-warn all -o bin/door door.p door.c
exits 0
for program in count short fails; do
    run 60 build -q --no-warn all -o bin/$program $program.p
    exits 0
done

# start_manager [SECONDS]: after which a silent node is lost.
start_manager()
{
    empty manager.log
    "$plait" cluster run --lost-after "${1:-3600}" manager > manager.log 2>&1 < /dev/null &
    manager=$!
}
start_node()
{
    "$plait" node --cluster unix:manager/socket --programs bin --host "$2" --ports 23000-23099 \
        --folder "node-$1" "$1" >> "$1.log" 2>&1 < /dev/null &
}
# Addresses of this run alone: another run at the same time would hold the ports.
hosts=127.$((1 + $$ / 250 % 250)).$((1 + $$ % 250))
start_alpha() { start_node alpha $hosts.2; alpha=$!; }
start_beta() { start_node beta $hosts.3; beta=$!; }

ask()
{
    run 120 deploy --cluster unix:manager/socket "$@"
}

# until_true WHAT COMMAND...: tries the command again and again. What takes ten minutes hangs; then nothing that follows
# makes sense.
until_true()
{
    what=$1
    tries=0
    shift
    until "$@"; do
        tries=$((tries + 1))
        if [ $tries = 6000 ]; then
            fails "$what"
            finish
        fi
        sleep 0.1
    done
    passes
}

status_has()
{
    ask status && [ "$(grep -cE "$1" out)" -ge "$2" ]
}

# await TEXT [COUNT]: until the status has that many lines with the text; then it is in `out`.
await()
{
    until_true "no ${2:-1} lines with $1" status_has "$1" "${2:-1}"
}

# await_log FILE TEXT [COUNT]
log_has()
{
    [ "$(cat "$1" 2> /dev/null | grep -cE "$2")" -ge "$3" ]
}
await_log()
{
    until_true "$1 never had $2" log_has "$1" "$2" "${3:-1}"
}

# goes_on: the main machine, of which one of the two nodes has the log, still prints.
pongs()
{
    cat node-*/logs/*.log | grep -c pong
}
has_more_pongs()
{
    [ "$(pongs)" -gt "$1" ]
}
goes_on()
{
    until_true 'the program stands still' has_more_pongs "$(pongs)"
}

# ---------------------------------------------------------------------------------- wrong input
ask status
exits 3
says 'cannot reach unix:manager/socket'
run 10 node --programs bin
exits 3
says 'say the name of this node'
run 10 node alpha
exits 3
says 'say with --programs'
run 10 node --programs bin --ports 5-x alpha
exits 3
says '--ports wants FIRST-LAST'
run 10 node --programs bin --host 10.0.0.1 alpha
exits 3
says 'it needs TLS'
run 10 node --programs bin --host nowhere alpha
exits 3
says 'address in numbers'
run 10 node --programs missing alpha
exits 3
says 'cannot open the folder missing'
run 10 cluster run --listen 0.0.0.0:1 manager
exits 3
says 'it needs TLS'
run 10 cluster run --authority x manager
exits 3
says 'are all needed'
run 10 cluster run --lost-after 0 manager
exits 3
says '--lost-after wants'
run 10 deploy
exits 3
says 'say submit, status'

# --------------------------------------------------------------------------------- two nodes run
start_manager
await_log manager.log 'the manager listens'
start_alpha
start_beta
await ' there ' 2
run 10 cluster run manager
exits 3
says 'manager/journal is in use'
ask submit --deploy spread.json count
exits 3
says 'say submit NAME EXECUTABLE'
ask submit --deploy missing.json count bin/count
exits 3
says missing.json
ask submit --deploy spread.json --containers 0 count bin/count
exits 3
says '--containers wants'
ask submit --deploy spread.json a/b bin/count
exits 3
says 'a/b is no name'
ask stop count
exits 3
says 'there is no deployment count'
ask submit --deploy spread.json count bin/count
exits 0
prints 'submitted count: SHA-256'
ask submit --deploy spread.json count bin/count
exits 3
says 'stop it first'
await ' running +1 ' 3
for node in alpha beta; do
    if [ "$(grep -c "Worker *$node " out)" = 1 ]; then passes; else fails "no worker on $node"; fi
done
goes_on
ask status --json status.json
exits 0
prints_exactly ''
python3 "$tests/schema" deploy.json status.json > out 2> err
code=$?
exits 0

# ------------------------------------------------------------------- a node's manager is killed
kill -9 $alpha
wait $alpha 2> /dev/null
await 'alpha +away'
goes_on
start_alpha
await_log alpha.log '\(Worker\): process [0-9]+ goes on'
await ' running +1 ' 3

# ---------------------------------------------------- the manager of the cluster is killed
kill -9 $manager
wait $manager 2> /dev/null
goes_on
# A worker that ends meanwhile comes back on its node, as another one.
kill -9 "$(sed -n 's/.*(Worker): process \([0-9]*\)$/\1/p' alpha.log)"
await_log alpha.log '\(Worker\): ended'
await_log alpha.log '\(Worker\): process [0-9]+$' 2
goes_on
start_manager
await ' running +2 '
await ' running ' 3
# New containers are placed again.
ask submit --deploy own.json short bin/short
exits 0
await 'short: stopped, nothing is left to do'
ask logs short
exits 0
prints done

# ------------------------------------------------------------------- starts and hosts of the file
ask submit --deploy starts.json fails bin/fails
exits 0
await 'fails: stopped'
cat alpha.log beta.log > both.log
await_log both.log '\(Worker\): has failed: 3 starts in too short a time'
mkdir -p on-beta
ls node-beta/logs > on-beta/before
ls node-alpha/logs > on-beta/alpha
ask submit --deploy beta.json there bin/short
exits 0
await 'there: stopped, nothing is left to do'
ask logs there
prints done
ls node-beta/logs > on-beta/after
if [ "$(ls node-alpha/logs)" = "$(cat on-beta/alpha)" ] && [ $(($(wc -l < on-beta/after) - $(wc -l < on-beta/before))) = 2 ]; then
    passes
else
    fails 'a container was placed on a node that hosts does not name'
fi
ask submit --deploy gamma.json nowhere bin/short
exits 0
await 'nowhere: waiting, none of its hosts is a node of this cluster'
ask stop nowhere
exits 0

# ---------------------------------------------------------------- programs that are not listed
cp bin/short other
echo >> other
ask submit --deploy own.json other other
exits 0
await 'other: stopped.*no file in bin has the SHA-256'
if grep -qs -- "$(sha256sum < other | cut -d ' ' -f 1)" node-*/containers/*.json; then
    fails 'a program that is not listed was started'
else
    passes
fi

# --------------------------------------------------------------------------------- quota
ask submit --deploy spread.json --containers 2 few bin/count
exits 0
await 'few: stopped'
ask logs few
prints 'as many as it may'

# ---------------------------------------------------------------------------- trace, drain, stop
ask submit --deploy own.json --trace traced bin/short
exits 0
await 'traced: stopped, nothing is left to do'
ask trace traced traces
exits 0
run 60 replay --conform traces short.p
exits 0
prints 'conforms:'
ask drain --within 0.1 count
exits 3
says 'not drained in time'
ask status
prints 'count: stopped, not drained in time'
ask submit --deploy own.json door bin/door
exits 0
await 'Main .* running +1 '
ask drain --within 600 door
exits 0
prints_exactly 'door: drained'
ask status
prints 'door: stopped, drained'
ask submit --deploy spread.json count bin/count
exits 0
await ' running +1 ' 3
# On a terminal the table is shown again and again, until SIGINT.
container=$(sed -n 's/^ *\([0-9a-f]*\) *Worker .*/\1/p' out | head -n 1)
python3 - "$plait" > out 2> err <<'END'
import os, pty, signal, subprocess, sys
ours, theirs = pty.openpty()
table = subprocess.Popen([sys.argv[1], "deploy", "--cluster", "unix:manager/socket", "status"], stdout=theirs)
os.close(theirs)
screen = b""
while screen.count(b"\x1b[H\x1b[J") < 3:
    screen += os.read(ours, 4096)
table.send_signal(signal.SIGINT)
assert table.wait() == -signal.SIGINT
second = screen.split(b"\x1b[H\x1b[J")[2].decode()
print(second.replace("\r", ""))
END
code=$?
exits 0
for line in '^NODE  *STATE  *HOST  *PORTS' '^alpha  *there ' '^count: running' "^  $container  *Worker "; do
    if grep -q "$line" out; then passes; else fails "the table has no line $line"; fi
done
# A log belongs to its deployment.
ask logs count "$container"
exits 0
ask logs short "$container"
exits 3
says "short has no container $container"
ask logs none "$container"
exits 3
says 'there is no deployment none'
ask logs count x
exits 3
says 'x is no number of a container'
ask stop count
exits 0
prints 'count: stopped'
ask status --json -
exits 0
prints '"deployment": "count"'
ask drain none
exits 3
says 'there is no deployment none'

# --------------------------------------------------------- everything ends, and begins again
kill $manager $alpha $beta
wait
for file in alpha.log beta.log; do
    sed -n 's/.*container \([0-9a-f]*\) (.*process [0-9]*$/\1/p' $file
done | sort > numbers
before=$(wc -l < numbers)
start_manager
start_alpha
start_beta
await ' there ' 2
ask submit --deploy spread.json count bin/count
await ' running +1 ' 3
for file in alpha.log beta.log; do
    sed -n 's/.*container \([0-9a-f]*\) (.*process [0-9]*$/\1/p' $file
done | sort > numbers
if [ "$(wc -l < numbers)" -gt "$before" ] && [ -z "$(uniq -d numbers)" ]; then passes; else
    fails 'an incarnation was used twice'
fi

# ------------------------------------- a host dies while the manager of the cluster is down, too
# The one without the main machine: it does not call the manager that begins, which moves the worker.
ask status
if grep -q 'Main *alpha ' out; then dead=beta lives=alpha; else dead=alpha lives=beta; fi
eval "process=\$$dead"
kill -9 $manager "$process"
wait $manager "$process" 2> /dev/null
for setup in "$folder/node-$dead"/containers/*.json; do pkill_container "$setup"; done
start_manager 2
await_log manager.log "node $dead is lost: it does not call"
await "Worker *$lives .* running " 2
goes_on
# One that stays away is lost, too.
start_$dead
await ' there ' 2
eval "process=\$$dead"
kill -9 "$process"
wait "$process" 2> /dev/null
await_log manager.log "node $dead is lost: it does not call" 2
goes_on
kill -9 $manager
wait $manager 2> /dev/null
start_manager
start_$dead
await ' there ' 2
ask stop count
exits 0

# --------------------------------------------------------------------------- a damaged journal
kill -9 $manager
wait $manager 2> /dev/null
size=$(stat -c %s manager/journal)
truncate -s $((size - 3)) manager/journal
start_manager
await_log manager.log 'the last record was not whole'
await ' there ' 2
kill $manager
wait $manager
printf '\377' | dd of=manager/journal bs=1 seek=100 conv=notrunc 2> /dev/null
run 20 cluster run manager
exits 3
says 'manager/journal is damaged: record'
printf 'no journal' > manager/journal
run 20 cluster run manager
exits 3
says 'is no journal'
kill $alpha $beta
wait

# ----------------------------------------------------------- with TLS, roles and signed programs
run 20 cluster init -q --name here keys alpha
if grep -q 'built without OpenSSL' err; then
    finish
fi
exits 0
run 20 cluster init -q --name there others alpha
cat >> own.json <<'END_OF_FILE'

END_OF_FILE
# with_keys FOLDER NAME: the options for a certificate.
with_keys()
{
    echo "--authority $1/authority.pem --certificate $1/$2.pem --key $1/$2.key"
}
empty manager.log
# shellcheck disable=SC2046  # these are words
"$plait" cluster run --lost-after 3600 --listen $hosts.1:23200 $(with_keys keys manager) --authority-key keys/authority.key secure > manager.log 2>&1 < /dev/null &
manager=$!
await_log manager.log 'the manager listens'
secure()
{
    who=$1
    shift
    # shellcheck disable=SC2046
    run 120 deploy --cluster $hosts.1:23200 $(with_keys keys "$who") "$@"
}
# A node may only be the one that its certificate names; an operator is none.
for who in 'keys operator' 'keys manager'; do
    # shellcheck disable=SC2046,SC2086
    run 60 node --cluster $hosts.1:23200 --programs bin --folder node-stranger $(with_keys $who) alpha
    exits 3
done
# shellcheck disable=SC2046
run 60 node --cluster $hosts.1:23200 --programs bin --folder node-stranger $(with_keys keys alpha) beta
exits 3
says 'may not report for a node on the node beta'
# shellcheck disable=SC2046
run 20 deploy --cluster $hosts.1:23200 $(with_keys others operator) status
exits 3
says 'no answer from the manager'
secure alpha stop short
exits 3
says 'may not deploy a program'
empty secure.log
# shellcheck disable=SC2046
"$plait" node --cluster $hosts.1:23200 --programs bin --host $hosts.2 --ports 23000-23099 --folder node-secure \
    --certificate-life 3 $(with_keys keys alpha) alpha > secure.log 2>&1 < /dev/null &
alpha=$!
await_log secure.log 'knows this node'
secure operator submit --deploy own.json short bin/short
exits 3
says own.json.signed
run 20 cluster sign keys own.json bin/short
exits 0
secure_has()
{
    secure operator status && grep -qE "$1" out
}
secure operator submit --deploy own.json short bin/short
exits 0
until_true 'no end of short' secure_has 'short: stopped, nothing is left to do'
# Another program, or another deployment file, than what was signed.
secure operator submit --deploy own.json count bin/count
exits 0
until_true 'a program that is not signed runs' secure_has 'count: stopped.*the signed list has no program'
echo '{"plait-deploy": 1, "default": "own"}' > changed.json
secure operator submit --deploy changed.json --list own.json.signed changed bin/short
exits 0
until_true 'a changed file is used' secure_has 'changed: stopped.*the deployment file is not the one that was signed'

# ------------------------------------------------------------------------------ renewal
# The certificates of manager and node are replaced by some for 12 seconds, which are renewed by the manager; those of
# containers last 3 seconds. Then everybody has others than at the start, and the main machine did not notice.
run 20 cluster sign keys spread.json bin/count
exits 0
secure operator submit --deploy spread.json count bin/count
exits 0
await_log secure.log '\(Worker\): process [0-9]+$' 2
main=$(sed -n 's/.*(Main): process \([0-9]*\)$/\1/p' secure.log | tail -n 1)
run 20 cluster renew --days 0.00014 keys manager alpha
exits 0
prints 'renewed keys/alpha.pem'
await_log manager.log 'the own certificate is a new one, valid until' 2
await_log secure.log 'the own certificate is a new one, valid until' 2
await_log manager.log 'node alpha has a new certificate'
run 20 cluster renew --days 30 keys manager alpha authority
exits 0
await_log manager.log 'the own certificate is a new one, valid until' 3
await_log secure.log 'the own certificate is a new one, valid until' 3
# A worker that is new talks to the main machine: both show certificates that are valid now.
kill -9 "$(sed -n 's/.*(Worker): process \([0-9]*\)$/\1/p' secure.log | tail -n 1)"
await_log secure.log '\(Worker\): process [0-9]+$' 3
until_true 'the new worker cannot talk' secure_has 'Worker .* running +2 '
hellos() { cat node-secure/logs/*.log | grep -c '^hello'; }
has_three_hellos() { [ "$(hellos)" -ge 3 ]; }
until_true 'the new worker has not said hello' has_three_hellos
goes_on
if kill -0 "$main" && ! grep -qs 'certificate' node-secure/logs/*.log; then passes; else
    fails 'the main machine has ended, or has no certificate'
fi
run 20 cluster renew keys nobody
exits 3
says 'keys/nobody.pem'
run 20 cluster renew --days x keys alpha
exits 3
says '--days wants'
run 20 cluster renew --role node keys alpha
exits 3
says 'renew keeps the role'
run 20 cluster run --authority-key keys/authority.key manager
exits 3
says '--authority-key needs'
run 20 node --programs bin --certificate-life 0 alpha
exits 3
says '--certificate-life wants'
secure operator stop count
exits 0
kill $alpha $manager
wait

finish

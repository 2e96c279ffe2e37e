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
for program in count short; do
    run 60 build -q --no-warn all -o bin/$program $program.p
    exits 0
done

start_manager()
{
    "$plait" cluster run --lost-after 3600 manager > manager.log 2>&1 < /dev/null &
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
ask submit --deploy spread.json count bin/count
exits 0
await ' running +1 ' 3
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
# shellcheck disable=SC2046  # these are words
"$plait" cluster run --lost-after 3600 --listen $hosts.1:23200 $(with_keys keys manager) secure > manager.log 2>&1 < /dev/null &
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
# shellcheck disable=SC2046
"$plait" node --cluster $hosts.1:23200 --programs bin --host $hosts.2 --ports 23000-23099 --folder node-secure \
    $(with_keys keys alpha) alpha > secure.log 2>&1 < /dev/null &
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
kill $alpha $manager
wait

finish

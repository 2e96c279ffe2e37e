#!/bin/sh
# tests/e2e/foreign.sh PLAIT: foreign code: functions that are missing, values of a wrong type,
# and threads that C starts.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE

# Runs what was built, as `run` does the command.
run_built()
{
    command_line="$*"
    timeout $((20 * factor)) "$@" > out 2> err < /dev/null
    code=$?
}

# ------------------------------------------------------------------ what is missing

cat > missing.p <<'P'
fun Weight(s: string): int;
machine Main {
    fun Height(): int;
    start state S { entry { print format("{0}", Weight("x") + Height()); } }
}
P
for how in '' --native; do
    # shellcheck disable=SC2086
    run 20 check $how missing.p
    exits 3
    says 'nothing supplies the foreign function `Weight`: write `bool P_FUN_Weight(PForeignCall *call)`'
    says 'called at missing.p:4:49'
    # shellcheck disable=SC2086
    run 20 run --workers 1 $how missing.p
    exits 3
    says 'cannot run: nothing supplies the foreign function `Weight`'
    says 'at missing.p:4:49'
done

# A function with other parameters than the one that talks to the explorer is an ordinary
# foreign function.
echo 'fun Seal(letter: int); machine Main { start state S { entry { Seal(3); } } }' > seal.p
run 10 run --workers 1 seal.p
exits 3
says 'nothing supplies the foreign function `Seal`'

# C says that it cannot, and that is no bug of the program.
echo 'fun Clock(): int; machine Main { start state S { entry { print format("{0}", Clock()); } } }' > clock.p
cat > clock.c <<'C'
#include <plait/foreign.h>
bool P_FUN_Clock(PForeignCall *call)
{
    if (!call->machine->runtime)
        return p_foreign_cannot(call, "a real clock cannot be %s", "checked");
    return p_result(call, 3);
}
C
run 20 check clock.p clock.c
exits 3
says 'Clock: a real clock cannot be checked'
run 20 run clock.p clock.c
exits 0
prints_exactly 3

# ------------------------------------------------------------------ long names

name=ThisIsAForeignFunctionWithAVeryLongNameThatSomebodyWroteInAnEnterpriseProject
cat > long.p <<P
fun $name(): int;
machine Main { start state S { entry { print format("{0}", $name()); } } }
P
cat > long.c <<C
#include <plait/foreign.h>
bool P_FUN_$name(PForeignCall *call) { return p_result(call, 42); }
C
for how in '' --native; do
    # shellcheck disable=SC2086
    run 20 run $how long.p long.c
    exits 0
    prints_exactly 42
done
run 60 build -o long long.p long.c
exits 0
run_built ./long
exits 0
prints_exactly 42

# ------------------------------------------------------------------ what C can see

# The command exports its public functions, and nothing that C could mean otherwise. Names
# with a version are of the C library; a sanitizer brings its own.
if [ -z "${PLAIT_SANITIZED:-}" ]; then
    nm -D --defined-only "$plait" | awk '{ print $3 }' |
        grep -v -e '^p_' -e '^plait_' -e '^_' -e '@' -e '^data_start$' > out
    command_line="nm -D plait"
    prints_nothing
fi
cat > socket.p <<'P'
fun TryAccept(): int;
machine Main { start state S { entry { print format("accept gave {0}", TryAccept()); } } }
P
cat > socket.c <<'C'
#include <errno.h>
#include <plait/foreign.h>
#include <sys/socket.h>
bool P_FUN_TryAccept(PForeignCall *call)
{
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    int fd = accept(-1, (struct sockaddr *)&from, &size);
    return p_result(call, fd < 0 && errno == EBADF ? 9 : 0);
}
C
for how in '' --native; do
    # shellcheck disable=SC2086
    run 20 run $how socket.p socket.c
    exits 0
    prints_exactly 'accept gave 9'
done

# ------------------------------------------------------------- threads of others

# What one thread posts to one machine arrives in that order, and monitors see it.
cat > service.p <<'P'
event eRequest: (id: int, text: string);
event eStop;
fun Ready(me: machine, count: int);

machine Main {
    var last: int;
    start state S {
        entry { Ready(this, 20000); }
        on eRequest do (r: (id: int, text: string)) {
            assert r.id == last + 1, format("{0} after {1}", r.id, last);
            assert r.text == "hello";
            last = r.id;
        }
        on eStop do { print format("{0} requests", last); raise halt; }
    }
}
spec Counts observes eRequest, eStop {
    var seen: int;
    start state S {
        on eRequest do (r: (id: int, text: string)) {
            seen = seen + 1;
            assert r.id == seen, "the monitor saw another order";
        }
        on eStop do { print format("{0} seen", seen); }
    }
}
implementation Service [main = Main]: assert Counts in { Main };
P
cat > service.c <<'C'
#include <plait/foreign.h>
#include <pthread.h>

static PlaitRuntime *runtime;
static PWord service;
static int64_t count;
static uint32_t request, stop;

static void *post(void *unused)
{
    for (int64_t i = 1; i <= count; i++) {
        PWord parts[2] = {(PWord)i, p_string("hello", 5)};
        if (!p_post(runtime, service, request, p_tuple(parts, 2)))
            return unused;
    }
    p_post(runtime, service, stop, 0);
    p_unhold(runtime);
    return unused;
}

bool P_FUN_Ready(PForeignCall *call)
{
    pthread_t thread;
    runtime = call->machine->runtime;
    service = p_arg(call, 0);
    count = p_arg_int(call, 1);
    request = p_event(call->program, "eRequest");
    stop = p_event(call->program, "eStop");
    p_hold(runtime);
    if (pthread_create(&thread, NULL, post, NULL) != 0)
        return p_foreign_fail(call, "no thread");
    pthread_detach(thread);
    return true;
}
C
for workers in 1 2 4; do
    run 20 run --workers $workers service.p service.c
    exits 0
    prints_exactly '20000 requests'
    run 20 run --specs --workers $workers service.p service.c
    exits 0
    prints '20000 requests'
    prints '20000 seen'
done

# C that stands in for a machine is foreign code as well: values are shared with its thread.
cat > net.p <<'P'
event DATA: seq[int];
event ECHO: seq[int];
model Net { start state Init { on DATA do { }; on ECHO do { }; } }
main machine Main {
    var net: machine;
    var s, keep: seq[int];
    var n: int;
    start state Init {
        entry { s += (0, 7); s += (1, 8); net = new Net(this); send net, DATA, s; }
        on ECHO do (x: seq[int]) {
            keep = x;
            assert sizeof(keep) == 2, "corrupted";
            n = n + 1;
            if (n == 100000) print "all";
        };
    }
}
P
cat > net.c <<'C'
#include <plait/foreign.h>
#include <pthread.h>

static PlaitRuntime *runtime;
static const PProgram *program;
static PWord client, kept;
static uint32_t echo, type;

static void *pump(void *unused)
{
    for (int i = 0; i < 100000; i++)
        if (!p_post(runtime, client, echo, p_retain(program, type, kept)))
            break;
    p_release(program, type, kept);
    p_unhold(runtime);
    return unused;
}

static void *create(PMachine *m, PWord payload)
{
    runtime = m->runtime;
    program = m->program;
    client = p_box_value(payload);
    echo = p_event(m->program, "ECHO");
    type = m->program->events[echo].payload;
    p_hold(runtime);
    return NULL;
}

static void event(PMachine *m, void *state, uint32_t number, PWord payload)
{
    pthread_t thread;
    (void)m, (void)state, (void)number;
    kept = p_retain(program, type, payload);
    if (pthread_create(&thread, NULL, pump, NULL) == 0)
        pthread_detach(thread);
}

const PForeignMachine P_MACHINE_Net = {.create = create, .event = event};
C
for workers in 1 2; do
    run 20 run --no-warn all --workers $workers net.p net.c
    exits 0
    prints_exactly all
done

# -------------------------------------- a model in checks, the real thing in runs

# The recipe of docs/running.md with modules, and its C.
python3 - "$here/../../docs/running.md" > recipe.p <<'END'
import re, sys
text = open(sys.argv[1]).read()
print(next(p for p in re.findall(r"^```p\n(.*?)^```$", text, re.M | re.S) if "ModelTimer" in p))
END
cat > recipe.c <<'C'
#include <plait/foreign.h>
#include <pthread.h>
#include <unistd.h>

static PlaitRuntime *runtime;
static PWord owner;
static uint32_t time_out;

static void *wait(void *unused)
{
    usleep(20000);
    p_post(runtime, owner, time_out, 0);
    p_unhold(runtime);
    return unused;
}

bool P_FUN_StartClock(PForeignCall *call)
{
    pthread_t thread;
    runtime = call->machine->runtime;
    if (!runtime)
        return p_foreign_cannot(call, "a real clock cannot be checked");
    owner = p_arg(call, 0);
    time_out = p_event(call->program, "eTimeOut");
    p_hold(runtime);
    if (pthread_create(&thread, NULL, wait, NULL) == 0)
        pthread_detach(thread);
    return true;
}
C
run 20 check -q recipe.p recipe.c
exits 0
run 20 run recipe.p recipe.c
exits 0
prints_exactly 'time out'
run 20 run -t tcClient recipe.p
exits 0
prints_exactly 'time out'
run 20 check -t Clocked recipe.p recipe.c
exits 3
says 'a real clock cannot be checked'

# ------------------------------------------------------------------ what does not fit

cat > misfit.p <<'P'
type tPair = (a: int, s: string);
event ePair: tPair;
fun Text(how: int): string;
fun Pair(how: int): tPair;
fun Post(how: int, me: machine);
machine Main {
    start state S {
        entry {
            print format("{0} {1}", Text(HOW), Pair(HOW));
            Post(HOW, this);
        }
        on ePair do (p: tPair) { print format("{0}", p); }
    }
}
P
cat > misfit.c <<'C'
#include <plait/foreign.h>

bool P_FUN_Text(PForeignCall *call)
{
    static const char text[] = "a pointer of C, not a value of P";
    int64_t how = p_arg_int(call, 0);
    return p_result(call, how == 1 ? 42 : how == 2 ? (PWord)(uintptr_t)text : p_string("ok", 2));
}

bool P_FUN_Pair(PForeignCall *call)
{
    PWord parts[3] = {1, p_string("x", 1), 3};
    int64_t how = p_arg_int(call, 0);
    if (how == 3)
        p_arg_string(call, 0, NULL);
    if (how == 4)
        parts[1] = 7;
    if (how == 10)
        parts[0] = (PWord) * (volatile int *)p_arg_foreign(call, 0);  // NULL
    p_result(call, p_tuple(parts, how == 5 ? 3 : 2));
    return true;
}

bool P_FUN_Post(PForeignCall *call)
{
    PWord parts[2] = {1, p_string("x", 1)};
    uint32_t pair = p_event(call->program, "ePair");
    int64_t how = p_arg_int(call, 0);
    PlaitRuntime *runtime = call->machine->runtime;
    if (how == 6)
        p_post(runtime, p_arg(call, 1), pair, 12);
    else if (how == 7)
        p_post(runtime, p_arg(call, 1), p_event(call->program, "eNone"), 0);
    else if (how == 8)
        p_post(runtime, 4000, pair, p_tuple(parts, 2));
    else
        p_post(runtime, p_arg(call, 1), pair, p_tuple(parts, 2));
    return true;
}
C
# What is no value of its type is not touched any more, so it is lost.
leaks=${ASAN_OPTIONS:-}
ASAN_OPTIONS=$leaks:detect_leaks=0
export ASAN_OPTIONS
misfit()
{
    sed "s/HOW/$1/g" misfit.p > how.p
    run 20 "$2" how.p misfit.c
    exits "$3"
}
fault()
{
    for command in run check; do
        misfit "$1" $command 3
        says "$2"
    done
}
fault 1 'the C code of Text gives back something that is no `string`'
fault 2 'the C code of Text gives back something that is no `string`'
fault 3 'the C code of Pair takes argument 0 as string, but it is int'
fault 4 'the C code of Pair gives back something that is no `string`'
# With sanitizers the size of a node is not known.
[ -n "${PLAIT_SANITIZED:-}" ] || fault 5 'the C code of Pair gives back something that is no `(a: int, s: string)`'
misfit 10 check 3
says 'the C code of Pair takes argument 0 as a foreign value, but it is int'
misfit 6 run 3
says 'C posts `ePair` with something that is no `(a: int, s: string)`'
misfit 7 run 3
says 'something that is no `event of the program`'
misfit 8 run 3
says 'C posts `ePair` with something that is no `machine`'
misfit 9 run 0
prints '<a:1, s:x, >'
misfit 9 check 3
says 'the foreign function `Post` calls p_post, but nothing runs'

ASAN_OPTIONS=$leaks

# ----------------------------------------------------------- the C of a tutorial of P

# tests/conformance/run --tutorials takes it for P's own program; this is a small one with
# the same functions.
cat > urgent.p <<'P'
type tPriorityQueue;
fun CreatePriorityQueue(): tPriorityQueue;
fun AddElement(queue: tPriorityQueue, elem: any, priority: int): tPriorityQueue;
fun ChooseElement(queue: tPriorityQueue): any;
fun RemoveElement(queue: tPriorityQueue): (element: any, queue: tPriorityQueue);
fun CountElement(queue: tPriorityQueue): int;

machine Client {
    fun AddIntToQueue(queue: tPriorityQueue, elem: int, p: int): tPriorityQueue;
    start state Init {
        entry {
            var a, b: tPriorityQueue;
            var first: (element: any, queue: tPriorityQueue);
            a = AddElement(AddElement(CreatePriorityQueue(), "later", 1), "now", 9);
            b = AddElement(AddElement(CreatePriorityQueue(), "now", 9), "later", 1);
            assert a == b;
            a = AddIntToQueue(a, 5, 3);
            assert a != b && CountElement(a) == 3 && CountElement(b) == 2;
            assert (ChooseElement(b) as string) in toSet();
            while (CountElement(a) > 0) {
                first = RemoveElement(a);
                a = first.queue;
                print format("{0}", first.element);
            }
            if ($) { RemoveElement(a); }
        }
    }
    fun toSet(): set[string] {
        var s: set[string];
        s += ("now");
        s += ("later");
        return s;
    }
}
test tcUrgent [main = Client]: { Client };
P
cp "$here/../conformance/tutorials/PriorityQueue.c" .
for how in '' --native; do
    # shellcheck disable=SC2086
    run 20 run -q --workers 1 --decisions default $how urgent.p PriorityQueue.c
    exits 0
    prints_exactly 'now
5
later'
    # shellcheck disable=SC2086
    run 20 check -q $how urgent.p PriorityQueue.c
    exits 1
    prints 'RemoveElement: the queue is empty'
done

# ------------------------------------------------- traces of programs whose C is missing

echo 'fun Four(): int; machine Main { start state S { entry { assert Four() == 4; } } }' > four.p
cat > four.c <<'C'
#include <plait/foreign.h>
bool P_FUN_Four(PForeignCall *call) { return p_result(call, 5); }
C
run 20 check -q --corpus past four.p four.c
exits 1
run 20 replay plait-out/DefaultImpl-assertion.trace.jsonl four.p four.c
exits 1
for command in replay shrink; do
    run 20 $command plait-out/DefaultImpl-assertion.trace.jsonl four.p
    exits 3
    says 'nothing supplies the foreign function `Four`'
done
run 20 check --corpus past four.p
exits 3
says 'nothing supplies the foreign function `Four`'
run 20 run --workers 1 --trace four.jsonl four.p
exits 3
run 10 replay four.jsonl
exits 0
prints 'no bug: the run could not go on: nothing supplies'

finish

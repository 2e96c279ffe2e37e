#!/bin/sh
# Programs with very many machines, events, calls or values. Each ends in time, with the right
# answer or with a clear message, and never crashes.
. "$(dirname "$0")/lib.sh"

# The right answer, or a bug with a name; nothing else.
answers()
{
    case $code in
    0) prints_exactly "$1" ;;
    1) says "$2" ;;
    *) fails "expected '$1' or a message with '$2'" ;;
    esac
}

# Sanitizers cost memory, too.
scale=1
[ -z "${PLAIT_SANITIZED:-}" ] || scale=20

simply()
{
    run 100 run --quiet --workers 1 --decisions default "$@"
}

# --- a million machines, each alive until the end

machines=$((1000000 / scale))
cat > machines.p <<EOF
event eCount: int;

machine Cell {
    var next: machine;

    start state Init {
        entry (m: machine) { next = m; }
        on eCount do (n: int) { send next, eCount, n + 1; }
    }
}

machine Main {
    start state Init {
        entry {
            var i: int;
            var last: machine;
            last = this;
            while (i < $machines) {
                last = new Cell(last);
                i = i + 1;
            }
            send last, eCount, 0;
        }
        on eCount do (n: int) { print format("{0} machines", n); }
    }
}
EOF
simply machines.p
exits 0
prints_exactly "$machines machines"

# --- a million machines, one after the other

cat > relay.p <<EOF
event eDone;

machine Cell {
    start state Init {
        entry (p: (int, machine)) {
            if (p.0 == 0) send p.1, eDone;
            else new Cell(p.0 - 1, p.1);
            raise halt;
        }
    }
}

machine Main {
    start state Init {
        entry { new Cell($machines, this); }
        on eDone do { print "done"; }
    }
}
EOF
simply relay.p
exits 0
prints_exactly 'done'

# --- ten million events in one queue

events=$((10000000 / scale))
cat > queue.p <<EOF
event eTick: int;

machine Main {
    var seen, sum: int;

    start state Init {
        entry {
            var i: int;
            while (i < $events) {
                send this, eTick, i;
                i = i + 1;
            }
        }
        on eTick do (n: int) {
            assert n == seen;
            seen = seen + 1;
            sum = sum + n % 10;
            if (seen == $events) print format("{0} events", seen);
        }
    }
}
EOF
simply queue.p
exits 0
prints_exactly "$events events"

# --- all of them deferred, then taken

deferred=$((1000000 / scale))
cat > deferred.p <<EOF
event eTick: int;
event eGo;

machine Main {
    var seen: int;

    start state Waiting {
        entry {
            var i: int;
            while (i < $deferred) {
                send this, eTick, i;
                i = i + 1;
            }
            send this, eGo;
        }
        defer eTick;
        on eGo goto Ready;
    }

    state Ready {
        on eTick do (n: int) {
            assert n == seen;
            seen = seen + 1;
            if (seen == $deferred) print format("{0} deferred", seen);
        }
    }
}
EOF
simply deferred.p
exits 0
prints_exactly "$deferred deferred"

# --- recursion a million deep: an answer, or a stack overflow that says so

for kind in plain mutual receiving; do
    case $kind in
    plain)
        cat > deep.p <<EOF
fun Depth(n: int): int {
    if (n == 0) return 0;
    return Depth(n - 1) + 1;
}
machine Main { start state Init { entry { print format("{0}", Depth(1000000)); } } }
EOF
        ;;
    mutual)
        cat > deep.p <<EOF
fun Even(n: int): int {
    var keep: seq[int];
    keep += (0, n);
    if (n == 0) return 0;
    return Odd(keep[0] - 1) + sizeof(keep);
}
fun Odd(n: int): int {
    return Even(n - 1) + 1;
}
machine Main { start state Init { entry { print format("{0}", Even(1000000)); } } }
EOF
        ;;
    receiving)
        cat > deep.p <<EOF
event eBottom;
machine Main {
    fun Depth(n: int): int {
        if (n == 0) {
            send this, eBottom;
            receive { case eBottom: { return 0; } }
        }
        return Depth(n - 1) + 1;
    }
    start state Init { entry { print format("{0}", Depth(1000000)); } }
}
EOF
        ;;
    esac
    simply deep.p
    answers 1000000 'stack-overflow'
done

cat > endless.p <<EOF
fun Forever(n: int): int { return Forever(n + 1); }
machine Main { start state Init { entry { print format("{0}", Forever(0)); } } }
EOF
simply endless.p
exits 1
says 'stack-overflow'

# --- values: deep, long, shared

cat > nested.p <<EOF
machine Main {
    start state Init {
        entry {
            var a, b: any;
            var s: seq[any];
            var i: int;
            a = 1;
            b = 1;
            while (i < 1000000) {
                s = default(seq[any]);
                s += (0, a);
                a = s;
                i = i + 1;
            }
            i = 0;
            while (i < 1000000) {
                s = default(seq[any]);
                s += (0, b);
                b = s;
                i = i + 1;
            }
            assert a == b;
            print "nested";
        }
    }
}
EOF
simply nested.p
answers nested 'deep'

cat > shared.p <<EOF
machine Main {
    start state Init {
        entry {
            var t: seq[any];
            var a: any;
            var i: int;
            a = 1;
            while (i < 60) {
                t = default(seq[any]);
                t += (0, a);
                t += (1, a);
                a = t;
                i = i + 1;
            }
            print format("{0}", sizeof(t));
        }
    }
}
EOF
simply shared.p
exits 0
prints_exactly 2

cat > long.p <<EOF
machine Main {
    start state Init {
        entry {
            var s: seq[int];
            var m: map[int, int];
            var t: set[int];
            var text: string;
            var i, sum: int;
            while (i < 20000) {
                s += (i, i);
                m[i] = i;
                t += (i * 7);
                text = text + "x";
                i = i + 1;
            }
            i = 0;
            while (i < 20000) {
                if (i % 2 == 0) { m -= i; t -= i * 7; }
                s[i] = s[i] + 1;
                i = i + 1;
            }
            foreach (i in s) sum = sum + i;
            print format("{0} {1} {2} {3}", sizeof(s), sizeof(m), sizeof(t), sum);
        }
    }
}
EOF
simply long.p
exits 0
prints_exactly '20000 10000 10000 200010000'

cat > big_text.p <<EOF
machine Main {
    start state Init {
        entry {
            var s: string;
            var i: int;
            s = "x";
            while (i < 24) {
                s = s + s;
                i = i + 1;
            }
            print s;
        }
    }
}
EOF
simply big_text.p
exits 0
prints 'xxxxxxxx'

# --- many states, many handlers

{
    echo 'event eNext;'
    echo 'machine Main { var n: int;'
    i=0
    while [ $i -lt 3000 ]; do
        start=
        [ $i != 0 ] || start=start
        echo "$start state S$i { entry { n = n + 1; send this, eNext; }"
        echo "on eNext goto S$((i + 1)); }"
        i=$((i + 1))
    done
    echo 'state S3000 { entry { print format("{0}", n); } } }'
} > states.p
simply states.p
exits 0
prints_exactly 3000

# --- memory that is given back: by machines that have halted, and by queues

# peaks KILOBYTES ARGUMENT...: the run ends well and never takes more. Sanitizers keep
# what was freed.
peaks()
{
    most=$1
    shift
    command_line="plait $*"
    python3 - "$plait" "$@" > out 2> err <<'END'
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL).returncode
print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
END
    code=$?
    exits 0
    peak=$(sed -n 's/^peak //p' out)
    [ -z "${PLAIT_SANITIZED:-}" ] || return
    if [ "$peak" -lt "$most" ]; then passes; else fails "it took $peak KB"; fi
}

# Two kinds of short-lived machines, one in a thousand lives on. Names of those that are
# gone are what they were; what is sent to them is lost.
cat > short.p <<EOF
event eNext;
event eHello;
machine Main {
    var n: int;
    var first, last: machine;
    start state S {
        entry { first = new Short(this); send this, eNext; }
        on eNext do {
            var i: int;
            while (i < 100) {
                new Short(this);
                last = new Brief();
                i = i + 1;
            }
            if (n % 1000 == 0) new Long();
            n = n + 100;
            send last, eHello;
            if (n < $((2000000 / scale))) {
                send this, eNext;
            } else {
                assert first != last;
                print format("{0}", first);
            }
        }
    }
}
machine Short { start state S { entry (m: machine) { raise halt; } } }
machine Brief { start state S { entry { raise halt; } ignore eHello; } }
machine Long { start state S { ignore eHello; } }
EOF
for workers in 1 2; do
    peaks 50000 run --quiet --no-warn all --workers $workers short.p
    prints 'Short(2)'
done

# One long queue after the other.
cat > burst.p <<EOF
event eX;
event eY;
event eNext;
machine Main {
    var i: int;
    start state S {
        entry { send this, eNext; }
        on eNext do {
            var k: int;
            var m: machine;
            m = new Sink(this);
            while (k < 30000) {
                send m, eX;
                k = k + 1;
            }
            send m, eY;
        }
        on eY do {
            i = i + 1;
            if (i < 200) send this, eNext;
        }
    }
}
machine Sink {
    var owner: machine;
    start state S {
        entry (m: machine) { owner = m; }
        ignore eX;
        on eY do { send owner, eY; }
    }
}
EOF
for workers in 1 2; do
    peaks 40000 run --quiet --workers $workers burst.p
done

finish

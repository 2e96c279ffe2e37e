#!/bin/sh
# Hostile input: traces, messages, folders; and which files stay in plait-out.
. "$(dirname "$0")/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE

# --- a value that is empty is a mistake of a script, not the root folder

for option in --out= --corpus= --junit= --sarif= --json= --p-output= --coverage-json= -t=; do
    run 10 check "$option" nothing.p
    exits 3
    says 'is empty'
done
run 10 check --out '' nothing.p
exits 3
says 'the value of --out is empty'
run 10 compile --output= nothing.p
exits 3
says 'is empty'

# --- C that a trace names does not run

cat > call.p <<'P'
fun Touch(): int;
machine Main {
    start state S { entry { assert Touch() == 2, "not two"; } }
}
P
cat > call.c <<'C'
#include <stdio.h>
#include <plait/foreign.h>

bool P_FUN_Touch(PForeignCall *call)
{
    FILE *f = fopen("touched", "w");
    if (f)
        fclose(f);
    return p_result(call, 1);
}
C
run 60 check call.p call.c
exits 1
trace=plait-out/DefaultImpl-assertion.trace.jsonl
prints "show it: plait replay $trace call.p call.c"
for command in replay shrink; do
    rm -f touched
    run 60 $command $trace
    exits 3
    says 'the trace names C code (call.c)'
    says "plait $command $trace call.p call.c"
    prints_nothing
    if [ -e touched ]; then fails 'C of the trace has run'; else passes; fi
done
run 60 replay -q $trace call.p call.c
exits 1
prints 'not two'
run 60 replay -q --trust-c $trace
exits 1
if [ -e touched ]; then passes; else fails 'C has not run'; fi
run 60 shrink --trust-c $trace
exits 0

# A path that a shell would take apart is quoted.
cp call.c "it's c.c"
run 60 check call.p "it's c.c"
prints "show it: plait replay $trace call.p 'it'\\''s c.c'"

# --- compiled code is loaded from a folder of one's own only

chmod 775 cache
run 60 check call.p call.c
exits 3
says 'others can write to it'
chmod 755 cache
for library in cache/*.so; do chmod 666 "$library"; done
run 60 check call.p call.c  # compiled again
exits 1
if stat -c %a cache/*.so | grep -q 700; then passes; else fails 'others can write to the code'; fi

# --- messages do nothing to a terminal

printf 'machine Main { start state S { entry { assert false, "a\033[31mb\\nc\007"; } } }\n' > colour.p
printf 'machine Main { start state S { entry { assert false, "first\n::error::second"; } } }\n' > lines.p
run 10 check --no-warn all colour.p
if grep -q "$(printf '\033')" out; then fails 'an escape sequence is printed'; else passes; fi
prints 'a\x1b[31mb'
run 10 replay -q $trace
if grep -q "$(printf '\033')" out; then fails 'an escape sequence is printed'; else passes; fi
prints 'a\x1b[31mb'
run 10 check --no-warn all --json answer.json lines.p
if [ "$code" = 1 ]; then
    if grep -q '^::error' out; then fails 'a message begins a line'; else passes; fi
    prints 'first\n::error::second'
fi

# --- traces of bugs that are gone are removed, nothing else is

cat > count.p <<'P'
machine Main { start state S { entry { assert 1 + 1 == 3, "not three"; } } }
P
rm -rf plait-out
run 10 check count.p
exits 1
echo keep > plait-out/notes.txt
cp $trace plait-out/mine.trace.jsonl
echo 'no trace' > plait-out/DefaultImpl-deadlock.trace.jsonl
sed -i 's/== 3/== 2/' count.p
run 10 check count.p
exits 0
if [ -e $trace ]; then fails 'the trace of a bug that is gone is still there'; else passes; fi
for file in notes.txt mine.trace.jsonl DefaultImpl-deadlock.trace.jsonl; do
    if [ -e plait-out/$file ]; then passes; else fails "$file is gone"; fi
done

# One that still fails is kept, and named, also when the check was too short to find it.
cat > race.p <<'P'
event eHit: int;
machine Target {
    var seen: int;
    start state S { on eHit do (n: int) { assert n > seen, "out of order"; seen = n; } }
}
machine Sender {
    start state S { entry (p: (target: machine, n: int)) { send p.target, eHit, p.n; } }
}
machine Main {
    start state S {
        entry {
            var target: machine;
            target = new Target();
            new Sender((target = target, n = 1));
            new Sender((target = target, n = 2));
        }
    }
}
P
run 10 check race.p
exits 1
run 10 check --search ses --delays 0 race.p
exits 0
says "note: $trace still leads to a bug, which this check did not find"
if [ -s $trace ]; then passes; else fails 'the trace is gone'; fi

finish

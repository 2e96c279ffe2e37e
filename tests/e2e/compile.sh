#!/bin/sh
# P to C, to machine code: plait compile -o, plait build, plait run --native.
. "$(dirname "$0")/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE
include=$(dirname "$plait")/../include
source=$(realpath "$(dirname "$0")/../.." 2> /dev/null)
[ -f "$include/plait/runtime.h" ] || include=$source/include

# shell COMMAND: as run does, with any command.
shell()
{
    command_line=$1
    timeout $((60 * factor)) sh -c "$1" > out 2> err < /dev/null
    code=$?
}

same()
{
    if cmp -s "$1" "$2"; then passes; else fails "$1 and $2 differ"; fi
}

cat > squares.p <<'P'
event eSquare: (int, machine);
event eAnswer: int;

fun Square(n: int): int {
    assert n < 100, format("{0} is too large", n);
    return n * n;
}

machine Server {
    start state Serve {
        on eSquare do (ask: (int, machine)) {
            send ask.1, eAnswer, Square(ask.0);
        }
    }
}

machine Main {
    var answers: seq[int];

    start state Ask {
        entry {
            var i: int;
            var server: machine;
            server = new Server();
            while (i < 3) {
                send server, eSquare, (i, this);
                i = i + 1;
            }
        }
        on eAnswer do (n: int) {
            answers += (sizeof(answers), n);
            if (sizeof(answers) == 3)
                print format("squares: {0}", answers);
        }
    }
}
P

# -------------------------------------------------------------------------- compile

run 5 compile squares.p
exits 0
prints 'ok: 1 file'
[ -e squares.c ] && fails 'wrote a file without -o'

run 5 compile -o gen squares.p
exits 0
prints 'wrote gen/squares.c'
prints 'wrote gen/squares.h'
says_nothing
[ -e gen/squares_foreign.c ] && fails 'wrote stubs for a program without foreign functions'
shell 'cat gen/squares.c'
prints 'answers += (sizeof(answers), n);'
prints 'static PAsk fun_Square(PMachine *m, PWord *f, uint32_t at, PRequest *ask)'
prints 'const PProgram plait_program = {'
for cc in cc clang; do
    command -v $cc > /dev/null || continue
    shell "$cc -std=c11 -Wall -Wextra -Werror -I$include -c gen/squares.c -o gen/squares.o"
    exits 0
    says_nothing
done

run 5 compile -q -o gen --symbol squares_program squares.p
exits 0
prints_nothing
shell 'grep "^const PProgram squares_program = {" gen/squares.c'
exits 0

run 5 compile --emit program squares.p
exits 0
prints 'Square'
prints 'MUL'

run 5 compile --emit assembler squares.p
exits 3
says '--emit takes c or program'
run 5 compile --symbol 9lives -o gen squares.p
exits 3
run 5 compile -o squares.p/gen squares.p
exits 3
says 'cannot make the folder'

# ---------------------------------------------------------------------------- build

run 60 build -o squares squares.p
exits 0
prints 'built squares'
shell './squares --quiet --workers 1'
exits 0
prints_exactly 'squares: (0, 1, 4)'
shell './squares --no-such-option'
exits 3

sed 's/i < 3/i < 200/; s/== 3/== 200/; s/i = i + 1/i = i + 33/' squares.p > large.p
run 60 build large.p
exits 0
prints 'built large'
shell './large --quiet --workers 1'
exits 1
says '132 is too large'

CC=no-such-compiler run 10 build squares.p
exits 3
says 'there is no C compiler `no-such-compiler` here'

# -------------------------------------------------------------------------- foreign

cat > weigh.p <<'P'
type Scale;

fun MakeScale(offset: int): Scale;

machine Main {
    fun Weight(s: Scale, text: string): int;

    start state Init {
        entry {
            var scale: Scale;
            scale = MakeScale(2);
            print format("{0}", Weight(scale, "four"));
        }
    }
}
P

run 5 compile -o weigh weigh.p
exits 0
prints 'wrote weigh/weigh_foreign.c'
shell 'cat weigh/weigh_foreign.c'
prints 'fun Weight(s: Scale, text: string): int, of machine Main; weigh.p:6'
prints 'bool P_FUN_Main_Weight(PForeignCall *call)'
prints 'const PForeignType P_FOREIGN_Scale = {'
shell "cc -std=c11 -Wall -Wextra -Werror -I$include -c weigh/weigh_foreign.c -o weigh/f.o"
exits 0

# As written the stubs fail, and say so.
run 60 build -o w weigh.p weigh/weigh_foreign.c
exits 0
shell './w --quiet'
exits 3
says 'MakeScale: it is not written yet'

cat > weigh/weigh_foreign.c <<'C'
#include <stdlib.h>

#include "weigh.h"

const PForeignType P_FOREIGN_Scale = {.name = "Scale", .release = free};

bool P_FUN_MakeScale(PForeignCall *call)
{
    int64_t *offset = malloc(sizeof *offset);
    *offset = p_arg_int(call, 0);
    return p_result(call, p_foreign(&P_FOREIGN_Scale, offset));
}

bool P_FUN_Main_Weight(PForeignCall *call)
{
    size_t size;
    p_arg_string(call, 1, &size);
    int64_t *offset = p_arg_foreign(call, 0);
    return p_result(call, (PWord)(*offset + (int64_t)size));
}
C
cp weigh/weigh_foreign.c mine.c
run 5 compile -o weigh weigh.p
exits 0
says 'weigh/weigh_foreign.c is there already and was left as it is'
says_not 'does not define'
same mine.c weigh/weigh_foreign.c

run 60 build -o w weigh.p weigh/weigh_foreign.c
exits 0
shell './w --quiet'
exits 0
prints_exactly '6'

for native in '' --native; do
    run 60 run -q $native weigh.p weigh/weigh_foreign.c
    exits 0
    prints_exactly '6'

    run 60 run -q $native weigh.p
    exits 3
    says 'MakeScale'
done

sed 's/type Scale;/&\nfun Tare(s: Scale): bool;/; s/scale = MakeScale(2);/&\nassert Tare(scale);/' weigh.p > more.p
mv more.p weigh.p
run 5 compile -o weigh weigh.p
exits 0
says 'it does not define P_FUN_Tare yet'
run 60 build -o w weigh.p weigh/weigh_foreign.c
exits 3
says 'P_FUN_Tare'

# A model function runs as P has it, until C supplies it.
cat > flip.p <<'P'
main machine M {
    start state S {
        entry {
            assert Flip(3);
        }
    }
    model fun Flip(n: int): bool {
        return n == 3;
    }
}
P
cat > flip.c <<'C'
#include "plait/foreign.h"

bool P_FUN_M_Flip(PForeignCall *call)
{
    return p_result(call, p_arg_int(call, 0) == 4);
}
C
run 5 compile -o flip flip.p
exits 0
prints 'wrote flip/flip_foreign.c'
shell "cc -std=c11 -Wall -Wextra -Werror -I$include -c flip/flip_foreign.c -o flip/f.o"
exits 0
for native in '' --native; do
    run 60 run -q $native flip.p
    exits 0
    run 60 run -q $native flip.p flip.c
    exits 1
    says 'the assertion does not hold'
done
run 60 build -o flip_c flip.p flip.c
exits 0
shell './flip_c -q'
exits 1
run 60 build -o flip_p flip.p flip/flip_foreign.c
exits 0
shell './flip_p -q'
exits 0

# A path is a path, whatever it begins with: the C compiler must not read it as options.
cp flip.c ./-flip.c
run 60 run -q -- flip.p -flip.c
exits 1
says 'the assertion does not hold'
run 60 build -o -odd -- flip.p -flip.c
exits 0
shell './-odd -q'
exits 1

echo '-DSURPRISE' > opts.c
cp flip.c ./@opts.c
run 60 run -q flip.p @opts.c
exits 3
says 'a file of options'

echo 'int broken(void) { return }' > broken.c
run 60 build squares.p broken.c
exits 3
says 'broken.c'
run 60 run squares.p broken.c
exits 3
says 'broken.c'

# --------------------------------------------------------------------------- native

for program in squares large; do
    run 60 run -q --workers 1 --seed 1 --trace vm.jsonl $program.p
    vm=$code
    run 60 run -q --native --workers 1 --seed 1 --trace native.jsonl $program.p
    exits $vm
    [ -s vm.jsonl ] || fails 'the trace is empty'
    same vm.jsonl native.jsonl
done
shell 'ls cache/*.so'
exits 0
shell 'ls -d cache/work-*'
exits 2

# What was compiled once needs no compiler again, but for the C files.
CC='cc -DX' run 60 run -q --native squares.p
exits 0
sed -i 's/squares: /quadrate: /' squares.p
run 60 run -q --native squares.p
prints_exactly 'quadrate: (0, 1, 4)'
PLAIT_CACHE=/dev/null/cache run 60 run -q --native squares.p
exits 3
says 'cannot make the folder /dev/null'
CC=no-such-compiler PLAIT_CACHE=$folder/other run 60 run -q --native squares.p
exits 3
says 'there is no C compiler'

# ------------------------------------------------------------------------- installed

build=$(dirname "$plait")
if [ -f "$build/cmake_install.cmake" ]; then
    shell "cmake --install '$build' --prefix '$folder/installed'"
    exits 0
    plait=$folder/installed/bin/plait
    run 60 build -o installed_squares squares.p
    exits 0
    shell './installed_squares --quiet'
    prints_exactly 'quadrate: (0, 1, 4)'
    run 60 run -q --native squares.p
    prints_exactly 'quadrate: (0, 1, 4)'
fi

# No path of the machine that wrote it: files begin at the folder that they share.
mkdir -p here/lib
cp squares.p here/
printf 'fun Twice(n: int): int { return 2 * n; }\n' > here/lib/twice.p
run 20 compile "$folder/here" -o shipped
exits 0
shell "grep -h -F '$folder' shipped/*"
exits 1
shell "cat shipped/*.c"
prints '"lib/twice.p"'

finish

#!/bin/sh
# tests/e2e/foreign.sh PLAIT: C beside P: what is missing, what does not fit, and threads
# of others.
. "$(dirname "$0")/lib.sh"

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
        grep -v -e '^p_' -e '^_' -e '@' -e '^data_start$' > out
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

finish

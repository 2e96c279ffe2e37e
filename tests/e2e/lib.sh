# tests/e2e/lib.sh: functions that these tests share. Source it with the command as $1.
#
#     run 10 check broken.p          # plait check broken.p, within 10 seconds
#     exits 2                        # its exit code
#     says 'E0202'                   # standard error contains the text
#     prints 'tcSmall'               # standard output contains the text
#     finish                         # the summary, and the exit code
#
# A step that fails is printed with the command and what it said; the journey goes
# on. Every journey works in a folder of its own, gone afterwards.

set -u
LC_ALL=C
export LC_ALL
unset GITHUB_ACTIONS  # there a check also prints annotations

plait=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder" || exit 1

passed=0
failed=0
command_line=
code=
: > out
: > err

# Sanitizers cost time.
factor=1
[ -z "${PLAIT_SANITIZED:-}" ] || factor=10

# run SECONDS ARGUMENT...
run()
{
    seconds=$(($1 * factor))
    shift
    command_line="plait $*"
    timeout -k 2 "$seconds" "$plait" "$@" > out 2> err < /dev/null
    code=$?
    [ $code != 124 ] || code="124 (no answer within $seconds seconds)"
}

# empty FILE...: what a command in the background will write. It begins later than the next line of
# the script, which would take what an earlier command has written for its own.
empty()
{
    for emptied in "$@"; do : > "$emptied"; done
}

# run_until FILE SIGNAL COMMAND...: runs the command until there is something in the
# file, and then sends it the signal. Standard output and error as `run` has them.
run_until()
{
    file=$1
    signal=$2
    shift 2
    command_line="$*, then SIG$signal"
    rm -f "$file"
    "$@" > out 2> err < /dev/null &
    while [ ! -s "$file" ] && kill -0 $! 2> /dev/null; do sleep 0.01; done
    kill -s "$signal" $!
    wait $!
    code=$?
}

passes()
{
    passed=$((passed + 1))
}

fails()
{
    failed=$((failed + 1))
    echo "FAILED: $command_line: $1"
    echo "    exit code: $code"
    sed -n -e 's/^/    stdout: /' -e '1,15p' out | cut -c 1-200
    sed -n -e 's/^/    stderr: /' -e '1,15p' err | cut -c 1-200
}

exits()
{
    if [ "$code" = "$1" ]; then passes; else fails "expected exit code $1"; fi
}

says()
{
    if grep -qF -e "$1" err; then passes; else fails "standard error lacks: $1"; fi
}

says_not()
{
    if grep -qF -e "$1" err; then fails "standard error has: $1"; else passes; fi
}

says_nothing()
{
    if [ -s err ]; then fails "standard error is not empty"; else passes; fi
}

prints()
{
    if grep -qF -e "$1" out; then passes; else fails "standard output lacks: $1"; fi
}

prints_exactly()
{
    if [ "$(cat out)" = "$1" ]; then passes; else fails "standard output is not: $1"; fi
}

prints_nothing()
{
    if [ -s out ]; then fails "standard output is not empty"; else passes; fi
}

# The code is reported, at the file and line if given: says_error E0401 a.p:3
says_error()
{
    says "$1"
    if [ $# -gt 1 ]; then says "$2"; fi
}

# ok TEXT [ARGUMENT...]: Python on standard input, which fails with an assertion when something is
# missing.
ok()
{
    what=$1
    shift
    if python3 - "$@" > python.out 2>&1; then
        passes
    else
        fails "$what: $(tail -3 python.out)"
    fi
}

# until_it_runs PID: waits until a process that was started in the background is plait, no longer the
# shell or env that begins it; or until it has ended.
until_it_runs()
{
    while it=$(readlink "/proc/$1/exe" 2> /dev/null) && [ "$it" != "$plait" ]; do
        sleep 0.01
    done
}

# until_it_listens PID: waits until it also has a handler of SIGINT; or until it has ended.
until_it_listens()
{
    until_it_runs "$1"
    while readlink "/proc/$1/exe" > /dev/null 2>&1 &&
        ! grep -q '^SigCgt:.*[2367abef]$' "/proc/$1/status" 2> /dev/null; do
        sleep 0.01
    done
}

finish()
{
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit $?
}

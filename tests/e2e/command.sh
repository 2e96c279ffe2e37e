#!/bin/sh
# The command itself: help, versions, wrong usage, exit codes, output.
. "$(dirname "$0")/lib.sh"

cat > good.p <<'P'
event ePing: int;

machine Main {
    var count: int;

    start state Init {
        entry {
            send this, ePing, 1;
        }
        on ePing do (n: int) {
            count = count + n;
        }
    }
}
P

cat > wrong.p <<'P'
event ePing: int;

machine Main {
    var count: int;

    start state Init {
        entry {
            send this, ePing, "one";
            cuont = 2;
        }
        on ePing do (n: int) {
            count = count + n;
        }
    }
}
P

run 5 --help
exits 0
prints 'usage: plait'
prints '  check '
prints '  dump '
says_nothing

run 5 --version
exits 0
prints 'plait 0.1.0'
says_nothing

run 5 check --help
exits 0
prints '--list-tests'

run 5
exits 3
says 'plait'

run 5 --no-such-option
exits 3
says 'no-such-option'
prints_nothing

run 5 check --no-such-option good.p
exits 3
says 'no-such-option'
prints_nothing

run 5 no-such-command
exits 3
says 'no-such-command'

run 5 dump nonsense good.p
exits 3
says 'nonsense'

run 5 check --dialect medieval good.p
exits 3
says 'medieval'

run 5 check --dialect
exits 3
says 'dialect'

# --- right and wrong programs

run 5 check good.p
exits 0
says_not 'error'

run 5 check wrong.p
exits 2
says 'wrong.p:8:31'
says 'wrong.p:9:13'
says 'cuont = 2;'
says '^'
says 'did you mean `count`?'
says_error E0202
prints_nothing

run 5 check --color always wrong.p
exits 2
says "$(printf '\033[')"

run 5 check --color never wrong.p
exits 2
says_not "$(printf '\033[')"

run 5 check --json - wrong.p
exits 2
prints '"diagnostics"'
prints '"E0202"'
prints '"wrong.p"'

run 5 check --json answer.json wrong.p
exits 2
if grep -q '"E0202"' answer.json; then passes; else fails 'answer.json lacks the error'; fi

run 5 check --json new/folder/answer.json good.p
exits 0
if [ -s new/folder/answer.json ]; then passes; else fails 'no JSON in a new folder'; fi
run 5 check --json good.p/answer.json good.p
exits 3
says 'cannot write good.p/answer.json'

run 5 check --json - good.p
exits 0
prints '"plait"'
prints '"schema"'

# --- what can be checked

run 5 check --list-tests good.p
exits 0
prints_exactly DefaultImpl

cat > tests.p <<'P'
param gN: int;
param gFast: bool;

machine Driver {
    start state Init { }
}

test tcOne [main=Driver]: { Driver };
test param (gN in [1, 2], gFast in [true, false]) tcMany [main=Driver]: { Driver };
P
run 5 check --list-tests tests.p
exits 0
prints tcOne
prints tcMany___gN_1__gFast_true
prints tcMany___gN_2__gFast_false

run 5 check --list-tests wrong.p
exits 2
prints_nothing

# --- what cannot be read

run 5 check missing.p
exits 3
says 'missing.p'
says 'No such file'

run 5 check good.p missing.p
exits 3
says 'missing.p'

mkdir empty
run 5 check empty
exits 3
says 'empty'

mkdir -p words
echo hello > words/readme.txt
run 5 check words
exits 3
says 'words'

mkdir folder.p
run 5 check folder.p
exits 3
says 'folder.p'

ln -s loop.p loop.p
run 5 check loop.p
exits 3
says 'loop.p'

# Root reads everything, so only others can be refused.
if [ "$(id -u)" != 0 ]; then
    cp good.p secret.p
    chmod 000 secret.p
    run 5 check secret.p
    exits 3
    says 'secret.p'
    says 'Permission denied'
    chmod 600 secret.p
fi

# --- folders and several files

mkdir -p project/inner
cp good.p project/good.p
cat > project/inner/more.p <<'P'
event eMore: seq[int];
P
run 5 check project
exits 0

cat >> project/inner/more.p <<'P'
event eWrong: nothing;
P
run 5 check project
exits 2
says 'project/inner/more.p:2:15'

run 5 check good.p project/inner/more.p
exits 2

# --- dumps

run 5 dump tokens good.p
exits 0
prints 'ePing'
run 5 dump tree good.p
exits 0
prints 'ePing'
run 5 dump types good.p
exits 0
prints 'ePing'
run 5 dump tree missing.p
exits 3
run 5 dump types wrong.p
exits 2

# --- a closed pipe and a full disk are the world's mistakes

if [ -w /dev/full ]; then
    "$plait" dump tree good.p > /dev/full 2> err < /dev/null
    code=$? command_line='plait dump tree good.p > /dev/full'
    exits 3
fi

finish

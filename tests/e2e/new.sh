#!/bin/sh
# tests/e2e/new.sh PLAIT: plait new, and what its README promises.
. "$(dirname "$0")/lib.sh"

run 10 new lock
exits 0
prints 'next: cd lock && plait check'

cd lock || exit 1
run 60 check
exits 1
prints 'tcOneClient: verified'
prints 'tcTwoClients: BUG: assertion failed: two clients hold the lock'
run 30 replay plait-out/tcTwoClients-assertion.trace.jsonl
exits 1
prints 'bug: assertion: two clients hold the lock'
run 30 compile --werror .
exits 0
run 10 format --check .
exits 0

# The change that the comment in src/lock.p names.
sed -i '/The bug:/,/^        on eRelease/{/^        on eRelease/!d}' src/lock.p
sed -i 's/^        on eRelease/        defer eAcquire;\n&/' src/lock.p
run 60 check
exits 0
prints 'tcTwoClients: verified'
cd ..

run 10 new lock
exits 3
says 'cannot make the folder lock: File exists'
run 10 new 'a b'
exits 3
says 'a b is no name'
run 10 new
exits 3
says 'give one NAME'
run 10 new missing/lock
exits 3
says 'cannot make the folder missing/lock'

finish

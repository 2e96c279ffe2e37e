#!/bin/sh
# tests/e2e/demo.sh PLAIT: the end of `make demo`: a replica is killed while a client writes.
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/lib.sh"

command_line=tools/demo-service
timeout -k 2 $((300 * factor)) "$here/../../tools/demo-service" "$plait" > out 2> err < /dev/null
code=$?
exits 0
prints 'acknowledged: 1000, still there: 1000, replicas: 3'

finish

#!/bin/sh
# What the README shows is what the command says.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

mkdir examples
cp "$root/examples/lock_server.p" examples/
run 5 check examples/lock_server.p
exits 2

sed -n '/^examples\/lock_server.p:/,/^[0-9]* errors$/p' "$root/README.md" > shown
if cmp -s shown err; then passes; else fails 'the README shows something else'; fi

cp -r "$root/examples/lease" examples/
run 20 check examples/lease
exits 1
sed -n '/^tcTwoClients: BUG/,/^```$/p' "$root/README.md" | sed '$d' > shown
head -2 out > said
if cmp -s shown said; then passes; else fails 'the README shows another verdict'; fi

run 5 --help
for command in check replay run build dump; do
    if grep -q "build/plait $command " "$root/README.md"; then passes; else fails "README: no $command"; fi
    prints "  $command "
done

finish

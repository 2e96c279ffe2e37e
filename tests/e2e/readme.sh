#!/bin/sh
# The command prints what the README shows.
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

# The commands beside P's own do what the table says: they are understood, in a project of P.
sed -n '/^## If you come from P/,/^## /p' "$root/README.md" | grep -o '| `plait [^`|]*`' | sed 's/| `plait //; s/`//' > beside
[ "$(wc -l < beside)" -ge 5 ] && passes || fails 'the README has no commands beside those of P'
cd examples/lease
while read -r line; do
    case $line in *TRACE*|*SCHEDULE*) continue;; esac
    # shellcheck disable=SC2086  # words are arguments
    run 20 $(echo "$line" | sed 's/tcTest/tcTwoClients/')
    case $code in
    0 | 1) passes ;;
    *) fails "README: plait $line ends with $code" ;;
    esac
done < ../../beside
cd ../..

# Every page is in the index, and the index names pages that exist.
for page in "$root"/docs/*.md; do
    name=$(basename "$page")
    if grep -q "](docs/$name)" "$root/README.md"; then passes; else fails "README: no docs/$name"; fi
done
for name in $(grep -o '](docs/[a-z-]*\.md)' "$root/README.md" | sed 's/](//; s/)//'); do
    if [ -f "$root/$name" ]; then passes; else fails "README: no such page: $name"; fi
done

finish

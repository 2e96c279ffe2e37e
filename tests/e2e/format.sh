#!/bin/sh
# tests/e2e/format.sh PLAIT: plait format on files, folders, projects and standard input.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

holds()
{
    if "$@"; then passes; else fails "does not hold: $*"; fi
}

mkdir -p src/PSrc src/.hidden src/PGenerated lib
printf 'machine Main{start state S{entry{}}}\n' > src/PSrc/main.p
cp src/PSrc/main.p src/.hidden/main.p
cp src/PSrc/main.p src/PGenerated/main.p
printf 'event e:int;\n' > lib/lib.p
cat > src/A.pproj <<END
<Project><InputFiles><PFile>./PSrc</PFile></InputFiles>
<IncludeProject>../lib/Lib.pproj</IncludeProject></Project>
END
echo '<Project><InputFiles><PFile>lib.p</PFile></InputFiles></Project>' > lib/Lib.pproj
good='machine Main {
    start state S {
        entry { }
    }
}'

# --check changes nothing.
run 10 format --check src
exits 1
prints_exactly src/PSrc/main.p
holds grep -q 'Main{' src/PSrc/main.p

# A project is its own files; links and permissions stay.
chmod 640 src/PSrc/main.p
ln -s PSrc/main.p src/link.p
run 10 format src/A.pproj
exits 0
prints_exactly src/PSrc/main.p
holds [ "$(cat src/PSrc/main.p)" = "$good" ]
holds [ "$(stat -c %a src/PSrc/main.p)" = 640 ]
run 10 format src/link.p
holds [ -L src/link.p ]
holds grep -q 'e:int' lib/lib.p

# A second time nothing changes.
run 10 format --check src
exits 0
prints_nothing

# Standard input.
command_line='plait format -'
printf 'event  e ;' | "$plait" format - > out 2> err
code=$?
exits 0
prints_exactly 'event e;'

# What cannot be laid out stays as it is; the other files are laid out.
printf 'machine M {\n' > bad.p
printf 'event e:int;\n' > fine.p
run 10 format bad.p fine.p
exits 2
says 'bad.p:1:11: this `{` is never closed'
prints_exactly fine.p
holds [ "$(cat bad.p)" = 'machine M {' ]
run 10 format missing.p
exits 3
says 'cannot open missing.p'
run 10 format --chekc
exits 3
says 'did you mean --check?'

# The programs of this tree are laid out.
run 20 format --check "$root/examples" "$root/protocols" "$root/services" "$root/bench"
exits 0
prints_nothing
says_nothing

finish

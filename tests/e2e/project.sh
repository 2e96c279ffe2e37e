#!/bin/sh
# Projects: .pproj files, what they include, and what is wrong with them.
. "$(dirname "$0")/lib.sh"

mkdir -p app/PSrc app/PTst lib/PSrc
cat > lib/PSrc/timer.p <<'P'
event eTick;

machine Timer {
    start state Init {
        entry (owner: machine) {
            send owner, eTick;
        }
    }
}

test tcTimer [main=Timer]: { Timer };
P
cat > lib/Lib.pproj <<'X'
<Project>
<ProjectName>Lib</ProjectName>
<InputFiles><PFile>./PSrc/</PFile></InputFiles>
</Project>
X
cat > app/PSrc/app.p <<'P'
machine App {
    start state Init {
        entry {
            new Timer(this);
        }
        ignore eTick;
    }
}
P
cat > app/PTst/tests.p <<'P'
test tcApp [main=App]: { App, Timer };
P
cat > app/App.pproj <<'X'
<?xml version="1.0" encoding="UTF-8"?>
<!-- everything a project may say -->
<Project>
<ProjectName>App</ProjectName>
<InputFiles>
    <PFile>./PSrc/app.p</PFile>
    <PFile>./PTst/</PFile>
</InputFiles>
<OutputDir>./PGenerated/</OutputDir>
<IncludeProject>../lib/Lib.pproj</IncludeProject>
</Project>
X

run 5 check app/App.pproj
exits 0

# The folder of a project is the project.
run 5 check app
exits 0

# The tests of an included project are its own.
run 5 check --list-tests app/App.pproj
exits 0
prints_exactly tcApp

run 5 check --list-tests lib/Lib.pproj
exits 2

# --- projects that include one another

sed 's#</Project>#<IncludeProject>../app/App.pproj</IncludeProject></Project>#' lib/Lib.pproj > x
mv x lib/Lib.pproj
run 5 check --list-tests app/App.pproj
exits 0
prints_exactly tcApp

# --- wrong projects

echo '<Project><InputFiles><PFile>gone.p</PFile></InputFiles></Project>' > gone.pproj
run 5 check gone.pproj
exits 3
says 'gone.p'

# What is missing is passed over, with a warning; what is there is the program.
sed 's#<InputFiles>#&<PFile>./Gone/</PFile><PFile>gone.p</PFile><PFile>x.cs</PFile>#' \
    app/App.pproj > app/Some.pproj
run 5 check app/Some.pproj
exits 0
says 'warning: app/Some.pproj:5: passed over app/Gone, which is not there'
says 'warning: app/Some.pproj:5: passed over app/gone.p, which is not there'
says_not 'x.cs'
says '2 warnings'
run 5 check --werror app/Some.pproj
exits 2

# --- several projects are several programs

run 5 check app
exits 3
says '2 projects below app; name one: app/App.pproj, app/Some.pproj'
rm app/Some.pproj
mkdir both
cp -r app lib both
run 5 check both
exits 3
says '2 projects below both; name one: both/app/App.pproj, both/lib/Lib.pproj'
prints_nothing
rm both/lib/Lib.pproj both/app/App.pproj
run 5 check both
exits 2
says 'both/lib/PSrc/timer.p:11'

echo '<Project><InputFiles>' > cut.pproj
run 5 check cut.pproj
exits 3
says 'cut.pproj'

echo 'not XML at all' > text.pproj
run 5 check text.pproj
exits 3
says 'text.pproj'

: > empty.pproj
run 5 check empty.pproj
exits 3
says 'empty.pproj'

echo '<Project><ProjectName>None</ProjectName></Project>' > none.pproj
run 5 check none.pproj
exits 3
says 'none.pproj'

echo '<Project><IncludeProject>no/such.pproj</IncludeProject></Project>' > include.pproj
run 5 check include.pproj
exits 3
says 'no/such.pproj'

# Entities that grow without end must not take all memory.
{
    echo '<!DOCTYPE p [<!ENTITY a0 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx">'
    i=0
    while [ $i -lt 12 ]; do
        next=$((i + 1))
        echo "<!ENTITY a$next '&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;'>"
        i=$next
    done
    echo ']><Project><ProjectName>&a12;</ProjectName></Project>'
} > bomb.pproj
run 5 check bomb.pproj
exits 3
says 'bomb.pproj'

# --- C that is found by itself

mkdir -p far/PSrc far/PForeign near/sub near/PGenerated
cat > far/PSrc/far.p <<'P'
type Scale;
fun MakeScale(offset: int): Scale;

machine Main {
    fun Weight(s: Scale): int;
    start state Init {
        entry { assert Weight(MakeScale(2)) == 2, "weighed"; }
    }
}
P
cat > far/PForeign/scale.c <<'C'
#include <stdlib.h>

#include "plait/foreign.h"
#include "scale.h"

const PForeignType P_FOREIGN_Scale = {.name = "Scale", .release = free};

bool P_FUN_MakeScale(PForeignCall *call)
{
    int64_t *offset = malloc(sizeof *offset);
    *offset = p_arg_int(call, 0);
    return p_result(call, p_foreign(&P_FOREIGN_Scale, offset));
}

bool P_FUN_Main_Weight(PForeignCall *call)
{
    return p_result(call, (PWord)weigh(p_arg_foreign(call, 0)));
}
C
# A helper without a foreign function of its own: PForeign is taken as a whole.
echo '#include <stdint.h>
int64_t weigh(int64_t *scale);' > far/PForeign/scale.h
echo '#include "scale.h"
int64_t weigh(int64_t *scale) { return *scale; }' > far/PForeign/weigh.c
echo '<Project><InputFiles><PFile>PSrc</PFile></InputFiles></Project>' > far/Far.pproj

for path in far far/Far.pproj; do
    run 60 check "$path"
    exits 0
    run 60 run -q "$path"
    exits 0
    run 60 build -o far_built "$path"
    exits 0
    command_line=./far_built
    ./far_built -q > out 2> err
    code=$?
    exits 0
done

# A single file is only itself.
run 60 run -q far/PSrc/far.p
exits 3
says 'MakeScale'

# Beside .p files: what speaks of the program's foreign functions, and nothing else.
sed 's/weigh(p_arg_foreign(call, 0))/*(int64_t *)p_arg_foreign(call, 0)/; /scale.h/d' \
    far/PForeign/scale.c > near/own.c
cp far/PSrc/far.p near/near.p
echo 'int main(void) { return not_C }' > near/main.c
echo 'int P_FUN_MakeScaled; this is not C' > near/other.c
echo 'bool P_FUN_MakeScale(PForeignCall *call); this is not C' | tee near/sub/x.c > near/PGenerated/x.c
run 60 check near
exits 0
run 60 build -o near_built near
exits 0

# As the command line says, if it says something.
run 60 check near near/other.c
exits 3
says 'other.c'

# Listed by a project.
mkdir listed
cp near/near.p listed/
mkdir listed/c
cp near/own.c listed/c/own.c
echo '<Project><InputFiles><PFile>near.p</PFile><PFile>c/own.c</PFile></InputFiles></Project>' \
    > listed/x.pproj
run 60 run -q listed
exits 0
sed 's#c/own.c#c/gone.c#' listed/x.pproj > y && mv y listed/x.pproj
run 60 run -q listed
exits 3
says 'passed over listed/c/gone.c'

# A program that leaves nothing to C does not care for C.
mkdir none none/PForeign
echo 'machine Main { start state Init { entry { print "x"; } } }' > none/a.p
echo 'this is not C' | tee none/a.c > none/PForeign/b.c
run 10 check none
exits 0
says_nothing

# A trace does not make C run that the user has not named.
sed -i 's/== 2, "weighed"/== 3, "weighed"/' near/near.p
run 60 check --out traces near
exits 1
trace=$(ls traces/*.json* | head -1)
run 60 replay "$trace" near
exits 1
says_not 'nothing supplies'
run 60 replay "$trace"
says 'C beside a program that a trace names is not used'

# A trace is no program.
: > one.trace.jsonl
run 10 check one.trace.jsonl
exits 3
says 'one.trace.jsonl is a trace, not a program: plait replay shows one trace at a time'

finish

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

finish

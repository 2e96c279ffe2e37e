#!/bin/sh
# Unusual programs: huge, deeply nested, broken, circular. Each gets an answer in time, and
# never causes a crash.
. "$(dirname "$0")/lib.sh"

# many COUNT TEXT: the text so often, without line ends.
many()
{
    head -c "$1" /dev/zero | sed "s/\x00/$2/g"
}

wrapped()
{
    echo 'machine Main { start state Init { entry {'
    cat
    echo '} } }'
}

# An answer about the program, right or wrong, but not a crash.
answers()
{
    case $code in
    0 | 2) passes ;;
    *) fails 'expected exit code 0 or 2' ;;
    esac
}

# --- 100,000 levels of everything that nests

deep=100000

{ printf 'x = '; many $deep '('; printf 1; many $deep ')'; echo ';'; } | wrapped > parens.p
run 10 check parens.p
exits 2
says_error E0107 parens.p:2

{ many $deep '{'; many $deep '}'; } | wrapped > blocks.p
run 10 check blocks.p
exits 2
says_error E0107 blocks.p:2

{ printf 'x = '; many $deep '('; } | wrapped > open_parens.p
run 10 check open_parens.p
exits 2
says_error E0107

many $deep '{' | wrapped > open_blocks.p
run 10 check open_blocks.p
exits 2
says_error E0107

{ many $deep ')'; many $deep '}'; } | wrapped > closing.p
run 10 check closing.p
exits 2

{ printf 'x = '; many $deep '!'; echo 'true;'; } | wrapped > nots.p
run 10 check nots.p
exits 2
says_error E0107

{ printf 'x = '; many $deep '-'; echo '1;'; } | wrapped > minuses.p
run 10 check minuses.p
exits 2
says_error E0107

{ many $deep 'if (true) '; echo ';'; } | wrapped > ifs.p
run 10 check ifs.p
exits 2
says_error E0107

{ many $deep 'if (true) ; else '; echo ';'; } | wrapped > elses.p
run 10 check elses.p
answers

{ many $deep 'while (true) '; echo ';'; } | wrapped > whiles.p
run 10 check whiles.p
exits 2
says_error E0107

{ printf 'event e: '; many $deep 'seq['; printf int; many $deep ']'; echo ';'; } > types.p
run 10 check types.p
exits 2
says_error E0107

{ printf 'event e: '; many $deep '('; } > open_types.p
run 10 check open_types.p
exits 2

{ printf 'module m = '; many $deep '('; printf M; many $deep ')'; echo ';'; } > modules.p
run 10 check modules.p
exits 2
says_error E0107

{ printf 'x = 1'; many $deep ' + 1'; echo ';'; } | wrapped > sum.p
run 10 check sum.p
answers

{ printf 'x = y'; many $deep '[0]'; echo ';'; } | wrapped > indexes.p
run 10 check indexes.p
answers

{ printf 'x = y'; many $deep '.a'; echo ';'; } | wrapped > fields.p
run 10 check fields.p
answers

{ printf 'x.a'; many $deep '[0]'; echo ' = 1;'; } | wrapped > lvalues.p
run 10 check lvalues.p
answers

{ printf 'x = y'; many $deep ' as any'; echo ';'; } | wrapped > casts.p
run 10 check casts.p
answers

{ printf 'x = '; many $deep 'f('; many $deep ')'; echo ';'; } | wrapped > calls.p
run 10 check calls.p
exits 2
says_error E0107

{ printf 'assert '; many $deep 'forall (i: int) :: '; echo 'true;'; } | wrapped > foralls.p
run 10 check foralls.p
exits 2

{ many $deep 'receive { case e: { '; } | wrapped > receives.p
run 10 check receives.p
exits 2

{ echo 'machine Main { start state S { } '; many $deep 'group g { '; echo '}'; } > groups.p
run 10 check --dialect classic groups.p
exits 2

# A chain of typedefs and of functions: deep, though nothing in it nests.
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "type t%d = seq[t%d];\n", i, i + 1
             print "type t100000 = int;" }' > typedefs.p
run 20 check typedefs.p
answers

awk 'BEGIN { for (i = 0; i < 100000; i++) printf "fun f%d() { f%d(); }\n", i, i + 1
             print "fun f100000() { raise halt; }" }' > call_chain.p
run 20 check call_chain.p
answers

awk 'BEGIN { for (i = 0; i < 100000; i++) printf "module m%d = m%d;\n", i, i + 1
             print "module m100000 = { M };"; print "machine M { start state S { } }" }' > mod_chain.p
run 20 check mod_chain.p
answers

# A type of 2^60 parts, in sixty lines.
awk 'BEGIN { print "type t0 = int;"
             for (i = 1; i <= 60; i++) printf "type t%d = (t%d, t%d);\n", i, i - 1, i - 1
             print "type u0 = any;"
             for (i = 1; i <= 60; i++) printf "type u%d = (u%d, u%d);\n", i, i - 1, i - 1
             print "event e: t60; event f: data;"
             print "fun g(a: t60, b: u60): int { b = a; send a, f, a; a = b; return a; }"
             print "machine Main { start state Init { } }" }' > doubling.p
run 10 check doubling.p
exits 2
says 'doubling.p:20:12: error[E0107]'
says_not 'doubling.p:124:'

# Of 2^28 parts, as a field: refused. Of 2^18: fine, default values included.
awk 'BEGIN { print "type t0 = int;"
             for (i = 1; i <= 28; i++) printf "type t%d = (t%d, t%d);\n", i, i - 1, i - 1
             print "machine Main { var x: t28; start state Init { } }" }' > doubled.p
run 10 check doubled.p
exits 2
says '1 error'
sed -e '20,29d' -e 's/t28/t18/' doubled.p > enough.p
run 20 check enough.p
exits 0

# --- large

awk 'BEGIN {
    for (i = 0; size < 50 * 1024 * 1024; i++) {
        text = "fun f" i "(a: int, b: int): int {\n    return a * " i " + b;\n}\n"
        size += length(text)
        printf "%s", text
    }
    print "machine Main { start state Init { } }"
}' > large.p
run 60 check large.p
exits 0

# As many errors as lines: all are reported, and none takes longer than the last.
awk 'BEGIN { print "machine Main { start state Init { entry {"
             for (i = 0; i < 20000; i++) print "x" i " = 1;"
             print "} } }" }' > errors.p
run 30 check errors.p
exits 2
says 'errors.p:20001:1'

many 5000000 'x' > word.p
run 10 check word.p
exits 2

{ printf 'event e: ('; many 200000 'int, '; echo 'int);'; } > wide.p
run 10 check wide.p
answers

# --- bytes

printf 'event e;\0\nmachine Main { start state Init { } }\n' > nul.p
run 5 check nul.p
exits 2
says_error E0104 nul.p:1:9

head -c 100000 /dev/zero > zeros.p
run 10 check zeros.p
exits 2

many 100000 '?' > question.p
run 10 check question.p
exits 2

printf '// \303\050 \377\376\nevent \377e;\n' > utf8.p
run 5 check utf8.p
exits 2
says_error E0104 utf8.p:2:7
run 5 check --json - utf8.p
exits 2
if iconv -f UTF-8 -t UTF-8 out > /dev/null 2>&1; then passes; else fails 'JSON is no UTF-8'; fi

printf '// gr\303\274\303\237e \360\237\221\213\nevent e; event e;\n' > comment.p
run 5 check comment.p
exits 2
says 'comment.p:2:16'

printf '\357\273\277event e;\nmachine Main { start state Init { } }\n' > bom.p
run 5 check bom.p
exits 0
printf '\357\273\277event e; event e;\n' > bom_error.p
run 5 check bom_error.p
exits 2
says 'bom_error.p:1:16'

printf 'event e;\r\nmachine Main {\r\n  start state Init { }\r\n}\r\n' > crlf.p
run 5 check crlf.p
exits 0
printf 'event e;\r\nevent e;\r\n' > crlf_error.p
run 5 check crlf_error.p
exits 2
says 'crlf_error.p:2:7'
says_not "$(printf '\r')"

head -c 200000 /dev/urandom > noise.p
run 20 check noise.p
answers

: > nothing.p
run 5 check nothing.p
answers
printf 'event e;' > no_line_end.p
run 5 check no_line_end.p
answers

# --- cut off

printf 'event e;\n/* never closed\nmachine' > comment_end.p
run 5 check comment_end.p
exits 2
says_error E0102 comment_end.p:2:1

printf 'fun f() { print "never closed; }\n' > string_end.p
run 5 check string_end.p
exits 2
says_error E0103 string_end.p:1:17

printf 'fun f() { print "backslash\\' > escape_end.p
run 5 check escape_end.p
exits 2
says_error E0103

printf '/' > slash.p
run 5 check slash.p
exits 2

# Any program cut at any byte.
cat > whole.p <<'P'
type tPair = (a: int, b: map[int, seq[any]]);
event eGo: tPair;
machine Main {
    var x: tPair;
    start state Init {
        entry { x = (a = 1 + 2 * 3, b = x.b); if (x.a > 2) { goto Next, x; } else { raise eGo, x; } }
        on eGo do (p: tPair) { var k: int; foreach (k in keys(p.b)) { print format("{0}", p.b[k]); } }
    }
    state Next { entry (p: tPair) { receive { case eGo: (q: tPair) { assert p == q, "same"; } } } }
}
test tcOne [main=Main]: { Main };
P
run 5 compile whole.p
exits 0
size=$(wc -c < whole.p)
step=$((factor > 1 ? 7 : 1))
at=0
bad=0
while [ "$at" -lt "$size" ]; do
    head -c "$at" whole.p > cut.p
    timeout 20 "$plait" compile cut.p > out 2> err < /dev/null
    code=$?
    case $code in
    0 | 2) ;;
    *)
        command_line="plait compile on the first $at bytes of whole.p"
        bad=1
        break
        ;;
    esac
    at=$((at + step))
done
if [ $bad = 0 ]; then passes; else fails 'expected exit code 0 or 2'; fi

# --- circles

printf 'include "b.p"\nmain machine Main { start state S { } }\n' > a.p
printf 'include "a.p"\nevent e;\n' > b.p
run 5 check --dialect classic a.p
exits 0
printf 'include "self.p"\nmain machine Main { start state S { } }\n' > self.p
run 5 check --dialect classic self.p
exits 0
printf 'include "not_there.p"\nmain machine Main { start state S { } }\n' > include.p
run 5 check --dialect classic include.p
exits 2
says_error E0111 include.p:1
printf 'include "/dev/zero"\nmain machine Main { start state S { } }\n' > device.p
run 5 check --dialect classic device.p
exits 2
says_error E0111 device.p:1
run 5 check /dev/zero
exits 3

cat > types_circle.p <<'P'
type tSelf = tSelf;
type tA = seq[tB];
type tB = (x: tC, y: int);
type tC = map[int, tA];
event e: tA;
machine Main { start state Init { } }
P
run 5 check types_circle.p
exits 2
says_error E0210 types_circle.p:1:6
says 'types_circle.p:2'

cat > modules_circle.p <<'P'
machine Main { start state Init { } }
module a = b;
module b = union a, c;
module c = c;
test t [main=Main]: a;
P
run 5 check modules_circle.p
exits 2
says_error E0718 modules_circle.p:2

# --- everything twice

cat > one.p <<'P'
type tT = int;
type tForeign;
enum eN { A, B }
event eE: int;
eventset sS = { eE };
interface I() receives eE;
param gP: int;
fun f(a: int): int { var b: int; b = a; return b; }
machine M {
    var v: int;
    fun g() { v = 1; }
    start state S { entry { g(); } on eE do (x: int) { v = x; } exit { } }
}
spec P observes eE { start state S { on eE do (x: int) { } } }
machine Main { start state Init { ignore eE; } }
module m = { Main };
test t [main=Main]: m;
implementation i [main=Main]: m;
P
run 5 check one.p
exits 0
cp one.p two.p
run 5 check one.p two.p
exits 2
for line in 1 2 3 4 5 6 7 8 9 14 15 16 17 18; do
    says "two.p:$line:"
done
says_not 'two.p:10:'
says_not 'two.p:12:'

cat > inside.p <<'P'
event e;
machine Main {
    var v, v: int;
    fun f(a: int, a: int) { var b: int; var b: bool; }
    fun f() { }
    start state S { entry { } entry { } exit { } exit { } on e do { } on e do { } defer e; }
    start state S { }
}
enum E { A, A }
event p: (x: int, x: int);
P
run 5 check inside.p
exits 2
says_error E0201 inside.p:3:12
says inside.p:4:19
says inside.p:4:45
says inside.p:5:9
says_error E0304 inside.p:6
says_error E0305 inside.p:6
says_error E0303 inside.p:6
says inside.p:7:17
says inside.p:9:13
says_error E0214 inside.p:10

finish

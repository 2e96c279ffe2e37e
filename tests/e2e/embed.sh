#!/bin/sh
# tests/e2e/embed.sh PLAIT: an installed Plait, and C and C++ programs outside of its tree that
# embed P, built with pkg-config and with CMake. If Plait is built with sanitizers, so are they.
source=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/lib.sh"
posts=5000000      # from each of two threads
machines=2000000   # created and halted
if [ -n "${PLAIT_SANITIZED:-}" ]; then
    posts=20000
    machines=50000
fi

# try SECONDS COMMAND...: as `run`, for other commands.
try()
{
    seconds=$(($1 * factor))
    shift
    command_line="$*"
    timeout -k 2 "$seconds" "$@" > out 2> err < /dev/null
    code=$?
}

try 60 cmake --install "$(dirname "$plait")" --prefix "$folder/prefix"
exits 0
plait=$folder/prefix/bin/plait
PKG_CONFIG_PATH=$(dirname "$(find "$folder/prefix" -name plait.pc)")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags plait)
libs=$(pkg-config --libs plait)

# --- what the library shows: names of the public headers, and nothing else

library=$(find "$folder/prefix" -name libplait.a)
nm --defined-only --extern-only "$library" | awk 'NF == 3 { print $3 }' |
    grep -v -e '^p_' -e '^plait_' -e '^__asan' -e '^__odr_asan' > out
command_line="nm libplait.a"
prints_nothing
command_line="nm libplait.a | wc"
nm --defined-only --extern-only "$library" | grep -c ' plait_' > out
if [ "$(cat out)" -gt 10 ]; then passes; else fails 'nothing to see'; fi

# --- plait build, from an empty folder

mkdir empty
cd empty || exit 1
printf 'machine Main { start state S { entry { print "hello"; } } }\n' > hello.p
run 60 build hello.p
exits 0
try 10 ./hello -q
exits 0
prints_exactly hello
cd ..

# --- programs that embed

cp "$source"/embed/* .
run 10 compile -q --no-warn all --prefix svc -o gen service.p
exits 0
run 10 compile -q --no-warn all --prefix old -o gen classic.p
exits 0
strict='-Wall -Wextra -Wpedantic -Werror'
for file in service classic; do
    # shellcheck disable=SC2086
    try 60 ${CC:-cc} -std=gnu11 -O1 -g $flags -c gen/$file.c -o $file.o
    exits 0
done
# shellcheck disable=SC2086
try 60 ${CC:-cc} -std=gnu11 $strict -O1 -g -Igen $flags host.c service.o classic.o $libs -o host
exits 0
# shellcheck disable=SC2086
try 60 ${CXX:-c++} -std=c++11 $strict -O1 -g -Igen $flags host.cpp service.o classic.o $libs -o hostpp
exits 0

for workers in 0 1 2; do
    try 120 ./host posts $workers "$posts"
    exits 0
    prints "printed wants $((2 * posts))"
    prints "$((2 * posts)) in order, $((2 * posts + 2)) events, 0 problems"
    prints done
    try 120 ./host many $workers "$machines"
    exits 0
    prints "$machines created, $machines halted"
done
try 30 ./host bugs
exits 0
prints 'problem assertion: seven, in Sink(1): Sink(1):'
prints '5: you said still there?'
prints 'problem assertion: nine: Never'
prints 'problem set-up: C creates'
prints 'there is no test or implementation tcNobody'
prints 'the program has no machine Nobody that C could stand in for'
for mode in fresh stuck quiet; do
    try 30 ./host $mode
    exits 0
    prints done
done
try 30 ./host steps
exits 0
prints '6: you said later'
try 30 ./host finish
exits 0
prints 'problem deadlock: Waiting(1) waits in a receive, and nothing else can happen'
try 30 ./host classic
exits 0
prints '42'
try 60 ./hostpp
exits 0
prints 'you said one'
prints 'you said two'

# --- memory of machines that are gone, and of machines that wait

if [ -z "${PLAIT_SANITIZED:-}" ]; then
    peak()
    {
        command -v python3 > /dev/null && python3 - "$@" <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
    }
    few=$(peak ./host many 1 20000)
    for workers in 1 2; do
        all=$(peak ./host many $workers $((machines * 10 / workers)))
        command_line="./host many: $few KB for 20000 machines, $all KB for many"
        if [ "$all" -lt $((few + 4000)) ]; then passes; else fails 'memory grows'; fi
    done
    # docs/running.md: an idle machine takes less than 1 KB, however long its queue once was.
    for workers in 0 1 2; do
        try 60 ./host idle $workers 50000
        exits 0
        if [ "$(sed -n 's/ bytes//p' out)" -lt 1024 ]; then passes; else fails 'more than 1 KB'; fi
    done
fi

# --- the programs of docs/embedding.md, and what it says that they print

mkdir docs
python3 - "$source/../docs/embedding.md" docs <<'END'
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
for fence, text in re.findall(r"^```([^\n]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
    kind, _, name = fence.partition(" ")
    name = "service.p" if kind == "p" else name + ".out" if kind == "text" else name
    if kind in ("p", "c", "text"):
        open(f"{sys.argv[2]}/{name}", "w", encoding="utf-8").write(text)
END
run 20 check -q --out docs/traces docs/service.p
exits 0
run 10 compile -q --prefix svc -o docs docs/service.p
exits 0
for name in threads loop; do
    # shellcheck disable=SC2086
    try 60 ${CC:-cc} -std=gnu11 $strict -O1 -g -Idocs $flags docs/$name.c docs/service.c $libs -o page
    exits 0
    try 30 ./page
    exits 0
    if cmp -s out docs/$name.c.out; then passes; else fails "docs/embedding.md: $name.c prints something else"; fi
done

# --- the example: clients that talk to it

cp -r "$source/../examples/epoll" .
run 20 check -q --out epoll/traces epoll/chat.p
exits 0
run 10 compile -q --prefix chat -o epoll epoll/chat.p
exits 0
# shellcheck disable=SC2086
try 60 ${CC:-cc} -std=gnu11 $strict -O1 -g -Iepoll $flags epoll/server.c epoll/chat.c $libs -o server
exits 0
empty port err
timeout $((30 * factor)) ./server > port 2> err &
server=$!
while ! grep -q listening port && kill -0 $server 2> /dev/null; do sleep 0.02; done
cat > talk.py <<'END'
import socket, sys
def connect():
    s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 60)
    return s, s.makefile()
def show(*files):
    for f in files:
        print(repr(f.readline()))
ada, from_ada = connect()
ada.sendall(b"Ada\n")
show(from_ada)
alan, from_alan = connect()
alan.sendall(b"Alan\n")
show(from_alan, from_ada)
other, from_other = connect()
other.sendall(b"Ada\n")
show(from_other, from_other)
ada.sendall(b"hel")
ada.sendall(b"lo\nyou\n")
show(from_alan, from_alan)
alan.close()
from_alan.close()
show(from_ada)
END
cat > talked <<'END'
'welcome, you are one of 1\n'
'welcome, you are one of 2\n'
'Alan is here\n'
'the name Ada is taken\n'
''
'Ada: hello\n'
'Ada: you\n'
'Alan has gone\n'
END
try 60 python3 talk.py "$(sed 's/[^0-9]//g' port)"
exits 0
if cmp -s out talked; then passes; else fails 'the chat went otherwise'; fi
kill $server
wait $server 2> /dev/null

# --- find_package(Plait)

mkdir cmake
cat > cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(embedded C)
find_package(Plait REQUIRED)
add_executable(embedded ../host.c ../gen/service.c ../gen/classic.c)
target_include_directories(embedded PRIVATE ../gen)
target_link_libraries(embedded PRIVATE Plait::plait)
END
try 60 cmake -S cmake -B cmake/build -DCMAKE_PREFIX_PATH="$folder/prefix" \
    -DCMAKE_C_FLAGS="$(pkg-config --cflags-only-other plait)"
exits 0
try 120 cmake --build cmake/build
exits 0
try 30 cmake/build/embedded classic
exits 0
prints 42

finish

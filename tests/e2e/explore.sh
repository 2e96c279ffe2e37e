#!/bin/sh
# plait explore: driven by hand to a bug, by two users at once; strangers are refused.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

cp "$root/examples/lease/lease.p" .
cat > user.py <<'END'
"""A user without a browser: sends requests, and checks the answers."""
import http.client, json, sys, threading

address = sys.argv[1]
host, token = address[len("http://"):].rstrip("/").split("/")

def send(method, path, body=None, headers=None, raw=None):
    c = http.client.HTTPConnection(host, timeout=60)
    if raw is not None:
        c.connect()
        c.sock.sendall(raw)
        data = b""
        while True:
            part = c.sock.recv(65536)
            if not part:
                break
            data += part
        return int(data.split()[1]) if data else 0, data
    c.request(method, path, body, headers or {})
    r = c.getresponse()
    return r.status, r.read()

def ask(path, request):
    status, body = send("POST", f"/{token}/{path}", json.dumps(request), {"Content-Type": "application/json"})
    return status, json.loads(body) if path != "trace" or status != 200 else body

def check(what, good):
    print(("ok: " if good else "NOT OK: ") + what)

# The page.
status, page = send("GET", f"/{token}/")
check("the page is served", status == 200 and b"What can happen next" in page)

# Strangers.
check("no token", send("GET", "/")[0] == 403)
check("another token", send("GET", "/" + "0" * 32 + "/")[0] == 403)
check("another host", send("GET", f"/{token}/", None, {"Host": "evil.com"})[0] == 403)
check("another origin", send("POST", f"/{token}/state", "{}", {"Origin": "http://evil.com", "Content-Type": "application/json"})[0] == 403)
check("a form", send("POST", f"/{token}/state", "{}", {"Content-Type": "text/plain"})[0] == 415)
check("malformed", send("", "", raw=b"GARBAGE\r\n\r\n")[0] == 400)
check("bare line feeds", send("", "", raw=f"GET /{token}/ HTTP/1.1\nHost: {host}\n\r\n\r\n".encode())[0] == 400)
check("a path that is not there", send("GET", f"/{token}/etc")[0] == 404)
check("not JSON", ask("state", [])[0] == 422)
for wrong in ({"turns": 1}, {"turns": [[1]]}, {"turns": [[1, 1, ["a"]]]}, {"turns": [], "do": 7}, {"turns": [], "do": {"run": "up"}}, {"turns": [], "do": {"run": "ses"}},
              {"turns": [], "do": {"explorer": "/tmp/mine.c"}}, {"turns": [], "do": {"run": "pct", "explorer": "rr"}}, {"turns": [], "do": {"machine": 1, "choices": "no"}},
              {"turns": [], "steps": 0}, {"turns": [[9, 1, []]]}, {"turns": [], "do": {"machine": 9}}, {"turns": [[1, -1, []]]}):
    status, answer = ask("state", wrong)
    check(f"refused with a reason: {wrong}", status == 422 and answer["error"])

def drive(name, choose):
    """Takes steps until the execution is over; choose picks one of what can happen."""
    turns, path = [], []
    while True:
        status, state = ask("state", {"turns": turns})
        assert status == 200, state
        if state["over"]:
            return state, path
        one = choose(state["next"], len(path))
        status, state = ask("state", {"turns": turns, "do": {"machine": one["machine"], "whole": True}})
        assert status == 200, state
        turns = state["turns"]
        path.append(one["name"] + " " + one["does"])

# By hand to the bug: the clock runs before the first holder learns of it.
def to_bug(steps, i):
    for wanted in ("TwoClients", "Server(2) starts", "Client(3)", "Server(2) takes", "Clock", "Server(2)", "Client(4)", "Server(2)"):
        for s in steps:
            if (s["name"] + " " + s["does"]).startswith(wanted) and "eRevoked" not in s["does"]:
                return s
    return steps[-1]

def first(steps, i):
    return steps[0]

results = {}
def user(name, choose):
    results[name] = drive(name, choose)
threads = [threading.Thread(target=user, args=a) for a in (("one", to_bug), ("two", first))]
[t.start() for t in threads]
[t.join() for t in threads]
state, path = results["one"]
check("the first user finds the bug", state["data"].get("kind") == "assertion")
check("the second user finds none", results["two"][0]["data"].get("kind") is None)
check("they did different things", path != results["two"][1])

# Going back is forgetting turns; from there, futures.
turns = state["turns"]
status, before = ask("state", {"turns": turns[:-1]})
check("one turn back", status == 200 and not before["over"])
status, futures = ask("futures", {"turns": turns[:-1], "count": 50})
check("the bug still happens from here", status == 200 and futures["bugs"].get("assertion", 0) > 0 and futures["tried"] == 50)
status, none = ask("futures", {"turns": turns, "count": 50})
check("after the bug there is no future", status == 422)
ways = state["ways"]
check("samplers and explorers are offered", {"random", "pct", "pos", "surw", "ql", "ss", "feedback"} <= set(ways["samplers"]) and "rr" in ways["explorers"])
for way, do in [(f"run {name}", {"run": name}) for name in ways["samplers"]] + [(name, {"explorer": name}) for name in ways["explorers"]]:
    status, ran = ask("state", {"turns": [], "do": do, "seed": 5})
    check(f"{way}", status == 200 and ran["over"] and len(ran["turns"]) > 3)
    status, again = ask("state", {"turns": ran["turns"]})
    check(f"the turns of {way} lead to the same end", again["data"] == ran["data"])

# Saved as traces.
for name, (state, _) in results.items():
    status, trace = ask("trace", {"turns": state["turns"]})
    check(f"saved {name}", status == 200)
    open(name + ".trace.jsonl", "wb").write(trace)
END

empty address explore.err
"$plait" explore -q lease.p > address 2> explore.err &
server=$!
while [ ! -s address ] && kill -0 $server 2> /dev/null; do sleep 0.05; done
command_line='a user of plait explore'
python3 user.py "$(cat address)" > out 2> err
code=$?
exits 0
[ "$(grep -c '^ok: ' out)" -ge 25 ] && passes || fails 'too few answers'
grep '^NOT OK' out > wrong && fails "$(cat wrong)" || passes
kill -TERM $server
wait $server
code=$?
exits 0

run 10 replay one.trace.jsonl
exits 1
prints 'bug: assertion: two clients hold the lease'
run 10 replay two.trace.jsonl
exits 0
prints 'no bug'

# From a trace.
empty address err
"$plait" explore one.trace.jsonl > address 2> err &
server=$!
while [ "$(wc -l < address)" -lt 2 ] && kill -0 $server 2> /dev/null; do sleep 0.05; done
cat > page.py <<'END'
import sys, urllib.request
page = urllib.request.urlopen(sys.argv[1]).read().decode()
print("over" if '"over":true' in page and '"kind":"assertion"' in page else "not over")
END
python3 page.py "$(tail -1 address)" > out 2> err
code=$?
exits 0
prints 'over'
kill -INT $server
kill -TERM $server
wait $server

run 10 explore --port 99999 lease.p
exits 3
says '--port wants a number'
run 10 explore -t tcNone lease.p
exits 3
says 'there is no test tcNone; there are: tcTwoClients'
run 10 explore nothing.jsonl
exits 3

run 10 explore --network tcp lease.p
exits 3
says '--network takes mailbox or fifo, not tcp'
run 10 explore --crashes 1 lease.p
exits 3
says 'do nothing without --network fifo'
run 10 explore --network fifo --crashes many lease.p
exits 3
says '--crashes wants a number from 0 to 100, not many'
run 10 explore --network fifo --suspicions 1 lease.p
exits 3
says '--suspicions needs a program that declares'
run 10 explore --network fifo one.trace.jsonl
exits 3
says 'the network is that of the trace'

# user COMMAND...: a user of plait explore, whose answers are checked.
user()
{
    command_line="$*"
    timeout $((300 * factor)) python3 "$root/tests/e2e/explore/$@" > out 2> err
    code=$?
    exits 0
    grep '^NOT OK' out > wrong && fails "$(cat wrong)" || passes
}

# Deliveries and faults by hand; runs on with the schedules of plait check; from anywhere.
user network.py "$plait" "$root/tests/e2e/explore/network.p"
user ways.py "$plait" "$root/tests/e2e/explore/ways.p"
user wander.py "$plait" 1 12 "$root/tests/e2e/explore/ways.p"
user wander.py "$plait" 2 12 --network fifo --crashes 1 --cuts 1 --suspicions 1 "$root/tests/e2e/explore/network.p"
user wander.py "$plait" 3 12 --network fifo --crashes 2 "$root/tests/litmus/s6_relay.p"

finish

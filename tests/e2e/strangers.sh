#!/bin/sh
# tests/e2e/strangers.sh PLAIT: who may not talk to the managers of a cluster, and who may and talks nonsense: nothing is
# accepted, and the managers live.
. "$(dirname "$0")/lib.sh"

manager=
node=
end_all()
{
    kill -9 $manager $node 2> /dev/null
    rm -rf "$folder"
}
trap end_all EXIT

run 20 cluster init -q --name here keys alpha beta
if grep -q 'built without OpenSSL' err; then
    echo 'built without OpenSSL: there is no TLS to test'
    exit 0
fi
exits 0
run 20 cluster init -q --name here others alpha
exits 0
run 20 cluster add -q --days 0.00002 --role operator keys old
exits 0
run 20 cluster add -q --days 0.00002 --role manager keys former
exits 0
mkdir bin

# An address of this run alone.
host=127.$((1 + $$ / 250 % 250)).$((1 + $$ % 250))
with_keys()
{
    echo "--authority keys/authority.pem --certificate keys/$1.pem --key keys/$1.key"
}
# await FILE TEXT: what takes ten minutes hangs.
await()
{
    tries=0
    until grep -q "$2" "$1" 2> /dev/null; do
        tries=$((tries + 1))
        if [ $tries = 6000 ]; then
            fails "$1 never had $2"
            finish
        fi
        sleep 0.1
    done
    passes
}
empty manager.log
# shellcheck disable=SC2046  # these are words
"$plait" cluster run --lost-after 3600 --listen $host.1:23300 $(with_keys manager) --authority-key keys/authority.key \
    manager > manager.log 2>&1 < /dev/null &
manager=$!
await manager.log 'the manager listens'

cat > strangers.py <<'END'
import json, os, random, socket, ssl, struct, subprocess, sys, time

plait, host = sys.argv[1], sys.argv[2]
manager = (host, 23300)

def context(certificate=None, most=None, folder="keys"):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    c.check_hostname, c.verify_mode = False, ssl.CERT_NONE
    if certificate:
        c.load_cert_chain(f"{folder}/{certificate}.pem", f"{folder}/{certificate}.key")
    if most:
        c.maximum_version = most
    return c

def framed(message):
    text = message if isinstance(message, bytes) else json.dumps(message).encode()
    return struct.pack("<I", len(text)) + text

def heard(connection, sent):
    """What the other side says until it closes the connection."""
    got = b""
    try:
        connection.sendall(sent)
        while piece := connection.recv(65536):
            got += piece
    except OSError:
        pass
    return got

def answer(connection):
    """The next message; None when the connection has ended."""
    try:
        got = b""
        while len(got) < 4 or len(got) < 4 + struct.unpack("<I", got[:4])[0]:
            piece = connection.recv(65536)
            if not piece:
                return None
            got += piece
        return json.loads(got[4:4 + struct.unpack("<I", got[:4])[0]])
    except OSError:
        return None

def friend(certificate="operator"):
    return context(certificate).wrap_socket(socket.create_connection(manager))

def expect_alive():
    with friend() as f:
        f.sendall(framed({"what": "status"}))
        reply = answer(f)
        assert reply and reply["what"] == "status", reply
        return reply

question = framed({"what": "status"})

# They say nothing at all, nothing after the greeting, or never the whole message. They are closed at the end.
silent = {"says nothing": socket.create_connection(manager), "greets and says nothing": friend(),
          "never ends": friend()}
silent["never ends"].sendall(question[:-1])

# ---------------------------------------------------------------- before authentication
while time.time() < os.stat("keys/old.pem").st_mtime + 3:
    time.sleep(0.1)
strangers = {
    "plain": None, "noise": None, "a long greeting": None, "silence": None,
    "no certificate": context(), "another authority": context("operator", folder="others"),
    "expired": context("old"), "an old version": context("operator", ssl.TLSVersion.TLSv1_2),
}
for name, tls in strangers.items():
    plain = socket.create_connection(manager)
    got = b""
    try:
        if name == "plain":
            got = heard(plain, question)
        elif name == "noise":
            got = heard(plain, random.Random(1).randbytes(9000))
        elif name == "a long greeting":  # of 16,000 bytes, of which 100 come: they are enough to refuse it
            got = heard(plain, bytes([22, 3, 1, 62, 128, 1, 0, 62, 124]) + bytes(91))
        elif name == "silence":
            plain.shutdown(socket.SHUT_WR)
            got = heard(plain, b"")
        else:
            got = heard(tls.wrap_socket(plain), question)
    except OSError:
        pass
    assert got == b"" or got[:1] == b"\x15", (name, got)  # nothing, or an alert of TLS
    plain.close()
    expect_alive()
    print(f"{name}: refused")

# ------------------------------------------------------------------------- a recorded call
listener = socket.create_server((host, 0))
caller = subprocess.Popen(
    [plait, "deploy", "--cluster", "%s:%d" % listener.getsockname(), "--authority", "keys/authority.pem", "--certificate",
     "keys/operator.pem", "--key", "keys/operator.key", "stop", "one"], stderr=subprocess.PIPE)
inside, _ = listener.accept()
outside = socket.create_connection(manager)
for end in (inside, outside):
    end.setblocking(False)
recorded = b""
def passed(a, b):
    try:
        piece = a.recv(65536)
    except BlockingIOError:
        return b""
    if piece:
        b.setblocking(True)
        b.sendall(piece)
        b.setblocking(False)
    return piece
while caller.poll() is None:
    recorded += passed(inside, outside)
    passed(outside, inside)
    time.sleep(0.001)
assert b"there is no deployment one" in caller.stderr.read()  # it was understood
def submit(name):
    return {"what": "submit", "name": name, "sha256": "0" * 64, "deploy": {"plait-deploy": 1, "hosts": ["nobody"]},
            "seed": 1, "trace": False, "most": 0, "list": "x", "deploy-text": "x"}
with friend() as f:
    f.sendall(framed(submit("one")))
    assert answer(f) == {"what": "done"}
with socket.create_connection(manager) as again:
    heard(again, recorded)
assert expect_alive()["deployments"][0]["state"] == "waiting"  # it was not stopped
print("a recorded call: refused")

# ---------------------------------------------------------------- after authentication
for name, sent in {
        "too long": struct.pack("<I", 1 << 30), "no JSON": framed(b"{{{{"), "no object": framed([1, 2]),
        "deep": framed(b"[" * 100000), "not UTF-8": framed(b'{"what": "\xff\xfe"}'), "nothing": framed(b""),
        "a zero byte": framed(b'{"what": "status\\u0000"}')}.items():
    with friend() as f:
        got = heard(f, sent)
        assert b'"status"' not in got and b'"done"' not in got, (name, got)
    expect_alive()
    print(f"{name}: closed")

# Somebody with another role.
with friend("beta") as f:
    for message in (submit("two"), {"what": "stop", "name": "one"}, {"what": "drain", "name": "one", "seconds": 1}):
        f.sendall(framed(message))
        assert "may not deploy" in answer(f)["why"]
with friend("operator") as f:
    f.sendall(framed({"what": "node", "name": "operator", "host": "127.0.0.1", "ports": [1, 2]}))
    assert "may not report" in answer(f)["why"]
with friend("beta") as f:
    f.sendall(framed({"what": "node", "name": "alpha", "host": "127.0.0.1", "ports": [1, 2]}))
    assert "may not report for a node on the node alpha" in answer(f)["why"]
print("another role: refused")

# Messages of those who may talk, with something wrong in each.
chance = random.Random(7)
greeting = {"what": "node", "name": "beta", "host": "127.0.0.1", "ports": [2000, 2010], "cluster": None,
            "containers": ["1"], "blocks": 3, "news": [{"what": "ended", "incarnation": "1", "how": "x", "code": 1}]}
of_nodes = [
    {"what": "ended", "incarnation": "1", "how": "x", "code": 0, "number": 1},
    {"what": "again", "incarnation": "1", "next": "2", "how": "x", "number": 2},
    {"what": "want", "by": "1", "incarnation": "2", "kind": 1, "address": "127.0.0.1:2000", "creation": "00"},
    {"what": "ask", "by": "1"}, {"what": "died", "incarnation": "1"}, {"what": "renew", "certificate": "x"},
    {"what": "probed", "number": 1, "containers": {"1": {"sent": 1, "delivered": 2, "probe": 1}}},
    {"what": "part", "id": 1, "is-there": True, "bytes": "00"}]
of_operators = [
    submit("three"), {"what": "stop", "name": "three"}, {"what": "drain", "name": "three", "seconds": 1.5},
    {"what": "read", "node": "beta", "incarnation": "1", "file": "log", "offset": 0}, {"what": "status"}]
odd = [None, True, -1, 1 << 62, 1e300, "", "x" * 5000, "../..", [], [[]], {}, {"a": {}}, "\u00e4\u2028", ["1", 2, None]]
def spoil(message):
    message = dict(message)
    for _ in range(chance.randrange(1, 3)):
        key = chance.choice(list(message))
        if chance.random() < 0.2:
            del message[key]
            if not message:
                break
        else:
            message[key] = chance.choice(odd)
    return message
for certificate, first, others in (("beta", greeting, of_nodes), ("operator", None, of_operators)):
    for _ in range(20):
        with friend(certificate) as f:
            f.settimeout(60)
            messages = [] if first is None else [first if chance.random() < 0.7 else spoil(first)]
            messages += [spoil(chance.choice(others)) for _ in range(20)]
            try:
                for message in messages:
                    f.sendall(framed(message))
                f.unwrap()
            except OSError:
                pass
    expect_alive()
print("wrong messages: it lives")

for name, connection in silent.items():
    connection.settimeout(300)
    try:
        assert connection.recv(1) == b"", name
    except TimeoutError:
        raise
    except OSError:
        pass  # closed without a good-bye of TLS
    print(f"{name}: closed")
END
python3 strangers.py "$plait" "$host.1" > out 2> err
code=$?
exits 0
for line in 'plain: refused' 'noise: refused' 'a long greeting: refused' 'silence: refused' 'no certificate: refused' \
    'another authority: refused' 'expired: refused' 'an old version: refused' 'a recorded call: refused' 'too long: closed' \
    'no JSON: closed' 'no object: closed' 'deep: closed' 'nothing: closed' 'another role: refused' 'wrong messages: it lives' 'says nothing: closed' \
    'greets and says nothing: closed' 'never ends: closed'; do
    prints "$line"
done
if kill $manager; then passes; else fails 'the manager has ended'; fi
wait $manager
code=$?
exits 0
# What it has written down can be read again.
empty manager.log
# shellcheck disable=SC2046
"$plait" cluster run --lost-after 3600 --listen $host.1:23300 $(with_keys manager) manager > manager.log 2>&1 < /dev/null &
manager=$!
await manager.log 'the manager listens'
kill $manager
wait $manager
manager=

# ------------------------------------------------------------------ somebody who is no manager
# A node calls one after another: strangers, and at last the manager itself, who first says what makes no sense.
cat > manager.py <<'END'
import json, socket, ssl, struct, sys

def server(folder, certificate):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    c.load_cert_chain(f"{folder}/{certificate}.pem", f"{folder}/{certificate}.key")
    c.load_verify_locations(f"{folder}/authority.pem")
    c.verify_mode = ssl.CERT_REQUIRED
    c.check_hostname = False
    return c

def framed(message):
    text = message if isinstance(message, bytes) else json.dumps(message).encode()
    return struct.pack("<I", len(text)) + text

listener = socket.create_server((sys.argv[1], 23301))
def call(folder, certificate, sent):
    """What a node says to such a manager."""
    plain, _ = listener.accept()
    plain.settimeout(60)
    got = b""
    try:
        if certificate is None:
            plain.sendall(sent)
            while piece := plain.recv(65536):
                got += piece
            return b"" if got[:1] in (b"\x16", b"\x15") else got  # the greeting of TLS
        with server(folder, certificate).wrap_socket(plain, server_side=True) as t:
            t.sendall(sent)
            while piece := t.recv(65536):
                got += piece
    except OSError:
        pass
    return got

start = framed({"what": "welcome", "cluster": "1" * 32}) + framed(
    {"what": "start", "incarnation": "1", "deployment": "x", "sha256": "0" * 64, "deploy": {}, "dead": []})
for name, folder, certificate in [("plain", None, None), ("another authority", "others", "manager"), ("expired", "keys", "former")]:
    got = call(folder, certificate, start)
    assert b'"node"' not in got, (name, got)
    print(f"{name}: refused", flush=True)
welcome = framed({"what": "welcome", "cluster": "1" * 32})
odd = [None, True, -1, 1 << 62, "", "x" * 3000, "../..", [], {}, ["1", 2, None]]
for kind in ("blocks", "start", "stop", "kill", "dead", "grant", "refused", "placed", "probe", "read", "ack", "renewed"):
    messages = b""
    for value in odd:
        for key in ("first", "count", "incarnation", "deployment", "how", "next", "to", "address", "why", "number", "id",
                    "file", "offset", "certificate", "deploy", "dead", "sha256"):
            message = {"what": kind, "deployment": "none", "incarnation": "zz", "number": 1, "how": "stop", "to": "1"}
            message[key] = value
            if kind == "start" and message["incarnation"] not in ("zz",):
                continue
            messages += framed(message)
    assert b'"node"' in call("keys", "manager", welcome + messages + struct.pack("<I", 1 << 31))
for wrong in (framed(b"{{{"), framed([1]), struct.pack("<I", 1 << 30)):
    assert b'"node"' in call("keys", "manager", wrong)
print("nonsense: closed", flush=True)
END
empty out err
# shellcheck disable=SC2046
python3 manager.py "$host.1" > out 2> err &
script=$!
empty node.log
"$plait" node --cluster $host.1:23301 --programs bin --host $host.2 --folder node-alpha $(with_keys alpha) alpha > node.log 2>&1 < /dev/null &
node=$!
# The node ends only if it must: then the other side waits for nobody.
( while kill -0 $script 2> /dev/null; do kill -0 $node 2> /dev/null || kill $script 2> /dev/null; sleep 0.2; done ) &
wait $script
code=$?
exits 0
for line in 'plain: refused' 'another authority: refused' 'expired: refused' 'nonsense: closed'; do
    prints "$line"
done
# One with the certificate of an operator is not obeyed either: then the node ends.
# shellcheck disable=SC2046
sed -i 's/^for name, folder, certificate in .*/for name, folder, certificate in [("an operator", "keys", "operator")]:/;s/^    assert b.*in got, (name, got)$//;/^welcome/,$d' manager.py
python3 manager.py "$host.1" > out 2> err
wait $node
code=$?
node=
exits 3
await node.log 'may not start a container'
if [ -z "$(ls node-alpha/containers node-alpha/logs 2> /dev/null | grep json)" ]; then passes; else fails 'a container was started'; fi

finish

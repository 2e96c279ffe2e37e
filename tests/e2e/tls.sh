#!/bin/sh
# tests/e2e/tls.sh PLAIT: `plait cluster init`, containers that talk over TLS, and strangers who try to.
. "$(dirname "$0")/lib.sh"

run 20 cluster init keys
if grep -q 'built without OpenSSL' err; then
    echo 'built without OpenSSL: there is no TLS to test'
    exit 0
fi
exits 0
prints 'made keys/authority.pem, the authority of cluster-'
prints 'made keys/manager.pem, a certificate of the manager manager'
for file in authority manager operator; do
    if [ "$(stat -c %a keys/$file.key)" = 600 ]; then passes; else fails "others can read $file.key"; fi
done
run 20 cluster init keys
exits 3
says 'keys/authority.key: File exists'
run 20 cluster add --days 1 keys alpha beta
exits 0
prints 'made keys/beta.pem'
run 20 cluster add keys ../gamma
exits 3
says '../gamma is no name'
run 20 cluster add keys authority
exits 3
run 20 cluster add --role container keys delta
exits 3
says 'a container gets a certificate from the one who starts it'
run 20 cluster add --role operator keys carla
exits 0
prints 'made keys/carla.pem, a certificate of the operator carla'
run 20 cluster add --days 0 keys delta
exits 3
says '--days wants a number'
run 20 cluster add nowhere delta
exits 3
says 'nowhere/authority.pem'
run 20 cluster init
exits 3
run 20 cluster init -q --name theirs others
exits 0
run 20 cluster init --name 'no name' more
exits 3
says 'no name is no name of a cluster'

# A signed list of what the cluster may run.
echo '{"plait-deploy": 1}' > list.json
echo binary > program
run 20 cluster sign keys list.json program
exits 0
prints 'made list.json.signed'
for line in '^plait-manifest 1$' '^cluster cluster-' "^deployment $(sha256sum < list.json | cut -d ' ' -f 1) list.json$" \
    "^binary $(sha256sum < program | cut -d ' ' -f 1) program$" '^signature '; do
    if grep -q "$line" list.json.signed; then passes; else fails "the list has no line $line"; fi
done
run 20 cluster sign -o other keys list.json program ./program
exits 3
says 'two binaries have the name program'
run 20 cluster sign keys list.json missing
exits 3
says 'missing'
run 20 cluster sign keys list.json
exits 3

# with_tls CERTIFICATE KEY AUTHORITY: prints a deployment file.
with_tls()
{
    echo '{"plait-deploy": 1, "machines": {"Worker": {"container": "own", "restart": "always"}},'
    echo "\"tls\": {\"certificate\": \"$1\", \"key\": \"$2\", \"authority\": \"$3\"}}"
}

cat > work.p <<'END'
event eHello: machine;
event ePing: int;
event ePong: int;
machine Main {
    var first: machine;
    start state Init {
        entry { first = new Worker(this); }
        on eHello do (who: machine) {
            if (who != first) { send first, ePing, 0; print "another one"; }
            send who, ePing, 200;
        }
        on ePong do (n: int) { print format("pong {0}", n); }
    }
}
machine Worker {
    var home: machine;
    start state Init {
        entry (who: machine) { home = who; send home, eHello, this; }
        on ePing do (n: int) {
            assert n > 0, "an event for the one before";
            if (n > 1) { send this, ePing, n - 1; } else { send home, ePong, 200; }
        }
    }
}
END
sed 's/send who, ePing, 200;/send who, ePing, 200; send this, ePong, 0;/;s/on ePong do (n: int) {/&if (n == 0) { send this, ePong, 0; return; }/' \
    work.p > endless.p
with_tls keys/alpha.pem keys/alpha.key keys/authority.pem | sed 's/"tls": {/&"life-s": 1, /' > short.json
with_tls keys/alpha.pem keys/alpha.key keys/authority.pem > tls.json
run 60 run --deploy tls.json work.p
exits 0
prints 'pong 200'
says 'nothing is left to do: 2 containers'

# Names of files are relative to the deployment file.
mkdir elsewhere
mv keys elsewhere
with_tls keys/alpha.pem keys/alpha.key keys/authority.pem > elsewhere/tls.json
run 60 run --deploy elsewhere/tls.json work.p
exits 0
prints 'pong 200'
mv elsewhere/keys .

# Certificates that do not fit.
with_tls keys/manager.pem keys/manager.key keys/authority.pem > wrong.json
run 20 run --deploy wrong.json work.p
exits 3
says 'keys/manager.pem is not a certificate of the authority or a node'
with_tls others/manager.pem others/manager.key keys/authority.pem > wrong.json
run 20 run --deploy wrong.json work.p
exits 3
with_tls keys/alpha.pem keys/beta.key keys/authority.pem > wrong.json
run 20 run --deploy wrong.json work.p
exits 3
says 'keys/beta.key'
with_tls keys/alpha.pem keys/alpha.key missing.pem > wrong.json
run 20 run --deploy wrong.json work.p
exits 3
says missing.pem

# Certificates that last a second are renewed: a worker that begins later is understood.
command_line='plait run --deploy short.json'
empty log err
"$plait" run --deploy short.json endless.p > log 2> err < /dev/null &
cluster=$!
while ! grep -q 'pong 200' log && kill -0 $cluster 2> /dev/null; do sleep 0.02; done
sleep 2
kill -9 "$(sed -n 's/.*(Worker): process //p' err | head -n 1)"
while ! grep -q 'another one' log && kill -0 $cluster 2> /dev/null; do sleep 0.02; done
kill -INT $cluster
wait $cluster
code=$?
exits 0

# Strangers talk to a container. Each is refused and counted; the program goes on. Then the worker is
# killed, and comes back at the same address as another one.
cat > strangers.py <<'END'
import os, re, socket, ssl, sys

def address_of(pid):
    """Where the process listens."""
    inodes = set()
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            inodes.update(re.findall(r"socket:\[(\d+)\]", os.readlink(f"/proc/{pid}/fd/{fd}")))
        except OSError:
            pass
    for line in open(f"/proc/{pid}/net/tcp"):
        parts = line.split()
        if parts[3] == "0A" and parts[9] in inodes:
            host, port = parts[1].split(":")
            return socket.inet_ntoa(bytes.fromhex(host)[::-1]), int(port, 16)
    sys.exit("the container does not listen")

def answer_to(connection, sent):
    """What the container says until it closes the connection."""
    got = b""
    try:
        connection.sendall(sent)
        while True:
            piece = connection.recv(4096)
            if not piece:
                break
            got += piece
    except OSError:
        pass
    return got

def context(certificate=None, most=None):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    c.check_hostname, c.verify_mode = False, ssl.CERT_NONE
    if certificate:
        c.load_cert_chain(certificate + ".pem", certificate + ".key")
    if most:
        c.maximum_version = most
    return c

address = address_of(sys.argv[1])
for name, make in [
        ("plain", None), ("noise", None),
        ("no certificate", context()), ("another authority", context("others/manager")),
        ("an old version", context("keys/beta", ssl.TLSVersion.TLSv1_2))]:
    plain = socket.create_connection(address)
    try:
        if make is None:
            heard = answer_to(plain, b"PLAIT" * 4 if name == "plain" else os.urandom(9000))
            heard = heard if heard[:1] not in (b"\x15", b"") else b""  # an alert of TLS
        else:
            heard = answer_to(make.wrap_socket(plain), b"x" * 200)
    except OSError:
        heard = b""
    print(f"{name}: {'refused' if not heard else heard}")
# One with a certificate of the cluster says what is no frame.
friend = context("keys/beta").wrap_socket(socket.create_connection(address))
answer_to(friend, b"\0" * 300)
print("no frame: closed")
END
command_line='plait run --deploy tls.json, with strangers'
empty log err
"$plait" run --deploy tls.json --metrics "unix:$folder/m" endless.p > log 2> err < /dev/null &
cluster=$!
while ! grep -q 'pong 200' log && kill -0 $cluster 2> /dev/null; do sleep 0.02; done
python3 strangers.py "$(sed -n 's/.*(Main): process //p' err)" > out
code=$?
exits 0
if [ $code != 0 ]; then kill -INT $cluster; wait $cluster; finish; fi
for stranger in plain noise 'no certificate' 'another authority' 'an old version'; do
    prints "$stranger: refused"
done
prints 'no frame: closed'
kill -9 "$(sed -n 's/.*(Worker): process //p' err | head -n 1)"
figures()
{
    python3 - "$folder/m" <<'END'
import http.client, socket, sys
connection = http.client.HTTPConnection("localhost")
connection.sock = socket.socket(socket.AF_UNIX)
connection.sock.connect(sys.argv[1])
connection.request("GET", "/metrics")
print(connection.getresponse().read().decode(), end="")
END
}
until figures > out && grep -q '^plait_stale_total 1$' out && grep -q '^plait_strangers_total 5$' out; do
    kill -0 $cluster 2> /dev/null || break
    sleep 0.05
done
prints 'plait_strangers_total 5'
prints 'plait_stale_total 1'
prints 'plait_bugs_total 0'
while ! grep -q 'another one' log && kill -0 $cluster 2> /dev/null; do sleep 0.02; done
kill -INT $cluster
wait $cluster
code=$?
exits 0

finish

"""tests/services/service.py: a service that runs, and clients that talk to it.

    with Service(plait, "table-chain3") as service:
        client = service.client()
        client.ask("SET", "k", "v")           # "OK"
        service.kill("Replica")               # kill -9 of one of them, and waits until it is over
        service.wait_for_replicas(3)
"""

import os
import re
import signal
import socket
import subprocess
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
SECONDS = 600  # what takes longer hangs, also on a slow machine

STARTED = re.compile(r"container (\w+) \((\w+)\): process (\d+)")
ENDED = re.compile(r"container (\w+) \((\w+)\): ended")
JOINED = re.compile(r"Replica\((\w+)\.\w+\) at place (\d+) has the content")
LEFT = re.compile(r"Replica\((\w+)\.\w+\) leaves the chain")
FORGOT = re.compile(r"Replica\((\w+)\.\w+\) at place \d+ (?:forgets everything|is replaced)")
WORKS = re.compile(r"Coordinator\((\w+)\.\w+\) at place \d+ coordinates")
LEADS = re.compile(r"Replica\((\w+)\.\w+\) leads, (?:ballot|view) (\d+)")
FOLLOWS = re.compile(r"Replica\((\w+)\.\w+\) follows ballot (\d+)")
TAKEN = re.compile(r"the master takes up the chain")
PORT = re.compile(r"served at port (\d+)(?:, place (\d+))?")


# With three replicas a bug of a change of members is harmless: the replaced one is dead, and the third one alone is no majority.
NEEDS_FIVE = {"changes_at_once"}


def with_bug(name, bug):
    """The service with a seeded bug."""
    usual = {"chain": "table-bug:", "paxos": "table-paxos-bug:", "commit": "commit-bug:"}[family_of(name)]
    return ("table-paxos5-bug:" if name == "table-paxos5" or bug in NEEDS_FIVE else usual) + bug


def family_of(name):
    """The folder of services/ with its seeded bugs."""
    return "commit" if name.startswith("commit") else "paxos" if "paxos" in name else "chain"


def replicas_of(name):
    """The number at the end of the name, or what services/run takes for a seeded bug."""
    number = re.search(r"(\d)(-bug:.*)?$", name)
    return int(number[1]) if number else 2 if name.startswith("commit") else 3


def tolerated_by(name):
    """How many replicas may fail at a time."""
    return replicas_of(name) // 2 if "paxos" in name else replicas_of(name) - 1


class Gone(Exception):
    """The connection has ended. What became of the last command is not known."""


class Refused(Exception):
    """An error reply."""


class Client:
    def __init__(self, port, host="127.0.0.1", seconds=None):
        """`seconds`: how long a host may take that perhaps is not there."""
        self.socket = socket.create_connection((host, port), timeout=seconds or SECONDS)
        self.socket.settimeout(SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bytes = b""

    def close(self):
        self.socket.close()

    def shut(self):
        """For another thread: who waits for a reply hears that there will be none."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended

    def send(self, *words):
        data = [w if isinstance(w, bytes) else str(w).encode() for w in words]
        self.send_bytes(b"*%d\r\n" % len(data) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in data))

    def send_bytes(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Gone from error

    def more(self):
        try:
            data = self.socket.recv(65536)
        except OSError as error:
            raise Gone from error
        if not data:
            raise Gone
        self.bytes += data

    def line(self):
        while b"\r\n" not in self.bytes:
            self.more()
        line, self.bytes = self.bytes.split(b"\r\n", 1)
        return line.decode("latin-1")

    def reply(self):
        line = self.line()
        if line[0] == "+":
            return line[1:]
        if line[0] == "-":
            raise Refused(line[1:])
        if line[0] == ":":
            return int(line[1:])
        if line in ("$-1", "*-1"):
            return None
        size = int(line[1:])
        if line[0] == "*":
            return [self.reply() for _ in range(size)]
        while len(self.bytes) < size + 2:
            self.more()
        text, self.bytes = self.bytes[:size], self.bytes[size + 2:]
        return text.decode("latin-1")

    def ask(self, *words):
        self.send(*words)
        return self.reply()


class Service:
    def __init__(self, plait, name, *options, gateways=1):
        self.forget_all()
        folder = os.path.join(ROOT, "services")
        self.process = subprocess.Popen(
            [os.path.join(folder, "run"), plait, name, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
            env=os.environ | {"PLAIT_GATEWAYS": str(gateways)})
        self.readers = [threading.Thread(target=self.read, args=(stream,), daemon=True)
                        for stream in (self.process.stdout, self.process.stderr)]
        for reader in self.readers:
            reader.start()

    def forget_all(self):
        self.news = threading.Condition()
        self.processes = {}  # by kind: a list, in the order of their starts
        self.names = {}      # of containers
        self.doors = {}      # the port of each gateway, by its place
        self.ports = 0       # how often there was one
        self.taken = 0       # how often another master has taken up a chain
        self.full = {}       # containers of replicas with the content, and their places
        self.worker = None   # the container of the coordinator that works, or did
        self.gone = set()    # containers
        self.doubted = 0     # how often the master removed a replica that had not ended
        self.leader = None   # the container of the leader, or of the head of a chain
        self.ballot = 0      # or view, of that leader
        self.followers = {}  # of each ballot: containers
        self.bug = None      # the first one that a container reported
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stop()

    def read(self, stream):
        for line in stream:
            with self.news:
                self.understand(line)
                self.news.notify_all()

    def understand(self, line):
        self.lines.append(line.rstrip())
        if line.startswith("bug: "):
            self.bug = self.bug or line.strip()
        if found := STARTED.search(line):
            self.processes.setdefault(found[2], []).append(int(found[3]))
            self.names[found[1]] = int(found[3])
        elif found := ENDED.search(line):
            self.processes[found[2]].remove(self.names[found[1]])
            self.full.pop(found[1], None)
            self.gone.add(found[1])
        elif found := JOINED.search(line):
            if found[1] not in self.gone:
                self.full[found[1]] = int(found[2])
        elif found := LEFT.search(line):
            self.full.pop(found[1], None)
            self.doubted += found[1] not in self.gone
        elif found := WORKS.search(line):
            self.worker = found[1]
        elif found := FORGOT.search(line):
            self.full.pop(found[1], None)
        elif found := LEADS.search(line):
            if int(found[2]) >= self.ballot:
                self.leader, self.ballot = found[1], int(found[2])
        elif found := FOLLOWS.search(line):
            self.followers.setdefault(int(found[2]), set()).add(found[1])
        elif TAKEN.search(line):
            self.taken += 1
        elif found := PORT.search(line):
            self.doors[int(found[2] or 1)] = int(found[1])
            self.ports += 1

    def poll(self):
        """The exit code, if it has ended."""
        return self.process.poll()

    def wait(self, what, is_true):
        end = time.monotonic() + SECONDS
        with self.news:
            while not is_true():
                if self.bug:
                    raise RuntimeError(self.bug)
                left = end - time.monotonic()
                if left <= 0 or self.poll() is not None:
                    raise RuntimeError(f"{what} did not happen:\n" + "\n".join(self.lines[-30:]))
                self.news.wait(min(left, 0.1))

    def wait_for_replicas(self, count):
        """Their processes are known, too: one file tells of the process, another one of the content."""
        self.wait(f"{count} replicas", lambda: len(self.full) == count and self.full.keys() <= self.names.keys())

    def wait_for_followers(self, count):
        """Of Multi-Paxos, while clients ask for something: so many replicas have the content, and all of them follow one leader. One that was
        cut off, and lacks too much, notices that only when it hears of the leader."""
        self.wait_for_replicas(count)
        self.wait("followers", lambda: len(self.full) == count and self.leader in self.full and
                  self.full.keys() <= self.followers.get(self.ballot, set()) | {self.leader})

    @property
    def port(self):
        """Of the first gateway."""
        return self.doors.get(1)

    def client(self, place=1):
        """Of the gateway at this place."""
        self.wait("a port", lambda: place in self.doors)
        return Client(self.doors[place])

    def kill(self, kind, index=0, how=signal.SIGKILL):
        """Kills a process of that kind; when it has ended, so has this function."""
        self.wait(f"a process {index} of kind {kind}", lambda: len(self.processes.get(kind, [])) > index)
        with self.news:
            pid = self.processes[kind][index]
        os.kill(pid, how)
        self.wait(f"the end of {pid}", lambda: pid not in self.processes[kind])

    def stop(self):
        """Ends it, and returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(SECONDS)
        finally:
            self.process.kill()
        for reader in self.readers:
            reader.join(SECONDS)
        return code

"""tests/services/hosts.py: hosts with networks of their own, and a service on them.

Each host is a network namespace with one interface, and all are joined by a bridge in a namespace of this process, where the clients
are. A rule of a host's routing table loses what comes from another host, without a word and in one direction.

    hosts.enter()                    # starts this script again in a namespace; Unavailable: there are none
    there = Namespaces(["alpha", "beta"])
    there.cut(["alpha"], ["beta"])   # in both directions
    there.heal()

Where namespaces are not allowed, Loopback has addresses of this computer in their place, which nobody can cut off.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

from managed import Managed
from network import Unavailable
from service import PORT, STARTED, Client

HERE = "PLAIT_TEST_HOSTS"
NODES = ["alpha", "beta", "gamma"]
NAMES = NODES + ["cluster"]  # the last one is the host of the cluster's manager
OUTSIDE = "outside"          # where the clients are
LOST_AFTER = 8               # seconds


def enter():
    """Root of the system, or of a namespace for users."""
    if os.environ.get(HERE):
        return
    for command in ("ip", "unshare", "nsenter", "ss"):
        if not shutil.which(command):
            raise Unavailable(f"{command} (Debian: iproute2, util-linux) is needed to make hosts")
    attempt = "ip link set lo up && ip link add join type bridge && unshare --net true"
    for options in (["--net"], ["--user", "--map-root-user", "--net"]):
        done = subprocess.run(["unshare", *options, "sh", "-c", attempt], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            os.environ[HERE] = "1"
            os.execvp("unshare", ["unshare", *options, sys.executable, *sys.argv])
    raise Unavailable(f"network namespaces cannot be made here: {done.stdout.strip()}")


def run(*words):
    subprocess.run(words, check=True)


class Namespaces:
    needs_tls = True

    def __init__(self):
        self.addresses = {name: f"10.77.0.{number + 2}" for number, name in enumerate(NAMES)}
        self.addresses[OUTSIDE] = "10.77.0.1"
        self.losses, self.down = [], []
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "join", "type", "bridge")
        run("ip", "address", "add", "10.77.0.1/24", "dev", "join")
        run("ip", "link", "set", "join", "up")
        self.holders = {name: subprocess.Popen(["unshare", "--net", "sh", "-c", "echo; exec sleep 86400"],
                                               stdout=subprocess.PIPE) for name in NAMES}
        for name in NAMES:
            self.holders[name].stdout.readline()  # it is in its namespace now
            run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", str(self.holders[name].pid))
            run("ip", "link", "set", name, "master", "join", "up")
            self.on(name, "ip", "link", "set", "lo", "up")
            self.on(name, "ip", "address", "add", self.addresses[name] + "/24", "dev", "eth0")
            self.on(name, "ip", "link", "set", "eth0", "up")
            # Rules of ours come before the one that takes packets for this host.
            self.on(name, "ip", "rule", "add", "pref", "100", "lookup", "local")
            self.on(name, "ip", "rule", "del", "pref", "0")

    def words(self, name):
        """Before a command that is to run on that host."""
        return ["nsenter", "--net", "--target", str(self.holders[name].pid)]

    def on(self, name, *words):
        run(*self.words(name), *words)

    def lose(self, sender, receiver):
        """What comes from the one is lost at the other. The clients' host loses nothing itself; but what it sends can be lost."""
        pair = sender, receiver
        if pair not in self.losses and receiver != OUTSIDE:
            self.losses.append(pair)
            self.rule("add", pair)

    def rule(self, what, pair):
        self.on(pair[1], "ip", "rule", what, "pref", "10", "from", self.addresses[pair[0]], "blackhole")

    def cut(self, some, others):
        for a in some:
            for b in others:
                self.lose(a, b)
                self.lose(b, a)

    def isolate(self, name):
        """The cable is out."""
        self.down.append(name)
        run("ip", "link", "set", name, "down")

    def heal(self):
        for pair in self.losses:
            self.rule("del", pair)
        for name in self.down:
            run("ip", "link", "set", name, "up")
        self.losses, self.down = [], []

    def destroy_sockets(self, name):
        """All connections over the network that the host has at this moment; their number."""
        done = subprocess.run([*self.words(name), "ss", "--no-header", "--kill", "--tcp", "state", "established",
                               "src", self.addresses[name]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return len(done.stdout.splitlines())

    def close(self):
        # Before the namespaces, which live a little longer than their last process.
        for name in [*NAMES, "join"]:
            run("ip", "link", "del", name)
        for holder in self.holders.values():
            holder.kill()
            holder.wait()
            holder.stdout.close()


class Loopback:
    """Where there are no namespaces."""
    needs_tls = False

    def __init__(self):
        network = f"127.{random.randrange(1, 250)}.{random.randrange(1, 250)}"
        self.addresses = {name: f"{network}.{number + 2}" for number, name in enumerate(NAMES)}

    def words(self, name):
        return []

    def heal(self):
        pass

    def close(self):
        pass


class Hosted(Managed):
    """Three nodes and the manager of the cluster, each on a host of its own; the clients are on another one."""
    nodes = NODES

    def __init__(self, plait, name, deploy, hosts):
        self.hosts_of = hosts
        self.node_of = {}  # by container
        self.clients = []
        super().__init__(plait, name, deploy)

    def prepare(self, deploy):
        if self.hosts_of.needs_tls:
            self.ask("cluster", "init", "-q", self.path("keys"), *NODES)
            self.ask("cluster", "sign", self.path("keys"), deploy, self.path("bin/service"))

    def identity(self, name):
        if not self.hosts_of.needs_tls:
            return []
        return ["--authority", self.path("keys/authority.pem"), "--certificate", self.path(f"keys/{name}.pem"),
                "--key", self.path(f"keys/{name}.key")]

    def manager_address(self):
        return f"{self.hosts_of.addresses['cluster']}:4600"

    def words_of_manager(self, name):
        if name == "cluster":
            return [*self.hosts_of.words(name), self.plait, "cluster", "run", "--listen", self.manager_address(), "--lost-after",
                    str(LOST_AFTER), *self.identity("manager"), self.path("manager")]
        host = self.hosts_of.addresses[name]
        return [*self.hosts_of.words(name), "env", f"PLAIT_HOST={host}", self.plait, "node", "--cluster", self.manager_address(),
                "--programs", self.path("bin"), "--host", host, "--folder", self.path(name), *self.identity(name), name]

    def submit(self, *words):
        self.ask("deploy", "--cluster", self.manager_address(), *self.identity("operator"), *words)

    def wait_for_manager(self):
        """It takes calls when it has said so."""
        while "listens at" not in self.text_of("cluster.log"):
            time.sleep(0.01)

    def text_of(self, name):
        with open(self.path(name), errors="replace") as file:
            return file.read()

    def understand_from(self, path, line):
        name = os.path.basename(os.path.dirname(os.path.dirname(path)))
        self.understand(line)
        if found := STARTED.search(line):
            self.node_of[found[1]] = os.path.basename(path).removesuffix(".log")
        if PORT.search(line):
            self.gateway_host = self.hosts_of.addresses[name]

    def client(self, place=1):
        """Of the one gateway."""
        self.wait("a port", lambda: self.port)
        with self.news:
            port, host = self.port, self.gateway_host
        client = Client(port, host, 2)
        self.clients.append(client)
        return client

    def drop_clients(self):
        """Their gateway is gone with its host, which says nothing."""
        for client in self.clients:
            client.shut()
        self.clients = []

    def pids_on(self, node):
        """Of the containers of a host that run."""
        with self.news:
            running = {pid for pids in self.processes.values() for pid in pids}
            return [pid for name, pid in self.names.items() if self.node_of.get(name) == node and pid in running]

    def main_node(self):
        with self.news:
            [pid] = self.processes["Service"]
            return next(self.node_of[name] for name, number in self.names.items() if number == pid)

    def moves(self):
        """How many containers of lost nodes were started on others."""
        return self.text_of("cluster.log").count("a container of a lost node is started")

    def signal(self, node, number):
        """To all processes of a host."""
        for pid in [self.managers[node].pid, *self.pids_on(node)]:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass  # it has just ended

    def stop(self):
        self.hosts_of.heal()
        for node in NODES:
            self.signal(node, signal.SIGCONT)
        try:
            return super().stop()
        finally:
            self.hosts_of.close()

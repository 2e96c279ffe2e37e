"""tests/services/network.py: links between the containers of a service are cut, and work again.

With `tls` in its deployment file each container has a loopback address of its own, from which it also calls. In a network
namespace of this process alone, a rule of the routing table loses what goes from one address to another: without a word, and in
one direction, as a network does. Connections stay, and go on when the rule is gone.

    network.enter()                  # starts this script again in a namespace; Unavailable: there are none
    network = Network()
    network.cut([pid_a], [pid_b])    # in both directions
    network.heal()
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys

HERE = "PLAIT_TEST_NETWORK"


class Unavailable(Exception):
    """Network namespaces cannot be made here."""


def enter():
    if os.environ.get(HERE):
        return
    if not shutil.which("ip") or not shutil.which("unshare"):
        raise Unavailable("ip and unshare (Debian: iproute2, util-linux) are needed to cut links")
    rule = "ip link set lo up && ip rule add pref 100 lookup local && ip rule del pref 0"
    done = subprocess.run(["unshare", "--net", "sh", "-c", rule], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise Unavailable(f"network namespaces cannot be made here: {done.stdout.strip()}")
    os.environ[HERE] = "1"
    os.execvp("unshare", ["unshare", "--net", "sh", "-c", rule + ' && exec "$0" "$@"', sys.executable, *sys.argv])


def address_of(pid):
    """Where the container takes calls of others; None: it does not, or is gone."""
    try:
        names = [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")]
    except OSError:
        return None
    inodes = set(re.findall(r"socket:\[(\d+)\]", " ".join(names)))
    with open("/proc/self/net/tcp") as table:
        for line in table:
            parts = line.split()
            if parts[3] == "0A" and parts[9] in inodes:
                host = int(parts[1].split(":")[0], 16).to_bytes(4, sys.byteorder)
                if socket.inet_ntoa(host) != "127.0.0.1":  # that one is for clients
                    return socket.inet_ntoa(host)
    return None


class Network:
    def __init__(self):
        self.rules = set()  # pairs of addresses

    def lose(self, some, others):
        """What the first processes send to the others is lost from now on."""
        self.add({(a, b) for a in map(address_of, some) for b in map(address_of, others)})

    def cut(self, some, others):
        """In both directions, at once."""
        some, others = [[address_of(pid) for pid in pids] for pids in (some, others)]
        self.add({link for a in some for b in others for link in ((a, b), (b, a))})

    def add(self, links):
        links = {link for link in links if None not in link} - self.rules
        self.change("add", links)
        self.rules |= links

    def heal(self):
        self.change("del", self.rules)
        self.rules = set()

    def change(self, what, links):
        rules = "".join(f"rule {what} pref 10 from {a} to {b} blackhole\n" for a, b in sorted(links))
        subprocess.run(["ip", "-batch", "-"], input=rules, text=True, check=True)


def with_tls(plait, source, folder, **changes):
    """Writes the deployment file to the folder, with certificates and other changes, and returns its path."""
    subprocess.run([plait, "cluster", "init", "-q", os.path.join(folder, "keys"), "here"], check=True)
    changes["tls"] = {"authority": "keys/authority.pem", "certificate": "keys/here.pem", "key": "keys/here.key"}
    return changed(source, folder, **changes)


def changed(source, folder, **changes):
    with open(source) as file:
        deployment = json.load(file)
    deployment.update({key.replace("_", "-"): value for key, value in changes.items()})
    path = os.path.join(folder, "deploy.json")
    with open(path, "w") as file:
        json.dump(deployment, file)
    return path

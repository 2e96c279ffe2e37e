"""bench/services/etcd.py: an etcd of three members on this computer, in memory (tmpfs), and how fast it takes keys.

etcd has no RESP. The load is http_load.c: 50 connections to the leader, one request each at a time, over both HTTP
interfaces that etcd has: the JSON of its gRPC gateway (v3) and the older one (v2). The better rate counts for it.
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request


def is_installed():
    return shutil.which("etcd") is not None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def post(port, path, body):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=5) as reply:
        return json.load(reply)


class Etcd:
    """with Etcd() as etcd: etcd.leader is the port of the leader."""

    def __init__(self, members=3):
        self.ports = free_ports(2 * members)
        self.folder = tempfile.mkdtemp(prefix="plait-etcd-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        peers = [f"m{i}=http://127.0.0.1:{self.ports[2 * i + 1]}" for i in range(members)]
        self.processes = [self.start(i, ",".join(peers)) for i in range(members)]

    def start(self, i, cluster):
        client, peer = (f"http://127.0.0.1:{port}" for port in self.ports[2 * i:2 * i + 2])
        return subprocess.Popen(
            ["etcd", "--name", f"m{i}", "--data-dir", os.path.join(self.folder, str(i)), "--enable-v2=true",
             "--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer,
             "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for port in self.ports[::2]:
                try:
                    status = post(port, "/v3/maintenance/status", {})
                    if status.get("leader") == status["header"]["member_id"]:
                        post(port, "/v3/kv/put", {"key": base64.b64encode(b"x").decode(), "value": ""})
                        self.leader = port
                        return self
                except OSError:
                    pass
            time.sleep(0.1)
        self.__exit__()
        raise RuntimeError("etcd does not start")

    def __exit__(self, *unused):
        for process in self.processes:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def measured(load, requests):
    """SET per second, of the better interface."""
    with Etcd() as etcd:
        return {"SET": max(float(subprocess.run([load, str(etcd.leader), interface, "50", str(requests), "100000"],
                                                stdout=subprocess.PIPE, text=True, check=True).stdout)
                           for interface in ["v3", "v2"])}

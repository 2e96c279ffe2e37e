"""tests/services/managed.py: a service that a cluster of two nodes runs, and whose managers can be killed.

A Managed is used as a Service (service.py) is: the executable of `plait build` is submitted to `plait cluster run`, two `plait node`
with addresses of their own start its containers. What they print is read from their logs.
"""

import glob
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from service import ROOT, Service

NODES = ["alpha", "beta"]


def words_of(name):
    """What services/run would give to plait: the test, the sources, and the deployment file."""
    words = subprocess.run([os.path.join(ROOT, "services", "run"), "echo", name], stdout=subprocess.PIPE, text=True,
                           check=True).stdout.split()
    at = words.index("-t")
    return words[at + 1], words[at + 2:], words[words.index("--deploy") + 1]


class Managed(Service):
    nodes = NODES

    def __init__(self, plait, name, deploy):
        self.forget_all()
        self.plait = plait
        self.folder = tempfile.mkdtemp(prefix="plait-managed-")
        self.hosts = f"127.{random.randrange(1, 250)}.{random.randrange(1, 250)}"
        self.managers = {}
        self.is_over = False
        test, sources, _ = words_of(name)
        os.mkdir(self.path("bin"))
        self.ask("build", "-q", "-o", self.path("bin/service"), *sources)
        self.prepare(deploy)
        self.start("cluster")
        for node in self.nodes:
            self.start(node)
        self.readers = [threading.Thread(target=self.read_logs, daemon=True)]
        self.readers[0].start()
        self.wait("all nodes", self.has_all_nodes)
        self.submit("submit", "--deploy", deploy, "-t", test, "service", self.path("bin/service"))

    def prepare(self, deploy):
        """Before the managers start."""

    def path(self, name):
        return os.path.join(self.folder, name)

    def ask(self, *words):
        subprocess.run([self.plait, *words], check=True, stdout=subprocess.DEVNULL)

    def submit(self, *words):
        self.ask("deploy", "--cluster", f"unix:{self.path('manager')}/socket", *words)

    def words_of_manager(self, name):
        if name == "cluster":
            return [self.plait, "cluster", "run", self.path("manager")]
        return [self.plait, "node", "--cluster", f"unix:{self.path('manager')}/socket", "--programs", self.path("bin"), "--host",
                f"{self.hosts}.{self.nodes.index(name) + 2}", "--folder", self.path(name), name]

    def start(self, name):
        """The manager of the cluster, or of a node."""
        log = open(self.path(name + ".log"), "a")
        self.managers[name] = subprocess.Popen(self.words_of_manager(name), stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        log.close()
        if name == "cluster":
            self.wait_for_manager()

    def wait_for_manager(self):
        while not os.path.exists(self.path("manager/socket")):
            time.sleep(0.01)

    def status(self):
        self.submit("status", "--json", self.path("status.json"))
        with open(self.path("status.json")) as file:
            return json.load(file)

    def has_all_nodes(self):
        return [node["state"] for node in self.status()["nodes"]] == ["there"] * len(self.nodes)

    def kill_manager(self, name, pause):
        self.managers[name].kill()
        self.managers[name].wait()
        time.sleep(pause)
        self.start(name)

    def read_logs(self):
        seen = {}
        while not self.is_over:
            for path in glob.glob(self.path("*.log")) + glob.glob(self.path("*/logs/*.log")):
                with open(path, errors="replace") as log:
                    log.seek(seen.get(path, 0))
                    text = log.read()
                whole = text.rfind("\n") + 1
                seen[path] = seen.get(path, 0) + len(text[:whole].encode(errors="replace"))
                with self.news:
                    for line in text[:whole].splitlines():
                        if " goes on" not in line:  # a node has adopted what it had started before
                            self.understand_from(path, line)
                    self.news.notify_all()
            time.sleep(0.02)

    def understand_from(self, path, line):
        self.understand(line)

    def has_stopped(self):
        [service] = self.status()["deployments"]
        return service["state"] == "stopped" and not service["containers"]

    def poll(self):
        """Of the process that Service waits for: there is always one."""
        return None

    def stop(self):
        try:
            self.submit("stop", "service")
            self.wait("the end of all containers", self.has_stopped)
        finally:
            self.is_over = True
            for manager in self.managers.values():
                manager.send_signal(signal.SIGTERM)
                manager.wait()
            subprocess.run(["pkill", "-KILL", "-f", "--", f"--container {self.folder}/"])
        shutil.rmtree(self.folder)
        return 0

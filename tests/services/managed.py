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
    """What services/run would give to plait: the test, and the sources."""
    words = subprocess.run([os.path.join(ROOT, "services", "run"), "echo", name], stdout=subprocess.PIPE, text=True,
                           check=True).stdout.split()
    at = words.index("-t")
    return words[at + 1], words[at + 2:]


class Managed(Service):
    def __init__(self, plait, name, deploy):
        self.forget_all()
        self.plait = plait
        self.folder = tempfile.mkdtemp(prefix="plait-managed-")
        self.hosts = f"127.{random.randrange(1, 250)}.{random.randrange(1, 250)}"
        self.managers = {}
        self.is_over = False
        test, sources = words_of(name)
        os.mkdir(self.path("bin"))
        self.ask("build", "-q", "-o", self.path("bin/service"), *sources)
        self.start("cluster")
        for node in NODES:
            self.start(node)
        self.readers = [threading.Thread(target=self.read_logs, daemon=True)]
        self.readers[0].start()
        self.submit("submit", "--deploy", deploy, "-t", test, "service", self.path("bin/service"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def ask(self, *words):
        subprocess.run([self.plait, *words], check=True, stdout=subprocess.DEVNULL)

    def submit(self, *words):
        self.ask("deploy", "--cluster", f"unix:{self.path('manager')}/socket", *words)

    def start(self, name):
        """The manager of the cluster, or of a node."""
        if name == "cluster":
            words = ["cluster", "run", self.path("manager")]
        else:
            words = ["node", "--cluster", f"unix:{self.path('manager')}/socket", "--programs", self.path("bin"), "--host",
                     f"{self.hosts}.{NODES.index(name) + 2}", "--folder", self.path(name), name]
        log = open(self.path(name + ".log"), "a")
        self.managers[name] = subprocess.Popen([self.plait, *words], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        log.close()
        while name == "cluster" and not os.path.exists(self.path("manager/socket")):
            time.sleep(0.01)

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
                            self.understand(line)
                    self.news.notify_all()
            time.sleep(0.02)

    def has_stopped(self):
        self.submit("status", "--json", self.path("status.json"))
        with open(self.path("status.json")) as file:
            [service] = json.load(file)["deployments"]
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

"""tests/e2e/explore/client.py: plait explore without a browser."""

import http.client
import json
import subprocess


class Explorer:
    """A server of plait explore for some program, and requests to it."""

    def __init__(self, plait, *words):
        self.process = subprocess.Popen([plait, "explore", "-q", *words], stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        if not address:
            raise SystemExit(f"plait explore {' '.join(words)} has ended")
        self.host, self.token = address[len("http://"):].rstrip("/").split("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def send(self, path, request):
        connection = http.client.HTTPConnection(self.host, timeout=300)
        connection.request("POST", f"/{self.token}/{path}", json.dumps(request), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def ask(self, path, **request):
        status, body = self.send(path, request)
        if status != 200:
            raise SystemExit(f"{path} {json.dumps(request)[:2000]}: {status} {body.decode()}")
        return body if path == "trace" else json.loads(body)


def turns_of(path):
    """The schedule in a trace: [machine, moves, [choice, ...]] for each turn."""
    turns = []
    for line in open(path):
        step = json.loads(line)
        if step.get("what") == "turn":
            number = int(step["machine"].split("(")[1].rstrip(")")) if "machine" in step else step["number"]
            turns.append([number, step["moves"], []])
        elif step.get("what") in ("choice", "pick"):
            turns[-1][2].append(step["chosen"])
    return turns

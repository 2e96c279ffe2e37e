"""tests/lsp/client.py: a client of the language server, as small as a test can use.

It starts `plait lsp`, sends requests and notifications, and keeps what the server sends by
itself: diagnostics by address, messages, and requests.
"""

import json
import os
import subprocess
import urllib.parse

from model import Model

# The protocol's description, when it is at hand (model.py).
MODEL = Model(os.environ["LSP_MODEL"]) if os.environ.get("LSP_MODEL") else None


def uri_of(path):
    return "file://" + urllib.parse.quote(os.path.realpath(path))


class Client:
    def __init__(self, plait, folder, capabilities=None):
        self.server = subprocess.Popen([plait, "lsp"], cwd=folder, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        self.folder = folder
        self.next_id = 0
        self.asked = {}  # the methods of requests, by number
        self.diagnostics = {}
        self.messages = []
        self.requests = []
        self.texts = {}
        self.versions = {}
        self.initialized = self.request("initialize", {
            "processId": None, "rootUri": uri_of(folder), "capabilities": capabilities or {}})
        self.notify("initialized", {})

    # ------------------------------------------------------------------ messages

    def send_bytes(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        self.next_id += 1
        self.asked[self.next_id] = method
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def read(self):
        length = None
        while True:
            line = self.server.stdout.readline()
            if not line:
                raise EOFError("the server has ended")
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        message = json.loads(self.server.stdout.read(length))
        if MODEL:
            MODEL.judge(message, self.asked.get(message.get("id")))
        return message

    def take(self, message):
        """Keeps what is no answer; answers the server's own requests."""
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            # Those of an older text: newer ones follow.
            newest = self.versions.get(params["uri"])
            if newest is None or params.get("version", newest) == newest:
                self.diagnostics[params["uri"]] = params["diagnostics"]
        elif message.get("method") == "window/showMessage":
            self.messages.append(message["params"]["message"])
        elif "method" in message and "id" in message:
            self.requests.append(message)
            self.send({"id": message["id"], "result": None})

    def wait(self, id):
        """The whole answer: with `result` or `error`."""
        while True:
            message = self.read()
            if "method" not in message and message.get("id") == id:
                return message
            self.take(message)

    def request(self, method, params):
        answer = self.wait(self.begin(method, params))
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def settle(self, uri):
        """Reads until diagnostics of this file, as its text is now, arrive."""
        self.diagnostics.pop(uri, None)
        while uri not in self.diagnostics:
            self.take(self.read())
        return self.diagnostics[uri]

    # ------------------------------------------------------------------ documents

    def open(self, path, text=None):
        uri = uri_of(os.path.join(self.folder, path))
        if text is None:
            with open(os.path.join(self.folder, path), encoding="utf-8", newline="") as f:
                text = f.read()
        self.texts[uri] = text
        self.versions[uri] = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "p", "version": 1, "text": text}})
        return uri

    def change(self, uri, start, end, text):
        """Replaces what stands between two positions, (line, character)."""
        self.versions[uri] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]},
            "contentChanges": [{"range": range_of(start, end), "text": text}]})

    def replace(self, uri, text):
        self.versions[uri] += 1
        self.texts[uri] = text
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]},
            "contentChanges": [{"text": text}]})

    def at(self, uri, pattern, add=0, nth=1):
        """The position of the nth occurrence of a text."""
        text, found = self.texts[uri], -1
        for _ in range(nth):
            found = text.index(pattern, found + 1)
        found += add
        line = text.count("\n", 0, found)
        begin = text.rfind("\n", 0, found) + 1
        return {"line": line, "character": len(text[begin:found].encode("utf-16-le")) // 2}

    def ask(self, method, uri, pattern=None, add=0, nth=1, **more):
        params = {"textDocument": {"uri": uri}, **more}
        if pattern is not None:
            params["position"] = self.at(uri, pattern, add, nth)
        return self.request("textDocument/" + method, params)

    def close(self):
        """Shuts the session down; the exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self.server.stdin.close()
        code = self.server.wait(60)
        self.server.stdout.close()
        return code


def range_of(start, end):
    return {"start": {"line": start[0], "character": start[1]},
            "end": {"line": end[0], "character": end[1]}}


def text_in(text, where):
    """The text of a range on one line."""
    line = text.split("\n")[where["start"]["line"]].encode("utf-16-le")
    return line[2 * where["start"]["character"]:2 * where["end"]["character"]].decode("utf-16-le")

"""tests/lsp/model.py: messages of the Language Server Protocol, judged by its own description.

The protocol's authors publish it as data: metaModel.json, of the repository
microsoft/language-server-protocol, under _specifications/lsp/VERSION/metaModel. With
LSP_MODEL=FILE tests/lsp/run judges every message of the server by it: answers, notifications and
requests.
"""

import json

BASE = {
    "string": str, "DocumentUri": str, "URI": str, "RegExp": str, "boolean": bool,
    "null": type(None), "integer": int, "uinteger": int, "decimal": (int, float),
}
MEMBERS = {"jsonrpc", "id", "method", "params", "result", "error"}


class Model:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            model = json.load(file)
        self.structures = {s["name"]: s for s in model["structures"]}
        self.enumerations = {e["name"]: e for e in model["enumerations"]}
        self.aliases = {a["name"]: a["type"] for a in model["typeAliases"]}
        self.requests = {r["method"]: r for r in model["requests"]}
        self.notifications = {n["method"]: n for n in model["notifications"]}
        self.judged = 0

    # ------------------------------------------------------------------ messages

    def judge(self, message, method=None):
        """Raises ValueError when the message is not as described. method: of the request that
        an answer is to."""
        self.judged += 1
        odd = set(message) - MEMBERS
        if odd or message.get("jsonrpc") != "2.0":
            raise ValueError(f"no JSON-RPC: {odd or message.get('jsonrpc')}")
        found = list(self.wrong_call(message) if "method" in message
                     else self.wrong_answer(message, method))
        if found:
            raise ValueError(f"{method or message.get('method')}: {found[0]}")

    def wrong_call(self, message):
        known = (self.requests if "id" in message else self.notifications).get(message["method"])
        if not known:
            yield "there is no such message"
        elif known["messageDirection"] == "clientToServer":
            yield "it goes the other way"
        elif "params" in known:
            yield from self.wrong(message.get("params"), known["params"], "params")

    def wrong_answer(self, message, method):
        if "error" in message:
            error = message["error"]
            if type(error.get("code")) is not int or not isinstance(error.get("message"), str):
                yield f"an error without code and message: {error}"
        elif "result" not in message:
            yield "neither result nor error"
        elif method in self.requests:
            yield from self.wrong(message["result"], self.requests[method]["result"], "result")

    # --------------------------------------------------------------------- values

    def wrong(self, value, kind, where):
        """What is wrong with a value of this type: texts."""
        return getattr(self, "wrong_" + kind["kind"])(value, kind, where)

    def wrong_base(self, value, kind, where):
        name = kind["name"]
        is_good = isinstance(value, BASE[name]) and (name == "boolean" or value is not True and
                                                     value is not False)
        if not is_good or name == "uinteger" and value < 0:
            yield f"{where}: {value!r} is no {name}"

    def wrong_reference(self, value, kind, where):
        name = kind["name"]
        if name.startswith("LSP"):  # any JSON
            return
        if name in self.aliases:
            yield from self.wrong(value, self.aliases[name], where)
        elif name in self.enumerations:
            one = self.enumerations[name]
            if not one.get("supportsCustomValues") and \
                    value not in [v["value"] for v in one["values"]]:
                yield f"{where}: {value!r} is no {name}"
        else:
            yield from self.wrong_members(value, self.members(name), name, where)

    def wrong_literal(self, value, kind, where):
        yield from self.wrong_members(value, kind["value"]["properties"], "object", where)

    def members(self, name):
        s = self.structures[name]
        bases = [self.members(base["name"]) for base in s.get("extends", []) + s.get("mixins", [])]
        return sum(bases, []) + s["properties"]

    def wrong_members(self, value, members, name, where):
        if not isinstance(value, dict):
            yield f"{where}: {value!r} is no {name}"
            return
        odd = set(value) - {m["name"] for m in members}
        if odd and members:
            yield f"{where}: {name} has no {sorted(odd)}"
        for m in members:
            if m["name"] in value:
                yield from self.wrong(value[m["name"]], m["type"], f"{where}.{m['name']}")
            elif not m.get("optional"):
                yield f"{where}.{m['name']} is missing"

    def wrong_array(self, value, kind, where):
        if not isinstance(value, list):
            yield f"{where}: {value!r} is no array"
            return
        for i, item in enumerate(value):
            yield from self.wrong(item, kind["element"], f"{where}[{i}]")

    def wrong_map(self, value, kind, where):
        if not isinstance(value, dict):
            yield f"{where}: {value!r} is no map"
            return
        for key, item in value.items():
            yield from self.wrong(item, kind["value"], f"{where}[{key}]")

    def wrong_or(self, value, kind, where):
        tried = [list(self.wrong(value, item, where)) for item in kind["items"]]
        if all(tried):
            yield min(tried, key=len)[0]

    def wrong_and(self, value, kind, where):
        for item in kind["items"]:
            yield from self.wrong(value, item, where)

    def wrong_tuple(self, value, kind, where):
        if not isinstance(value, list) or len(value) != len(kind["items"]):
            yield f"{where}: {value!r} has not {len(kind['items'])} items"
            return
        for item, part in zip(value, kind["items"]):
            yield from self.wrong(item, part, where)

    def wrong_stringLiteral(self, value, kind, where):
        if value != kind["value"]:
            yield f"{where}: {value!r} is not {kind['value']!r}"

#!/bin/sh
# tests/e2e/mcp.sh PLAIT: plait mcp and plait explain, the tools for assistants.
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

run 10 explain E0204
exits 0
prints 'E0204: unknown state'
prints 'Declare the state in the same machine.'
run 10 explain E9999
exits 3
says 'there is no diagnostic E9999'
run 10 explain
exits 3

# Every diagnostic has a section.

command_line='plait explain of every code'
missing=
for code_name in $(sed -n 's/^DIAG(\([EW][0-9]*\),.*/\1/p' "$here/src/lang/errors.def"); do
    "$plait" explain "$code_name" > /dev/null 2>&1 || missing="$missing $code_name"
done
if [ -z "$missing" ]; then passes; else fails "no section:$missing"; fi

"$plait" new -q lock || exit 1
cd lock || exit 1
cat > requests <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"check","arguments":{"test":"tcTwo"}}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"replay","arguments":{"trace":"plait-out/tcTwoClients-assertion.trace.jsonl"}}}
{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"explain","arguments":{"code":"E0202"}}}
{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"check","arguments":{"paths":["--help"]}}}
{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"check","arguments":{"paths":"src"}}}
{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"explain","arguments":{"code":"E9999"}}}
{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nothing"}}
{"jsonrpc":"2.0","id":10,"method":"no/such"}
{"jsonrpc":"2.0","id":"eleven","method":"ping"}

{not json
[1]
3
END
command_line='plait mcp'
timeout $((60 * factor)) "$plait" mcp < requests > answers 2> err
code=$?
exits 0
python3 - > out 2>&1 <<'END'
import json
answers = {}
errors = []
for line in open("answers", encoding="utf-8"):
    message = json.loads(line)
    assert message["jsonrpc"] == "2.0"
    if message["id"] is None:
        errors.append(message["error"]["code"])
    else:
        answers[message["id"]] = message


def text(id, is_error=False):
    result = answers[id]["result"]
    assert result["isError"] is is_error, result
    return result["content"][0]["text"]


assert answers[1]["result"]["protocolVersion"] == "2025-03-26"
assert answers[1]["result"]["serverInfo"]["name"] == "plait"
tools = answers[2]["result"]["tools"]
assert [t["name"] for t in tools] == ["check", "replay", "explain"]
assert all(t["inputSchema"]["type"] == "object" and t["description"] for t in tools)
run = json.loads(text(3))
assert [t["test"] for t in run["tests"]] == ["tcTwoClients"], run
assert run["tests"][0]["bug"]["message"] == "two clients hold the lock"
assert "bug: assertion: two clients hold the lock" in text(4) and "working = 1" in text(4)
assert text(5).startswith("E0202")
assert "--help" in text(6, True), text(6, True)  # a path, not an option
assert answers[7]["error"]["code"] == -32602
assert "no diagnostic" in text(8, True)
assert answers[9]["error"]["code"] == -32602
assert answers[10]["error"]["code"] == -32601
assert answers["eleven"]["result"] == {}
assert errors == [-32700, -32600, -32600], errors
print("all answers are right")
END
code=$?
exits 0
prints_exactly 'all answers are right'

run 10 mcp file.p
exits 3

finish

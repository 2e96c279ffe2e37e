// bench/program.c: a service, again and again.
//
// Each unit is some sixty lines as people write them: types and enums, events
// with payloads, a client and a server with states, handlers, collections and
// receive, functions with loops and expressions, a spec, a test. Units differ in
// names and numbers; each sends to the server of the unit before it, so that
// names are looked up across files.

#include "program.h"

#include <stdint.h>

typedef struct Writer {
    Buf *out;
    unsigned file, unit;
    unsigned lines;
    uint64_t seed;
} Writer;

// A small generator of numbers: the program must be the same every time.
static unsigned pick(Writer *w, unsigned below)
{
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(w->seed >> 33) % below;
}

// One line; @ stands for the unit's name, # for a number.
static void line(Writer *w, const char *text)
{
    for (; *text; text++) {
        if (*text == '@')
            buf_print(w->out, "%u_%u", w->file, w->unit);
        else if (*text == '#')
            buf_print(w->out, "%u", 1 + pick(w, 1000));
        else
            buf_char(w->out, *text);
    }
    buf_char(w->out, '\n');
    w->lines++;
}

static void lines(Writer *w, const char *const *text)
{
    for (; *text; text++)
        line(w, *text);
}

static void write_types(Writer *w)
{
    static const char *const text[] = {
        "// Requests of unit @ and what is answered to them.",
        "enum tStatus@ { OK_@, LATE_@, LOST_@ }",
        "type tRequest@ = (source: machine, id: int, wanted: seq[int]);",
        "type tReply@ = (id: int, status: tStatus@, found: map[int, string]);",
        "event eRequest@: tRequest@;",
        "event eReply@: tReply@;",
        "event eStop@;",
        "",
        NULL,
    };
    lines(w, text);
}

static void write_functions(Writer *w)
{
    static const char *const text[] = {
        "fun Total@(numbers: seq[int], limit: int): int {",
        "    var i, sum: int;",
        "    while (i < sizeof(numbers)) {",
        "        if (numbers[i] >= # && sum + numbers[i] * 2 < limit) {",
        "            sum = sum + numbers[i] % # - (limit / 3);",
        "        } else {",
        "            sum = sum - 1;",
        "        }",
        "        i = i + 1;",
        "    }",
        "    return sum;",
        "}",
        "",
        NULL,
    };
    lines(w, text);
}

static void write_server(Writer *w)
{
    static const char *const text[] = {
        "machine Server@ {",
        "    var store: map[int, string];",
        "    var seen: set[int];",
        "",
        "    start state Serve {",
        "        on eRequest@ do (request: tRequest@) {",
        "            var reply: tReply@;",
        "            var key: int;",
        "            reply = (id = request.id, status = OK_@, found = default(map[int, string]));",
        "            foreach (key in request.wanted) {",
        "                if (key in store) {",
        "                    reply.found[key] = store[key];",
        "                } else {",
        "                    store += (key, format(\"made {0} of {1}\", key, #));",
        "                    reply.status = LATE_@;",
        "                }",
        "                seen += (key);",
        "            }",
        "            send request.source, eReply@, reply;",
        "        }",
        "        on eStop@ goto Closed with {",
        "            seen = default(set[int]);",
        "        }",
        "    }",
        "",
        "    state Closed {",
        "        ignore eRequest@, eStop@;",
        "    }",
        "}",
        "",
        NULL,
    };
    lines(w, text);
}

static void write_client(Writer *w)
{
    static const char *const begin[] = {
        "machine Client@ {",
        "    var server: Server@;",
        "    var next: int;",
        "",
        "    start state Init {",
        "        entry {",
        "            server = new Server@();",
        "            goto Ask, #;",
        "        }",
        "    }",
        "",
        "    state Ask {",
        "        entry (first: int) {",
        "            var wanted: seq[int];",
        "            wanted += (0, first);",
        "            wanted += (sizeof(wanted), Total@(wanted, next + #));",
        "            send server, eRequest@, (source = this, id = next, wanted = wanted);",
        "            receive {",
        "                case eReply@: (reply: tReply@) {",
        "                    assert reply.id == next, \"a reply to something else\";",
        "                    next = next + choose(#);",
        "                }",
        "            }",
        NULL,
    };
    static const char *const end[] = {
        "            send server, eStop@;",
        "        }",
        "    }",
        "}",
        "",
        NULL,
    };

    lines(w, begin);
    // The unit before this one, so that names cross units and files.
    if (w->unit > 0)
        buf_print(w->out, "            send new Server%u_%u(), eStop%u_%u;\n", w->file, w->unit - 1,
                  w->file, w->unit - 1);
    else if (w->file > 0)
        buf_print(w->out, "            send new Server%u_0(), eStop%u_0;\n", w->file - 1,
                  w->file - 1);
    else
        buf_str(w->out, "\n");
    w->lines++;
    lines(w, end);
}

static void write_spec(Writer *w)
{
    static const char *const text[] = {
        "spec Answered@ observes eRequest@, eReply@ {",
        "    var open: set[int];",
        "    start cold state Idle {",
        "        on eRequest@ do (request: tRequest@) {",
        "            open += (request.id);",
        "            goto Waiting;",
        "        }",
        "        ignore eReply@;",
        "    }",
        "    hot state Waiting {",
        "        on eReply@ do (reply: tReply@) {",
        "            open -= (reply.id);",
        "            if (sizeof(open) == 0) { goto Idle; }",
        "        }",
        "        on eRequest@ do (request: tRequest@) { open += (request.id); }",
        "    }",
        "}",
        "",
        NULL,
    };
    lines(w, text);
}

void program_file(Buf *out, unsigned number, unsigned wanted)
{
    Writer w = {.out = out, .file = number, .seed = number};

    while (w.lines < wanted) {
        write_types(&w);
        write_functions(&w);
        write_server(&w);
        write_client(&w);
        write_spec(&w);
        w.unit++;
    }
    w.unit = 0;
    buf_print(out, "test tc%u [main=Client%u_0]: assert Answered%u_0 in { Client%u_0, Server%u_0",
              number, number, number, number, number);
    if (number > 0)
        buf_print(out, ", Server%u_0", number - 1);
    buf_str(out, " };\n");
}

// What tests/embed runs inside of other programs.

event eItem: (from: int, n: int);
event eReq: (client: machine, id: int, text: string);
event eReply: (id: int, text: string);
event eBreak: int;

machine Sink {
    var first: int;
    var second: int;

    start state Counting {
        entry (wanted: int) { print format("wants {0}", wanted); }
        on eItem do (item: (from: int, n: int)) {
            if (item.from == 0) {
                assert item.n == first + 1, "out of order";
                first = item.n;
            } else {
                assert item.n == second + 1, "out of order";
                second = item.n;
            }
        }
        on eBreak do (n: int) { assert n != 7, format("seven, in {0}", this); }
        on eReq do (r: (client: machine, id: int, text: string)) {
            send r.client, eReply, (id = first + second, text = "so many");
        }
    }
}

machine Server {
    start state Serving {
        on eReq do (r: (client: machine, id: int, text: string)) {
            send r.client, eReply, (id = r.id, text = format("you said {0}", r.text));
        }
    }
}

// C stands in for it; this is what a check would see of it.
machine Client {
    start state Listening { ignore eReply; }
}

// C has another thread create a server, and gives back the reference at once.
fun FreshServer(): machine;

machine Caller {
    start state S {
        entry (client: machine) {
            send FreshServer(), eReq, (client = client, id = 3, text = "new here");
        }
    }
}

machine Short { start state S { entry { raise halt; } } }

machine Waiting { start state S { entry { receive { case eReply: (r: (id: int, text: string)) { } } } } }

spec Never observes eBreak {
    start state S { on eBreak do (n: int) { assert n != 9, "nine"; } }
}

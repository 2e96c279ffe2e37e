// check
// verdict: verified
// Interfaces bound in different ways: each test has its own states.

event eAsk: machine;
event eReply: int;

interface Server() receives eAsk;

machine Fast
    receives eAsk;
    sends eReply;
{
    start state Init {
        on eAsk do (m: machine) { send m, eReply, 1; }
    }
}

machine Slow
    receives eAsk;
    sends eReply;
{
    start state Init {
        on eAsk do (m: machine) {
            var i: int;
            while (i < 2) {
                i = i + 1;
                send m, eReply, i;
            }
        }
    }
}

machine Client
    receives eReply;
    sends eAsk;
{
    start state Init {
        entry {
            var s: machine;
            s = new Server();
            send s, eAsk, this;
            send s, eAsk, this;
        }
        on eReply do (n: int) { assert n > 0; }
    }
}

spec Few observes eReply {
    var seen: int;
    start state Watching {
        on eReply do {
            seen = seen + 1;
            assert seen <= 4;
        }
    }
}

test tcFast [main = Client]: { Client, Fast -> Server };
test tcSlow [main = Client]: { Client, Slow -> Server };
test tcWatched [main = Client]: assert Few in { Client, Slow -> Server };

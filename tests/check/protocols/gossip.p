// check
// verdict: verified
// Two nodes tell one another what they know until all know all.

event ePeers: seq[machine];
event eKnow: set[int];

machine Node {
    var known: set[int];
    var peers: seq[machine];

    start state Init {
        entry (id: int) { known += (id); }
        on ePeers goto Telling;
        defer eKnow;
    }

    state Telling {
        entry (p: seq[machine]) {
            peers = p;
            Tell();
        }
        on eKnow do (more: set[int]) {
            var n: int;
            var news: bool;
            foreach (n in more) {
                if (!(n in known)) {
                    known += (n);
                    news = true;
                }
            }
            if (news) { Tell(); }
        }
    }

    fun Tell() {
        var p: machine;
        foreach (p in peers) { send p, eKnow, known; }
    }
}

machine Main {
    start state Init {
        entry {
            var a, b: machine;
            var peers: seq[machine];
            a = new Node(1);
            b = new Node(2);
            peers += (0, b);
            send a, ePeers, peers;
            peers[0] = a;
            send b, ePeers, peers;
        }
    }
}

// A chat room. The protocol is here; sockets and lines are C's business (server.c).
//
// A Peer is the other end of a connection. In a check its P code counts, in the server C
// stands in for it: what is sent to it is written to the socket.

event eJoin: (peer: machine, name: string);
event eSay: (peer: machine, text: string);
event eLeave: machine;
event eLine: string;
event eWelcome: int;
event eRefused: string;

machine Room {
    var names: map[machine, string];

    start state Open {
        on eJoin do (j: (peer: machine, name: string)) {
            if (j.name in values(names)) {
                send j.peer, eRefused, format("the name {0} is taken", j.name);
            } else {
                names[j.peer] = j.name;
                tell(j.peer, format("{0} is here", j.name));
                send j.peer, eWelcome, sizeof(names);
            }
        }
        on eSay do (s: (peer: machine, text: string)) {
            if (s.peer in names) {
                tell(s.peer, format("{0}: {1}", names[s.peer], s.text));
            }
        }
        on eLeave do (peer: machine) {
            var name: string;
            if (peer in names) {
                name = names[peer];
                names -= (peer);
                tell(peer, format("{0} has gone", name));
            }
        }
    }

    // To all but one.
    fun tell(but: machine, text: string) {
        var peer: machine;
        foreach (peer in keys(names)) {
            if (peer != but) {
                send peer, eLine, text;
            }
        }
    }
}

// Joins with its name, says one thing and may leave, as every client may.
machine Peer {
    var room: machine;
    var is_welcome: bool;

    start state Connected {
        entry (who: (room: machine, name: string)) {
            room = who.room;
            send room, eJoin, (peer = this, name = who.name);
            send room, eSay, (peer = this, text = "hello");
            if ($) { send room, eLeave, this; }
        }
        on eWelcome do (count: int) {
            assert !is_welcome, "welcomed twice";
            is_welcome = true;
        }
        on eLine do (text: string) {
            assert is_welcome, format("heard before the welcome: {0}", text);
        }
        on eRefused goto Refused;
    }

    state Refused {
        on eWelcome, eLine do { assert false, "heard after it was refused"; }
    }
}

machine Two {
    start state Init {
        entry {
            var room: machine;
            room = new Room();
            new Peer((room = room, name = "Ada"));
            new Peer((room = room, name = "Alan"));
        }
    }
}

machine SameName {
    start state Init {
        entry {
            var room: machine;
            room = new Room();
            new Peer((room = room, name = "Ada"));
            new Peer((room = room, name = "Ada"));
        }
    }
}

test tcTwo [main = Two]: { Two, Room, Peer };
test tcSameName [main = SameName]: { SameName, Room, Peer };

// check
// verdict: bug
// delays: 1
// depth: 1
// A token that is thought to be lost is made anew, and the old one comes back.

event eToken: int;
event eGaveUp;

machine Watch {
    start state Init {
        entry (owner: machine) { send owner, eGaveUp; }
    }
}

machine Other {
    start state Init {
        entry (owner: machine) { send owner, eToken, 0; }
    }
}

machine Owner {
    var epoch, tokens: int;

    start state Init {
        entry {
            new Other(this);
            new Watch(this);
        }
        on eGaveUp do {
            if (tokens == 0) {
                epoch = epoch + 1;
                send this, eToken, epoch;
            }
        }
        on eToken do (n: int) {
            tokens = tokens + 1;
            assert tokens < 2, "two tokens";  // bug: assertion two tokens
        }
    }
}

machine Main {
    start state Init {
        entry { new Owner(); }
    }
}

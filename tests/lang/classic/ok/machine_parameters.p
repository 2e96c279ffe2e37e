// Machines as parameters of machines, to any depth.

event eWork: machine;
event eDone;

model Wrap<Inner> {
    var inner: machine;

    start state Init {
        entry { inner = new Inner(); }
        on eWork do { send inner, eWork, payload; };
    }
}

model Pair<First, Second> {
    var first: machine;
    var second: machine;

    start state Init {
        entry {
            first = new First();
            second = new Wrap<Second>();
        }
        on eWork do {
            if ($)
                send first, eWork, payload;
            else
                send second, eWork, payload;
        };
    }
}

machine Leaf {
    start state Init {
        on eWork do { send payload, eDone; };
    }
}

main model Main {
    var m: machine;

    start state Init {
        entry {
            m = new Pair<Leaf, Wrap<Leaf>>();
            send m, eWork, this;
            m = new Wrap<Pair<Leaf, Leaf>>();
            send m, eWork, this;
            m = new Wrap<Leaf>();
        }
        on eDone do { };
    }
}

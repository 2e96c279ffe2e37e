// check
// verdict: verified
// References handed round: who knows whom is part of the state.

event eMeet: machine;
event eHi: machine;

machine Guest {
    var friends: set[machine];

    start state Party {
        on eMeet do (m: machine) {
            if (!(m in friends)) {
                friends += (m);
                send m, eHi, this;
            }
        }
        on eHi do (m: machine) { friends += (m); }
    }
}

machine Main {
    start state Init {
        entry {
            var guests: seq[machine];
            var first: machine;
            guests += (0, new Guest());
            guests += (1, new Guest());
            guests += (2, new Guest());
            first = choose(guests);
            send guests[0], eMeet, guests[1];
            send guests[1], eMeet, guests[2];
            send guests[2], eMeet, first;
        }
    }
}

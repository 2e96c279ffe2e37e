// check
// verdict: bug
// Two may choose the same name.

event eRegister: int;

machine Registry {
    var names: map[int, int];

    start state Open {
        on eRegister do (name: int) {
            names += (name, sizeof(names));  // bug: duplicate-key
        }
    }
}

machine Member {
    start state Init {
        entry (m: machine) { send m, eRegister, choose(3); }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Registry();
            new Member(m);
            new Member(m);
        }
    }
}

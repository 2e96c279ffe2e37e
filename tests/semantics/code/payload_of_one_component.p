// A payload that is a tuple of one component may be taken as that component.

event eOne: (int);
event eNamed: (n: int);

machine Main {
    start state Init {
        entry {
            send this, eOne, (1,);
            send this, eNamed, (n = 2,);
        }
        on eOne do (t: (int)) { print format("{0}", t.0); }  // prints: 1
        on eNamed do (n: (n: int)) { print format("{0}", n.n); }  // prints: 2
    }
}

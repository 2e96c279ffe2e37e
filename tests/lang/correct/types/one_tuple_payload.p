// A payload of one component may be taken whole or by its component.

event eOne: (int);
event eNamed: (n: int);

machine Main {
    start state Init {
        entry {
            send this, eOne, (1,);
            send this, eNamed, (n = 1,);
        }
        on eOne do (n: (int)) { print format("{0}", n.0); }
        on eNamed do (p: (n: int)) { print format("{0}", p.n); }
    }
}

machine Other {
    start state Init {
        on eOne do (n: int) { print format("{0}", n); }
        ignore eNamed;
    }
}

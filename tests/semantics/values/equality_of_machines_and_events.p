// Machines are equal by identity, events by declaration.

event eA: int;
event eB: int;

machine Other {
    start state Init { }
}

machine Main {
    start state Init {
        entry {
            var a, b: machine;
            var e: event;
            a = new Other();
            b = new Other();
            assert a != b && a == a && a != null && this != a;
            b = a;
            assert a == b;
            e = eA;
            assert e == eA && e != eB && e != null && e != halt;
            print "identity";  // prints: identity
        }
    }
}

// A raised event that the state ignores is dropped.

event eUnit;
event eNext;

machine Main {
    start state A {
        entry {
            send this, eNext;
            raise eUnit;
        }
        ignore eUnit;
        on eNext do { print "next"; }  // prints: next
    }
}

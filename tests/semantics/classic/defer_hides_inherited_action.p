// A state that defers what is handled below hides that action from those above it.

event ePush;
event eA;
event ePop;

main machine Main {
    var pops: int;

    start state Below {
        entry {
            send this, ePush;
            send this, eA;
            send this, ePush;
            send this, ePop;
            send this, ePop;
        }
        on ePush push Middle;
        on eA do { print format("a after {0} pops", pops); };  // prints: a after 2 pops
    }
    state Middle {
        defer eA;
        on ePush push Top;
        on ePop do {
            pops = pops + 1;
            pop;
        };
    }
    state Top { }
}

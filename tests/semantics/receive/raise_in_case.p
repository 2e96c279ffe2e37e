// A raise in a case leaves the handler, out of all calls.

event eNumber: int;
event eDone: int;

machine Main {
    fun Wait() {
        receive {
            case eNumber: (n: int) { raise eDone, n + 1; }
        }
    }

    start state A {
        entry {
            send this, eNumber, 3;
            Wait();
            assert false, "after the raise";
        }
        on eDone do (n: int) { print format("done {0}", n); }  // prints: done 4
    }
}

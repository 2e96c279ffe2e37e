// A receive in the 2015 dialect: payload in a case is that of its event.

event eA: int;

main machine Main {
    start state Init {
        entry {
            var n: int;
            send this, eA, 4;
            receive {
                case eA: { n = payload; }
            }
            print format("{0}", n);  // prints: 4
        }
    }
}

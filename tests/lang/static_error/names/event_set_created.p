// An event set is no machine.

event eTick;

eventset Ticks = { eTick };

machine Main {
    start state Init {
        entry {
            new Ticks(); // error: E0206
        }
    }
}

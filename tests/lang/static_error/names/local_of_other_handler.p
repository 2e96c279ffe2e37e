// A local variable ends with its handler.

event eTick;

machine Main {
    start state Init {
        entry {
            var n: int;
            n = 1;
        }

        on eTick do {
            n = 2; // error: E0202
        }
    }
}

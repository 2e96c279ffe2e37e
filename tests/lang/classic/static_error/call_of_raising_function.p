// A function that raises ends its handler: it cannot be called.

event eTick;

main machine Main {
    fun Complain() { raise eTick; }

    start state Init {
        entry {
            Complain(); // error: E0508
        }
        ignore eTick;
    }
}

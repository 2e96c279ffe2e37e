// Handlers are functions of the machine itself.

event eTick;

fun Work() { print "working"; }

machine Main {
    start state Init {
        on eTick do Work; // error: E0308
    }
}

// Foreign code does not handle events.

event eTick;

machine Main {
    fun Work();

    start state Init {
        on eTick do Work; // error: E0308
    }
}

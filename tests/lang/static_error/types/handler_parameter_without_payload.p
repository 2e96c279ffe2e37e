// The event brings nothing.

event eTick;

machine Main {
    start state Init {
        on eTick do (n: int) { print format("{0}", n); } // error: E0415
    }
}

// Pushing a state that does not exist.

event eTick;

main machine Main {
    start state Init {
        on eTick push Below; // error: E0204
    }
}

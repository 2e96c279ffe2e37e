// plait: --dialect modern
// Modern P has no stack of states.

event eTick;

machine Main {
    start state Init {
        on eTick push Below; // error: E0110
    }
    state Below { ignore eTick; }
}

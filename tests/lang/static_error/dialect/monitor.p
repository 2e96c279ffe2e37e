// plait: --dialect modern
// Modern P calls it a spec.

event eTick;

monitor Watch { // error: E0110
    start state Init { ignore eTick; }
}

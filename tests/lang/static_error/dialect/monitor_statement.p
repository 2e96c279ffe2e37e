// plait: --dialect modern
// Modern P announces.

event eTick;

machine Main {
    start state Init {
        entry {
            monitor eTick; // error: E0110
        }
    }
}

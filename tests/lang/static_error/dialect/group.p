// plait: --dialect modern
// Modern P has no groups of states.

machine Main {
    group Setup { // error: E0110
        start state Init { }
    }
}

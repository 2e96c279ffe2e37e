// plait: --dialect modern
// Modern P has no patterns of machines.

machine Wrap<Inner> { // error: E0110
    start state Init { }
}

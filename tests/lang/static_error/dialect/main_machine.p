// plait: --dialect modern
// Modern P marks no machine as the first.

main machine Main { // error: E0110
    start state Init { }
}

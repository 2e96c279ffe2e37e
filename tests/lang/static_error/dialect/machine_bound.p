// plait: --dialect modern
// Nor those of machines.

machine Main assume 3 { // error: E0110
    start state Init { }
}

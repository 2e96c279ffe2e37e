// A 2015 program says where it begins: reported at its first machine.

model Lonely { // error: E0310
    start state Init { }
}

model Other {
    start state Init { }
}

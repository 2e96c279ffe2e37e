// plait: --dialect modern
// Modern P says `on null`.

machine Main {
    start state Init {
        on default do { print "idle"; } // error: E0110
    }
}

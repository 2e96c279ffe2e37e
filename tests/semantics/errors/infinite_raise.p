// A chain of raises that never ends is found out, too.

event eAgain;

machine Main {
    start state Init {
        entry { raise eAgain; }
        on eAgain do { raise eAgain; }
    }
}

// bug: infinite-loop

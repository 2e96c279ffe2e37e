// Nor through two.

event eTick;

machine Main {
    start state Init { ignore eTick; }
}

fun Make() {
    new Main();
}

fun Prepare() {
    Make();
}

spec Quiet observes eTick {
    start state Init {
        on eTick do {
            Prepare(); // error: E0604
        }
    }
}

// Assigned, but nobody looks.

machine Main {
    var n: int; // warning: W0904

    start state Init {
        entry { n = 1; }
    }
}

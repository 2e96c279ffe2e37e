// What must be there has the element type.

main machine Main {
    var s: seq[int];

    start state Init {
        entry {
            s += (0, 1);
            s -= (0, true); // error: E0401
        }
    }
}

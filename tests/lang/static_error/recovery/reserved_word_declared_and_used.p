// The declaration is to blame, not each use.

machine Main {
    var values: seq[int]; // error: E0108

    start state Init {
        entry {
            values += (0, 1);
            values[0] = 2;
            print format("{0}", values);
        }
    }
}

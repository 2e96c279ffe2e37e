// Declared, and that was all.

machine Main {
    start state Init {
        entry {
            var n: int; // warning: W0904
            print "nothing";
        }
    }
}

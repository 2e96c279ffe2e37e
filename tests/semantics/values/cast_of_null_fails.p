// Null is no int.

machine Main {
    start state Init {
        entry {
            var a: any;
            print format("{0}", a as int);  // bug: bad-cast
        }
    }
}

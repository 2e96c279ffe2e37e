// Reading a key that is not there.

machine Main {
    start state Init {
        entry {
            var m: map[string, int];
            m["a"] = 1;
            print format("{0}", m["a"]);  // prints: 1
            print format("{0}", m["b"]);  // bug: missing-key
        }
    }
}

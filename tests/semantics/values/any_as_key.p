// Keys of different types live side by side in a map of `any`.

machine Main {
    start state Init {
        entry {
            var m: map[any, int];
            m[1] = 1;
            m["1"] = 2;
            m[true] = 3;
            m[1.0] = 5;
            m[1] = 6;
            assert sizeof(m) == 4;
            print format("{0} {1} {2} {3}", m[1], m["1"], m[true], m[1.0]);  // prints: 6 2 3 5
        }
    }
}

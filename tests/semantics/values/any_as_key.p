// Keys of different types live side by side in a map of `any`.

machine Main {
    start state Init {
        entry {
            var m: map[any, int];
            m[1] = 1;
            m["1"] = 2;
            m[true] = 3;
            m[null] = 4;
            m[1.0] = 5;
            m[1] = 6;
            assert sizeof(m) == 5;
            print format("{0} {1} {2} {3} {4}", m[1], m["1"], m[true], m[null], m[1.0]);  // prints: 6 2 3 4 5
        }
    }
}

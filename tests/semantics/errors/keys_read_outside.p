// keys(m)[i] fails as the sequence does.

machine Main {
    start state Init {
        entry {
            var m: map[int, int];
            m[5] = 6;
            assert keys(m)[0] == 5;
            assert values(m)[0] == 6;
            assert keys(m)[1] == 5;  // bug: index
        }
    }
}

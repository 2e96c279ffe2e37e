// Seqs compare in order.

machine Main {
    start state Init {
        entry {
            var a, b: seq[int];
            a += (0, 1);
            a += (1, 2);
            b += (0, 1);
            b += (0, 2);
            assert a != b;
            b -= 0;
            assert a != b;
            b += (1, 2);
            assert a == b;
            print "ordered";  // prints: ordered
        }
    }
}

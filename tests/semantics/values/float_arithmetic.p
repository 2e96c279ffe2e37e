// Floats are doubles; dividing by zero is no bug.

machine Main {
    start state Init {
        entry {
            var zero, inf, nan: float;
            assert 0.5 + 0.25 == 0.75;
            assert 7.5 / 2.0 == 3.75;
            assert 7.5 % 2.0 == 1.5;
            assert -7.5 % 2.0 == -1.5;
            assert 0.1 + 0.2 != 0.3;
            inf = 1.0 / zero;
            assert inf > 1000000.0 && -inf < 0.0 && inf == inf + 1.0;
            nan = zero / zero;
            assert !(nan < 0.0) && !(nan > 0.0) && !(nan <= nan);
            assert 1.5 < 2.5 && 2.5 <= 2.5 && 3.5 >= 2.5 && !(3.5 > 3.5);
            print "floats";  // prints: floats
        }
    }
}

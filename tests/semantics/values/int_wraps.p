// An int has 64 bits and wraps around.

machine Main {
    start state Init {
        entry {
            var big, smallest: int;
            big = 2147483647;
            big = (big + 1) * (big + 1) * 2 - 1;
            print format("{0}", big);  // prints: 9223372036854775807
            smallest = big + 1;
            print format("{0}", smallest);  // prints: -9223372036854775808
            assert smallest - 1 == big;
            assert -smallest == smallest;
            assert smallest * -1 == smallest;
            assert big * 2 == -2;
            print format("{0}", smallest / -1);  // prints: -9223372036854775808
            print format("{0}", smallest % -1);  // prints: 0
        }
    }
}

// `to` makes another value: toward zero, or the number of an element.

enum Level { LOW = 3, HIGH = 10 }

machine Main {
    start state Init {
        entry {
            assert 2.9 to int == 2 && -2.9 to int == -2;
            assert 7 to float == 7.0 && 7 to float / 2.0 == 3.5;
            assert HIGH to int == 10 && LOW to int + 1 == 4;
            assert 5 to int == 5 && 2.5 to float == 2.5;
            print "converted";  // prints: converted
        }
    }
}

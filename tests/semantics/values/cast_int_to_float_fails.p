// An int in an `any` is no float.

machine Main {
    start state Init {
        entry {
            var a: any;
            a = 1;
            assert a as int == 1;
            assert a as float == 1.0;  // bug: bad-cast
        }
    }
}

// A named tuple is no tuple, even when the parts agree.

machine Main {
    start state Init {
        entry {
            var a: any;
            a = (x = 1, y = 2);
            assert (a as (x: int, y: int)).y == 2;
            assert (a as (int, int)).1 == 2;  // bug: bad-cast
        }
    }
}

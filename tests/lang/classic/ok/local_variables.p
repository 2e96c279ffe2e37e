// Variables at the start of a function or a handler.

event eTick: int;

main machine Main {
    fun Add(a: int, b: int): int {
        var sum: int;
        sum = a + b;
        return sum;
    }

    start state Init {
        entry {
            var i, j: int;
            var done: bool;
            i = Add(1, 2);
            j = Add(i, i);
            done = i < j;
            assert done;
        }
        on eTick do {
            var k: int;
            k = payload;
            assert k == payload;
        };
    }
}

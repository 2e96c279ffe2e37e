// `for` is a name: only a head that no call has makes it a loop.

fun for(a: bool, b: int): bool { return a && b == 1; }

machine Main {
    start state Init {
        entry {
            var q: seq[int];
            for(1 in q, 1);
            assert for(true, 1);
        }
    }
}

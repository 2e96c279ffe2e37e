// A local variable hides the machine's variable of the same name.

machine Main {
    var n: int;

    fun Hide(): int {
        var n: int;
        n = 5;
        return n;
    }

    start state Init {
        entry {
            n = 1;
            print format("{0} {1}", Hide(), n);  // prints: 5 1
        }
    }
}

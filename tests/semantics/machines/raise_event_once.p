// The event of a raise is evaluated once.

event eA;
event eB;

machine Main {
    var n: int;

    fun Which(): event {
        n = n + 1;
        if (n == 1) return eA;
        return eB;
    }

    start state Init {
        entry { raise Which(); }
        on eA do { print format("a {0}", n); }  // prints: a 1
        on eB do { assert false; }
    }
}

// Named tuples are matched by their names.

event eA: (x: int, y: int);

main machine Main {
    var t: (x: int, y: int);

    start state Init {
        entry {
            t = (y = 5, x = 1);
            send this, eA, (y = 6, x = 2);
            print format("{0}", t);
        }
        on eA do { print format("{0} {1}", payload.x, payload.y); };
    }
}

// output:
//   <x:1, y:5, >
//   2 6

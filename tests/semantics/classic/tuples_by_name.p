// Named tuples are matched by their names.

event eA: (x: int, y: string);

main machine Main {
    var t: (x: int, y: string);

    start state Init {
        entry {
            t = (y = "a", x = 1);
            send this, eA, (y = "b", x = 2);
            print format("{0}", t);
        }
        on eA do { print format("{0} {1}", payload.x, payload.y); };
    }
}

// output:
//   <x:1, y:a, >
//   2 b

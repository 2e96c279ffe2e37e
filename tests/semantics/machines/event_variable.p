// An event in a variable is sent and raised like one by name.

event eA: int;
event eB;

machine Main {
    start state Init {
        entry {
            var e: event;
            e = eA;
            send this, e, 5;
            e = eB;
            send this, e;
        }
        on eA do (n: int) { print format("a {0}", n); }
        on eB do { print "b"; }
    }
}

// output:
//   a 5
//   b

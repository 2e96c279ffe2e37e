// `on null` is taken when the queue holds nothing that can be.

event eA: int;
event eB;

machine Main {
    start state Init {
        entry {
            send this, eA, 1;
            send this, eB;
            send this, eA, 2;
        }
        defer eB;
        on eA do (n: int) { print format("a {0}", n); }
        on null goto Next with { print "nothing left"; }
        exit { print "exit"; }
    }
    state Next {
        entry { print "next"; }
        on eB do { print "b"; }
    }
}

// output:
//   a 1
//   a 2
//   exit
//   nothing left
//   next
//   b

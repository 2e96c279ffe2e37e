// `on default` is taken when nothing in the queue can be.

event eA;
event eB;

main machine Main {
    start state Init {
        entry {
            send this, eB;
            send this, eA;
        }
        defer eB;
        on eA do { print "a"; };
        on default goto Next;
    }
    state Next {
        entry { print format("next {0}", payload); }
        on eB do { print "b"; };
    }
}

// output:
//   a
//   next null
//   b

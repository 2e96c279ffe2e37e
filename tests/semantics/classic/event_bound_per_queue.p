// The bound is of each queue, and of what is in it now.

event eA assert 1: int;

machine Other {
    start state Init {
        on eA do { print format("other {0}", payload); };
    }
}

main machine Main {
    var other: machine;

    start state Init {
        entry {
            other = new Other();
            send this, eA, 1;
            send other, eA, 2;
        }
        on eA do {
            print format("main {0}", payload);
            if (payload < 3) send this, eA, payload + 1;
        };
    }
}

// output:
//   main 1
//   main 2
//   main 3
//   other 2

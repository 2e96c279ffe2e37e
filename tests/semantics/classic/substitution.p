// `new A for B` makes B when the program runs.

event eHello;

model Fake {
    start state Init {
        on eHello do { print "fake"; };
    }
}

machine Real {
    start state Init {
        on eHello do { print "real"; };  // prints: real
    }
}

main machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Fake() for Real();
            send m, eHello;
        }
    }
}

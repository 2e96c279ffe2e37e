// A machine runs until it waits; the others take their turns in the order in
// which they became ready.

event ePing: (machine, int);

machine Player {
    start state Init {
        on ePing do (p: (machine, int)) {
            print format("{0} {1}", this, p.1);
            if (p.1 < 4) send p.0, ePing, (this, p.1 + 1);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var a, b: machine;
            a = new Player();
            b = new Player();
            send b, ePing, (a, 0);
            send a, ePing, (b, 10);
            print "main";
        }
    }
}

// output:
//   main
//   Player(2) 10
//   Player(3) 0
//   Player(2) 1
//   Player(3) 2
//   Player(2) 3
//   Player(3) 4

// Halt is accepted by every receive, and ends the machine.

event eA;

machine Other {
    start state Init {
        entry {
            print "waiting";
            receive { case eA: { assert false, "halted"; } }
            assert false, "halted";
        }
        exit { print "exit"; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Other();
            send m, halt;
            send m, eA;
        }
    }
}

// output:
//   waiting
//   exit

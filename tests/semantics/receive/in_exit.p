// An exit function may receive.

event eGo;
event eMore: int;

machine Main {
    start state A {
        entry {
            send this, eGo;
            send this, eMore, 4;
        }
        on eGo goto B;
        exit {
            print "exit";
            receive { case eMore: (n: int) { print format("more {0}", n); } }
            print "exited";
        }
    }
    state B {
        entry { print "B"; }
    }
}

// output:
//   exit
//   more 4
//   exited
//   B

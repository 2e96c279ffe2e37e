// Halt can be deferred, and then ends the machine in another state.

event eGo;

machine Main {
    start state Init {
        entry {
            send this, halt;
            send this, eGo;
        }
        defer halt;
        on eGo goto Next;
    }
    state Next {
        entry { print "next"; }
        exit { print "exit"; }
    }
}

// output:
//   next
//   exit

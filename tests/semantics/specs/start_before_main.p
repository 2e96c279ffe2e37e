// plait: --specs
// All specs begin before the main machine, in order of declaration.

event eA;

machine Main {
    start state Init {
        entry { print "main"; }
    }
}

spec First observes eA {
    start state Init {
        entry { print "first"; }
        ignore eA;
    }
}

spec Second observes eA {
    start state Init {
        entry {
            print "second";
            goto Next;
        }
        exit { print "second leaves"; }
    }
    state Next {
        entry { print "second next"; }
        ignore eA;
    }
}

// output:
//   first
//   second
//   second leaves
//   second next
//   main

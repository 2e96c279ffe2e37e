// `new` only creates: the entry function runs when the machine gets its turn.

machine Other {
    start state Init {
        entry (n: int) { print format("other {0}", n); }
    }
}

machine Main {
    start state Init {
        entry {
            print "before";
            new Other(1);
            new Other(2);
            print "after";
        }
    }
}

// output:
//   before
//   after
//   other 1
//   other 2

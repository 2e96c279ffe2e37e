// check --loop-limit 100000
// verdict: bug

event eAgain;

machine Main {
    start state Init {
        entry {
            raise eAgain;
        }
        on eAgain do {
            print "again";
            raise eAgain;  // bug: infinite-loop
        }
    }
}

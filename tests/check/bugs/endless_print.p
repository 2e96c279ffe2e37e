// check --loop-limit 100000
// verdict: bug

machine Main {
    start state Init {
        entry {
            while (true) {  // bug: infinite-loop
                print "again";
            }
        }
    }
}

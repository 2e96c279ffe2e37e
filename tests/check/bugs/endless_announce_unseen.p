// check --loop-limit 100000
// verdict: bug

event eTold: int;

machine Main {
    start state Init {
        entry {
            while (true) {  // bug: infinite-loop
                announce eTold, 1;
            }
        }
    }
}

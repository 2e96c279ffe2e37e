// check --points modern --points classic
// verdict: verified

event eTold: int;

spec Ear observes eTold {
    var sum: int;
    start state Init {
        on eTold do (n: int) {
            sum = (sum + n) % 10;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var i: int;
            while (i < 500) {
                announce eTold, 1;
                i = i + 1;
            }
        }
    }
}

// check
// verdict: bug
// The mean of nothing.

event eSample: int;
event eMean;

machine Statistics {
    var sum, count: int;

    start state Open {
        on eSample do (n: int) {
            sum = sum + n;
            count = count + 1;
        }
        on eMean do {
            assert sum / count >= 4;  // bug: divide-by-zero
        }
    }
}

machine Reader {
    start state Init {
        entry (m: machine) { send m, eMean; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Statistics();
            new Reader(m);
            send m, eSample, 4;
            send m, eSample, 6;
        }
    }
}

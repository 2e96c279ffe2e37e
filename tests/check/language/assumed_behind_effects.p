// check
// verdict: verified
//
// Assumptions that fail behind a send, a creation and a choice. By classic points others run
// with what was sent before the execution is discarded.

event eWork: int;
event eMore;

machine Main {
    var worker: machine;

    start state Init {
        entry {
            worker = new Worker();
            send worker, eWork, choose(2);
            assume !$;
            send this, eMore;
        }
        on eMore do {
            send worker, eWork, 5;
            new Worker();
            if ($) {
                assume false;
            }
            send worker, eWork, 6;
        }
    }
}

machine Worker {
    var sum: int;

    start state Work {
        on eWork do (n: int) {
            sum = sum + n;
            if (sum > 5) {
                send this, eMore;
                assume sum > 10;
            }
        }
        ignore eMore;
    }
}

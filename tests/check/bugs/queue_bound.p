// check
// verdict: bug
// Two ticks may be in the queue at once.

event eTick assert 1;

machine Clock {
    start state Init {
        on eTick do { }
    }
}

machine Ticker {
    start state Init {
        entry (m: machine) {
            send m, eTick;  // bug: queue-bound
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Clock();
            new Ticker(m);
            new Ticker(m);
        }
    }
}

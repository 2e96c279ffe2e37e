// check
// verdict: verified
// In a bounded queue ignored events stand until something behind them is taken; then they
// make room.

event eReady;
event eNoise;
event eTake: int;

machine Sink assert 3 {
    var back: machine;

    start state Init {
        entry (m: machine) {
            back = m;
            send back, eReady;
        }
        ignore eNoise;
        on eTake do (n: int) {
            if (n < 2) { send back, eReady; }
        }
    }
}

machine Main {
    var sink: machine;
    var rounds: int;

    start state Init {
        entry { sink = new Sink(this); }
        on eReady do {
            send sink, eNoise;
            if ($) { send sink, eNoise; }
            rounds = rounds + 1;
            send sink, eTake, rounds;
        }
    }
}

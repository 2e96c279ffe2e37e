// check
// verdict: verified
// A function that asks and waits for the answer, called from a function, in an
// expression: the callers wait with it.

event eAsk: (from: machine, n: int);
event eAnswer: int;

machine Oracle {
    start state Serving {
        on eAsk do (q: (from: machine, n: int)) { send q.from, eAnswer, q.n + choose(2); }
    }
}

machine Client {
    start state Init {
        entry (oracle: machine) {
            var sum: int;
            sum = Twice(oracle, 1) + Ask(oracle, 10);
            assert sum >= 12 && sum <= 15, format("{0}", sum);
        }
    }

    fun Ask(oracle: machine, n: int): int {
        var result: int;
        send oracle, eAsk, (from = this, n = n);
        receive { case eAnswer: (k: int) { result = k; } }
        return result;
    }

    fun Twice(oracle: machine, n: int): int {
        return Ask(oracle, n) + Ask(oracle, n);
    }
}

machine Main {
    start state Init {
        entry {
            var oracle: machine;
            oracle = new Oracle();
            new Client(oracle);
            new Client(oracle);
        }
    }
}

// check
// verdict: bug
// The timer may always be faster than the answer, and the client takes only the answer to its
// last question.
// bug: liveness for ever

event eAsk: (from: machine, number: int);
event eAnswer: int;
event eTimeOut;
event eStart;
event eHasAnswer;

spec Answered observes eAsk, eHasAnswer {
    start cold state Idle { on eAsk goto Waiting; ignore eHasAnswer; }
    hot state Waiting { on eHasAnswer goto Idle; ignore eAsk; }
}

machine Server {
    start state Init {
        on eAsk do (ask: (from: machine, number: int)) { send ask.from, eAnswer, ask.number; }
    }
}

machine Timer {
    var client: machine;
    start state Init {
        entry (c: machine) { client = c; }
        on eStart do { send client, eTimeOut; }
    }
}

machine Main {
    var server: machine;
    var timer: machine;
    var number: int;
    start state Init {
        entry { server = new Server(); timer = new Timer(this); goto Asking; }
    }
    state Asking {
        entry {
            number = 1 - number;
            send server, eAsk, (from = this, number = number);
            send timer, eStart;
        }
        on eAnswer do (n: int) {
            if (n == number) { announce eHasAnswer; goto Done; }
        }
        on eTimeOut do { receive { case eAnswer: (n: int) { } } goto Asking; }
    }
    state Done { ignore eAnswer, eTimeOut; }
}

test tc [main=Main]: assert Answered in {Main, Server, Timer};

// check
// verdict: bug
// A deadlock in a receive inside of two calls: the wake-up came too early and was
// ignored.

event eWake;
event eSleep;

machine Sleeper {
    start state Awake {
        ignore eWake;
        on eSleep do { Rest(); }
    }

    fun Rest() { Nap(); }

    fun Nap() {
        receive { case eWake: { } }
    }
}

machine Waker {
    start state Init {
        entry (m: machine) { send m, eWake; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Sleeper();
            new Waker(m);
            send m, eSleep;
        }
    }
}

// bug: deadlock

// A machine with many events in its queue.
//
// bench/queues/run puts other numbers into the three functions.

event eItem: int;
event eNoise: int;
event eStep: int;
event eWanted: int;

fun What(): int { return 0; }          // what each step does, see below
fun Size(): int { return 100; }        // events in the queue
fun Steps(): int { return 20000; }

// Fills its queue, and then makes the steps. The queue never becomes shorter than Size(), except
// where it is drained.
machine Main {
    var what, size, left: int;

    start state Init {
        entry {
            var i: int;
            what = What();
            size = Size();
            left = Steps();
            if (what == 1) {
                size = size + left;
            }
            while (i < size) {
                send this, eItem, i;
                i = i + 1;
            }
            if (what == 0) {
                goto Turning;
            } else if (what == 1) {
                goto Draining;
            } else if (what == 2) {
                goto Deferring;
            } else if (what == 3) {
                goto Ignoring;
            } else if (what == 4) {
                goto Receiving;
            }
            goto Left, left;
        }
    }

    // 0: takes the first event and sends another one.
    state Turning {
        on eItem do (i: int) {
            if (left == 0) {
                raise halt;
            }
            left = left - 1;
            send this, eItem, i + size;
        }
    }

    // 1: takes the first event; Steps() more events were in the queue.
    state Draining {
        on eItem do (i: int) {
            if (left == 0) {
                raise halt;
            }
            left = left - 1;
        }
    }

    // 2: defers the others; sends and takes one event.
    state Deferring {
        defer eItem;
        entry {
            send this, eStep, left;
        }
        on eStep do (n: int) {
            if (n == 0) {
                raise halt;
            }
            send this, eStep, n - 1;
        }
    }

    // 3: the same, and sends an event that it ignores.
    state Ignoring {
        defer eItem;
        ignore eNoise;
        entry {
            send this, eStep, left;
        }
        on eStep do (n: int) {
            if (n == 0) {
                raise halt;
            }
            send this, eNoise, n;
            send this, eStep, n - 1;
        }
    }

    // 4: waits for an event behind the others.
    state Receiving {
        entry {
            while (left > 0) {
                send this, eWanted, left;
                receive {
                    case eWanted: (n: int) { }
                }
                left = left - 1;
            }
            raise halt;
        }
    }

    // 5: defers the others in both of two states, and goes from one to the other.
    state Left {
        defer eItem;
        entry (n: int) {
            send this, eStep, n;
        }
        on eStep do (n: int) {
            if (n == 0) {
                raise halt;
            }
            goto Right, n - 1;
        }
    }

    state Right {
        defer eItem;
        entry (n: int) {
            send this, eStep, n;
        }
        on eStep do (n: int) {
            if (n == 0) {
                raise halt;
            }
            goto Left, n - 1;
        }
    }
}

test tcWait [main = Main]: { Main };

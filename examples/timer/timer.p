// A timer by the real clock.
//
// What time is, P does not know: two foreign functions, in timer.c, start a
// thread that sleeps and sends the machine eTick, and stop it.

type Clock;

fun StartClock(owner: machine, milliseconds: int): Clock;
fun StopClock(clock: Clock);

event eTick: int;  // milliseconds since the clock was started

machine Main {
    var clock: Clock;
    var ticks: int;

    start state Ticking {
        entry {
            clock = StartClock(this, 50);
        }

        on eTick do (elapsed: int) {
            ticks = ticks + 1;
            assert elapsed >= 50 * ticks, format("tick {0} after only {1} ms", ticks, elapsed);
            print format("tick {0}", ticks);
            if (ticks == 5) {
                goto Done;
            }
        }
    }

    state Done {
        ignore eTick;
        entry {
            StopClock(clock);
            print "done";
        }
    }
}

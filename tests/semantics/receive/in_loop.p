// A receive in a loop takes one event each time around.

event eNumber: int;
event eStop;

machine Main {
    start state Init {
        entry {
            var i, sum: int;
            var stopped: bool;
            while (i < 5) {
                send this, eNumber, i;
                i = i + 1;
            }
            send this, eStop;
            while (!stopped) {
                receive {
                    case eNumber: (n: int) {
                        var once: int;
                        once = once + 1;
                        sum = sum + n * once;
                    }
                    case eStop: { stopped = true; }
                }
            }
            print format("{0}", sum);  // prints: 10
        }
    }
}

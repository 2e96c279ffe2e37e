// Sleeper is in C for a second, Counter in a long loop. Meanwhile another worker runs the
// machines that wait behind them.

event eGo;

fun Doze(milliseconds: int): int;

machine Main {
    start state Init {
        entry {
            var i: int;
            new Sleeper();
            while (i < 5) {
                new Other(i);
                i = i + 1;
            }
        }
    }
}

machine Sleeper {
    start state Sleep {
        entry {
            print format("slept {0}", Doze(1000));
            new Counter();
            new Other(5);
        }
    }
}

machine Counter {
    start state Count {
        entry {
            var i: int;
            while (i < 20000000) {
                i = i + 1;
            }
            print "counted";
        }
    }
}

machine Other {
    start state Work {
        entry (number: int) {
            print format("other {0}", number);
        }
    }
}

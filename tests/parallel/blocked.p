// Sleeper is in C, and Counter in a loop, until the machines that wait behind them have run:
// another worker must take them.

event eGo;

fun Mark();
fun Marks(): int;
fun AwaitMarks(wanted: int): int;

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
            print format("slept until mark {0}", AwaitMarks(5));
            new Counter();
            new Other(5);
        }
    }
}

machine Counter {
    start state Count {
        entry {
            var i: int;
            while (Marks() < 6) {
                i = 0;
                while (i < 1000) {
                    i = i + 1;
                }
            }
            print "counted";
        }
    }
}

machine Other {
    start state Work {
        entry (number: int) {
            print format("other {0}", number);
            Mark();
        }
    }
}

// Two machines are in C until five others have run. A worker that takes machines from behind the
// first may get the second one, too: then a third worker must take the others.

fun Mark();
fun AwaitMarks(wanted: int): int;

machine Main {
    start state Init {
        entry {
            var i: int;
            new Sleeper();
            new Sleeper();
            while (i < 5) {
                new Other();
                i = i + 1;
            }
        }
    }
}

machine Sleeper {
    start state Sleep {
        entry {
            print format("slept until mark {0}", AwaitMarks(5));
        }
    }
}

machine Other {
    start state Work {
        entry {
            Mark();
        }
    }
}

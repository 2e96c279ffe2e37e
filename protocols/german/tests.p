// Processors that read and increment any line.

param operations: int;  // of each processor

machine Processor {
    var cache: seq[machine];  // by line
    var left: int;

    start state Working {
        entry (homes: seq[machine]) {
            var home: machine;

            foreach (home in homes) {
                cache += (sizeof(cache), new Cache((home = home, processor = this)));
            }
            left = operations;
            Operate();
        }
        on eDone do Operate;
    }

    fun Operate() {
        if (left == 0) { return; }
        left = left - 1;
        if ($) { send choose(cache), eRead; }
        else { send choose(cache), eIncrement; }
    }
}

machine Driver {
    start state Init {
        entry {
            var homes: seq[machine];
            var i: int;

            while (sizeof(homes) < lines) { homes += (sizeof(homes), new Home()); }
            while (i < caches) {
                new Processor(homes);
                i = i + 1;
            }
            raise halt;
        }
    }
}

module system = union german, { Driver, Processor };
module plain = { Driver, Processor, Line -> Home, NoCache -> Cache };  // the abstraction

test param (caches in [2, 3], lines in [1], operations in [2]) tcOneLine [main = Driver]: assert Coherent in system;
test param (caches in [2], lines in [2], operations in [2]) tcTwoLines [main = Driver]: assert Coherent in system;
test param (caches in [4], lines in [2], operations in [3]) tcLarge [main = Driver]: assert Coherent in system;
test param (caches in [2, 3], lines in [1], operations in [2]) tcEverythingEnds [main = Driver]:
    assert EverythingEnds in system;
test param (caches in [3], lines in [1, 2], operations in [2]) tcProcessors [main = Driver]:
    assert Coherent, EverythingEnds in plain;

test param (caches in [2], lines in [5], operations in [2], bug_german_upgrade in [true])
    tcBugUpgrade [main = Driver]: assert Coherent in system;

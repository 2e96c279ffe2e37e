// A function called by one with a result may raise or goto: all calls are left, and what was
// being computed is forgotten.

event eTick: string;

machine Main {
    var count: int;

    fun Complain() { raise eTick, "no result"; }

    fun Leave() { goto Done, sizeof(Filled("abc")); }

    fun Filled(text: string): seq[string] {
        var all: seq[string];
        all += (0, text);
        if (count == 0) {
            count = 1;
            Complain();
        } else if (count == 1) {
            count = 2;
            Leave();
        }
        return all;
    }

    start state Init {
        entry {
            var kept: seq[string];
            kept = Filled("a" + "b");
            print format("{0}", sizeof(kept) + sizeof(Filled("c")));
        }
        on eTick do (text: string) {
            print text;                               // prints: no result
            print format("{0}", sizeof(Filled("c")));
        }
    }

    state Done {
        entry (n: int) { print format("done {0}", n); }  // prints: done 1
    }
}

// check
// verdict: bug
// delays: 5
// depth: 5
// Two clients take turns with three events each, the younger one first.

event eTell: int;

machine Client {
    start state Init {
        entry (p: (judge: machine, number: int, times: int)) {
            var i: int;
            while (i < p.times) {
                send p.judge, eTell, p.number;
                i = i + 1;
            }
        }
    }
}

machine Judge {
    var seen: seq[int];
    var in_turns: bool;

    start state Init {
        on eTell do (number: int) {
            seen += (sizeof(seen), number);
            in_turns = sizeof(seen) == 6 && seen[0] == 2 && seen[1] == 1 && seen[2] == 2
                && seen[3] == 1 && seen[4] == 2;
            assert !in_turns, "in turns";  // bug: assertion in turns
        }
    }
}

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Client((judge = judge, number = 1, times = 3));
            new Client((judge = judge, number = 2, times = 3));
        }
    }
}

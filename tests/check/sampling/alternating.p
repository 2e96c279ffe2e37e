// check
// verdict: bug
// delays: 2
// depth: 3
// Two clients may take turns with all they have to say.

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

    start state Init {
        on eTell do (number: int) {
            seen += (sizeof(seen), number);
            assert sizeof(seen) < 4 || seen[0] != 1 || seen[1] != 2 || seen[2] != 1, "in turns";  // bug: assertion in turns
        }
    }
}

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Client((judge = judge, number = 1, times = 2));
            new Client((judge = judge, number = 2, times = 2));
        }
    }
}

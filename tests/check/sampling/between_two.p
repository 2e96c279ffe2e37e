// check
// verdict: bug
// delays: 1
// depth: 2
// One event may come between two of another client.

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
            assert sizeof(seen) < 3 || seen[1] != 2, "between";  // bug: assertion between
        }
    }
}

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Client((judge = judge, number = 1, times = 2));
            new Client((judge = judge, number = 2, times = 1));
        }
    }
}

// check
// verdict: bug
// delays: 3
// depth: 2
// Three clients in the reverse order of their creation.

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
            assert sizeof(seen) < 3 || seen[0] < seen[1] || seen[1] < seen[2], "3 2 1";  // bug: assertion 3 2 1
        }
    }
}

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Client((judge = judge, number = 1, times = 1));
            new Client((judge = judge, number = 2, times = 1));
            new Client((judge = judge, number = 3, times = 1));
        }
    }
}

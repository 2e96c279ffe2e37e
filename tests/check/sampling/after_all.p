// check
// verdict: bug
// delays: 1
// depth: 3
// The first client may have its last word when all others have spoken.

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
            assert sizeof(seen) < 4 || number != 1, "1 last";  // bug: assertion 1 last
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
            new Client((judge = judge, number = 4, times = 1));
        }
    }
}

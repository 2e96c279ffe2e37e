// check
// verdict: bug
// delays: 1
// depth: 1
// The second client may be faster than the first.

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
            assert sizeof(seen) > 1 || number == 1, "2 first";  // bug: assertion 2 first
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
        }
    }
}

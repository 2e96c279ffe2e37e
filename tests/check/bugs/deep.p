// check
// verdict: bug
// The lock opens by one order of the messages of three, and one choice of each.

event eDigit: int;

machine Lock {
    var seen: seq[int];

    start state Init {
        on eDigit do (n: int) {
            seen += (sizeof(seen), n);
            if (sizeof(seen) == 3) {
                assert seen != Code(), "open";  // bug: assertion open
            }
        }
    }

    fun Code(): seq[int] {
        var code: seq[int];
        code += (0, 3);
        code += (1, 1);
        code += (2, 2);
        return code;
    }
}

machine Finger {
    start state Init {
        entry (p: (lock: machine, n: int)) {
            if ($) { send p.lock, eDigit, p.n; } else { send p.lock, eDigit, 0; }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var lock: machine;
            var i: int;
            lock = new Lock();
            while (i < 3) {
                i = i + 1;
                new Finger((lock = lock, n = i));
            }
        }
    }
}

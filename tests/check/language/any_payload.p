// check
// verdict: verified
// Values of all kinds in an `any`, and casts back.

event eAny: any;

enum Color { RED, GREEN }

machine Box {
    var last: any;
    var numbers: int;

    start state Init {
        on eAny do (v: any) {
            if (v == last) { numbers = numbers + 1; }
            last = v;
            if (v == (1, true)) { assert (v as (int, bool)).0 == 1; }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Box();
            new Twin(m);
            send m, eAny, 1;
            send m, eAny, GREEN;
            send m, eAny, "1";
        }
    }
}

machine Twin {
    start state Init {
        entry (m: machine) {
            send m, eAny, 1;
            if ($) { send m, eAny, (1, true); } else { send m, eAny, m; }
            send m, eAny, null;
        }
    }
}

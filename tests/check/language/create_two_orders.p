// check
// verdict: verified
// Two makers side by side: which machine was made first makes no difference.

event eHello: int;
event eMade: machine;

machine Child {
    start state Init {
        entry (p: (m: machine, n: int)) { send p.m, eMade, this; }
        ignore eHello;
    }
}

machine Maker {
    var mine: set[machine];

    start state Init {
        entry (n: int) {
            new Child((m = this, n = n));
            new Child((m = this, n = n + 1));
        }
        on eMade do (c: machine) {
            mine += (c);
            send c, eHello, sizeof(mine);
        }
    }
}

machine Main {
    start state Init {
        entry {
            new Maker(10);
            new Maker(20);
        }
    }
}

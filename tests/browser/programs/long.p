// Many steps: six pairs play until one has had 450 returns.

event eBall: int;

machine Player {
    var other: machine;
    var returns: int;
    start state Wait {
        entry (first: machine) {
            if (first != null) {
                other = first;
                send other, eHello, this;
                send other, eBall, 0;
            }
        }
        on eHello do (who: machine) {
            other = who;
        }
        on eBall do (n: int) {
            returns = returns + 1;
            assert returns < 450, "450 returns";
            send other, eBall, n + 1;
        }
    }
}

event eHello: machine;

machine Court {
    start state Init {
        entry {
            var i: int;
            while (i < 6) {
                new Player(new Player(null as machine));
                i = i + 1;
            }
        }
    }
}

test tcLong [main = Court]: { Player, Court };

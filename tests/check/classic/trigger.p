// check
// verdict: verified
// One function for two events tells them apart by its trigger.

event eLeft: int;
event eRight: int;

main machine Main {
    var at: int;

    start state Init {
        entry { new Walker(this); }
        on eLeft, eRight do Move;
    }

    fun Move() {
        if (trigger == eLeft) at = at - payload;
        else at = at + payload;
        assert at <= 3;
        assert at >= -3;
    }
}

model Walker {
    start state Init {
        entry {
            var i: int;
            while (i < 3) {
                if ($) send payload as machine, eLeft, 1;
                else send payload as machine, eRight, 1;
                i = i + 1;
            }
        }
    }
}

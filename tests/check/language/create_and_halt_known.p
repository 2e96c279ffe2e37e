// check
// verdict: verified
// The last helper is remembered, although it is gone: the one before is not.

event eHello: machine;
event eResult;

machine Helper {
    start state Init {
        on eHello do (m: machine) {
            send m, eResult;
            raise halt;
        }
    }
}

machine Main {
    var last: machine;

    start state Working {
        entry {
            var helper: machine;
            helper = new Helper();
            assert helper != last;
            last = helper;
            send helper, eHello, this;
        }
        on eResult do {
            if ($) { send last, eHello, this; }
            goto Working;
        }
    }
}

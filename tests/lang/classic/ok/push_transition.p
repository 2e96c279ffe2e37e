// A pushed state inherits actions; pop returns to the state below.

event eEnter: int;
event eLeave;
event eCommon;

main machine Main {
    var depth: int;

    start state Outer {
        entry {
            raise eEnter, 1;
        }
        on eEnter push Inner;
        on eCommon do { depth = 0; };
    }

    state Inner {
        entry {
            depth = depth + payload;
            send this, eCommon;
            send this, eLeave;
        }
        on eLeave do { pop; };
        exit { depth = depth - 1; }
    }
}

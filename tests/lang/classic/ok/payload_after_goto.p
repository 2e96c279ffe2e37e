// The entry of a target sees what the transition's event brought.

event eBegin: seq[int];
event eAgain: seq[int];

main machine Main {
    var first: int;

    start state Init {
        entry { send this, eBegin, default(seq[int]); }
        on eBegin goto Work;
    }

    state Work {
        entry {
            if (sizeof(payload) > 0)
                first = payload[0];
        }
        on eAgain goto Work;
        ignore eBegin;
        exit { assert payload != 1; }
    }
}

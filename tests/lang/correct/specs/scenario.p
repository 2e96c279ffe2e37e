// A scenario is covered when it reaches a cold state.

event eBegin;
event eEnd: int;

scenario BeginThenEnd observes eBegin, eEnd {
    start state Init {
        on eBegin goto Begun;
        ignore eEnd;
    }

    hot state Begun {
        on eEnd do (n: int) {
            if (n > 0) { goto Covered; }
        }
        ignore eBegin;
    }

    cold state Covered { ignore eBegin, eEnd; }
}

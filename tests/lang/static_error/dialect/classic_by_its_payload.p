// An undeclared payload is a sign of the 2015 dialect, which wants a main machine.

event eCount: int;

machine Counter { // error: E0310
    var n: int;

    start state Init {
        on eCount do { n = n + payload; }
    }
}

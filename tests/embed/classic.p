// The 2015 dialect, inside of another program.

event eAsk: (machine, int);
event eAnswer: int;

model Asker {
    start state Init { on eAnswer do { }; }
}

main machine Doubler {
    start state Init {
        on eAsk do { send payload.0, eAnswer, payload.1 * 2; };
    }
}

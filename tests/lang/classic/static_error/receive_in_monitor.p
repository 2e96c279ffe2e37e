// A monitor waits for nothing.

event eTick;
event eTock;

spec Watch monitors eTick, eTock {
    start state Init {
        on eTick do {
            receive { // error: E0601
                case eTock: { }
            }
        };
        ignore eTock;
    }
}

main machine Main {
    start state Init { }
}

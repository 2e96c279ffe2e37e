event eRead;
event eWrite: int;
interface Reader() receives eRead;
interface Writer() receives eWrite;

machine Store receives eRead, eWrite; {
    var value: int;

    start state Serve {
        on eRead do { print format("{0}", value); }
        on eWrite do (v: int) { value = v; }
    }
}

machine Main {
    start state Init {
        entry {
            send new Reader(), eRead;
            send new Writer(), eWrite, 7;
        }
    }
}

test tcBoth [main = Main]: { Main, Store -> Reader, Store -> Writer };

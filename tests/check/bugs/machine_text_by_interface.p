// check
// verdict: bug
//
// Two machines of one kind behind two interfaces have two names: what says that they have
// one is wrong.

event eName: string;
event eStop;

interface Left(Main) receives eStop;
interface Right(Main) receives eStop;

machine Main {
    var first: string;

    start state S {
        entry {
            new Left(this);
            new Right(this);
        }
        on eName do (name: string) {
            assert first == "" || first == name, "two names";  // bug: assertion two names
            first = name;
        }
    }
}

machine Worker {
    start state S {
        entry (boss: Main) {
            send boss, eName, format("{0}", this);
        }
        on eStop do { raise halt; }
    }
}

test tcTwo [main=Main]: { Main, Worker -> Left, Worker -> Right };

// Diagnostics as people see them.
event eGo: (count: int, to: machine);

machine Main {
    var counter: int;
    var counter: bool;

    start state Init {
        entry {
            conter = 1;
            send this, eGo, (count = "one", to = this);
            if (counter) goto Nowhere;
        }
        on eGo do (go: (count: int)) { }
    }

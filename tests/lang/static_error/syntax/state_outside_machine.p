// States belong to a machine.

machine Main {
    start state Init { }
}

state Lost { } // error: E0101

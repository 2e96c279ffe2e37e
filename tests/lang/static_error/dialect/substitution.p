// One machine for checking, another for execution: the 2015 dialect.

machine Abstract {
    start state Init { }
}

machine Concrete {
    start state Init { }
}

machine Main {
    start state Init {
        entry {
            new Abstract() for Concrete; // error: E0110
        }
    }
}

// Two events of different types: the payload is of type any.

event eAdd: int;
event eSet: bool;

main machine Main {
    var n: int;

    start state Init {
        on eAdd, eSet do {
            n = payload; // error: E0401
        };
    }
}

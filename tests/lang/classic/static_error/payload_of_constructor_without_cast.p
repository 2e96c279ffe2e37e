// A constructor's payload is of type any.

main machine Main {
    var n: int;

    start state Init {
        entry {
            n = payload; // error: E0401
        }
    }
}

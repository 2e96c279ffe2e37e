// A cast between disjoint types.

event eTick: int;

main machine Main {
    var b: bool;

    start state Init {
        on eTick do {
            b = payload as bool; // error: E0413
        };
    }
}

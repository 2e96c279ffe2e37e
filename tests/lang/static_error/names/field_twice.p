// Two variables of one machine.

machine Main {
    var count: int;
    var limit, count: int; // error: E0201

    start state Init { }
}

// A global parameter keeps its name everywhere.

param nodes: int;

machine Main {
    var nodes: int; // error: E0211

    start state Init { }
}

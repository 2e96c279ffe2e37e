// Parameters have types like everything else.

param nodes: int;

fun Work(): bool {
    return nodes; // error: E0401
}

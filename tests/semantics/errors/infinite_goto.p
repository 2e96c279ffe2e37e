// So is a chain of states.

machine Main {
    start state A { entry { goto B; } }
    state B { entry { goto A; } }
}

// bug: infinite-loop

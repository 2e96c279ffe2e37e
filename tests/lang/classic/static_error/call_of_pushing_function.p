// Nor one that pushes.

main machine Main {
    fun Down() { push Below; }

    start state Init {
        entry {
            Down(); // error: E0508
        }
    }

    state Below { }
}

// The machine is no pattern.

machine Leaf {
    start state Init { }
}

main machine Main {
    start state Init {
        entry {
            new Leaf<Leaf>(); // error: E0312
        }
    }
}

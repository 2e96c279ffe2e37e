// Each instance wants a larger one.

model Wrap<Inner> {
    start state Init {
        entry {
            new Wrap<Wrap<Inner>>(); // error: E0312
        }
    }
}

machine Leaf {
    start state Init { }
}

main machine Main {
    start state Init {
        entry { new Wrap<Leaf>(); }
    }
}

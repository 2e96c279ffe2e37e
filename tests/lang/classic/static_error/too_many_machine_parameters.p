// The pattern takes one machine.

model Wrap<Inner> {
    start state Init {
        entry { new Inner(); }
    }
}

machine Leaf {
    start state Init { }
}

main machine Main {
    start state Init {
        entry {
            new Wrap<Leaf, Leaf>(); // error: E0312
        }
    }
}

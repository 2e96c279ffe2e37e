// A mistake in a pattern is one mistake, however often it is used.

model Wrap<Inner> {
    start state Init {
        entry {
            new Inner();
            undeclared = 1; // error: E0202
        }
    }
}

machine Leaf {
    start state Init { }
}

machine Twig {
    start state Init { }
}

main machine Main {
    start state Init {
        entry {
            new Wrap<Leaf>();
            new Wrap<Twig>();
            new Wrap<Wrap<Leaf>>();
        }
    }
}

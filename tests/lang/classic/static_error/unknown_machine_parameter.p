// The machine given does not exist.

model Wrap<Inner> {
    start state Init {
        entry { new Inner(); }
    }
}

main machine Main {
    start state Init {
        entry {
            new Wrap<Nobody>(); // error: E0206
        }
    }
}

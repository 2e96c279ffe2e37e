// A pattern is no machine by itself.

model Wrap<Inner> {
    start state Init {
        entry { new Inner(); }
    }
}

main machine Main {
    start state Init {
        entry {
            new Wrap(); // error: E0312
        }
    }
}

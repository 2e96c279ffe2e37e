// Two parameters of one name.

model Pair<Part, Part> { // error: E0201
    start state Init {
        entry { new Part(); }
    }
}

main machine Main {
    start state Init { }
}

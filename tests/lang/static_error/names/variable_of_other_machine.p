// A machine sees its own variables only.

machine Main {
    var count: int;

    start state Init { }
}

machine Other {
    start state Init {
        entry {
            print format("{0}", count); // error: E0202
        }
    }
}

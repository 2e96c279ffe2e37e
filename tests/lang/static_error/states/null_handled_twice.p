// `null` is an event like others here.

machine Main {
    start state Init {
        on null do { print "one"; }
        on null do { print "two"; } // error: E0303
    }
}

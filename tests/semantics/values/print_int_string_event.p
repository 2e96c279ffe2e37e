// How ints, strings, events, machines and null are printed.

event ePing;

machine Other {
    start state Init { }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            var e: event;
            print format("{0}", -5);  // prints: -5
            print format("[{0}]", "a\"b");  // prints: [a"b]
            print format("{0} {1}", e, m);  // prints: null null
            e = ePing;
            m = new Other();
            print format("{0} {1}", e, m);  // prints: ePing Other(2)
            e = halt;
            print format("{0}", e);  // prints: halt
        }
    }
}

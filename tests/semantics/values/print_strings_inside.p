// A string inside of a value is printed as it is; only traces quote it.

machine Main {
    start state Init {
        entry {
            var s: seq[string];
            var m: map[string, (string, int)];
            var a: any;
            s += (0, "a b");
            s += (1, "");
            m["k"] = ("v\"", 1);
            a = s;
            print format("{0} {1}", s, a);  // prints: (a b, ) (a b, )
            print format("{0}", m);  // prints: (<k-><v",1,>>)
        }
    }
}

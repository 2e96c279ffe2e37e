// A set prints as (<a>, <b>).

machine Main {
    start state Init {
        entry {
            var s: set[int];
            print format("{0}", s);  // prints: ()
            s += (1);
            s += (2);
            print format("{0}", s);  // prints: (<1>, <2>)
        }
    }
}

// A set of `any` with a string in it is no set of ints.

machine Main {
    start state Init {
        entry {
            var s: set[any];
            var t: set[int];
            s += (1);
            t = s as set[int];
            s += ("two");
            print format("{0}", t);  // prints: (<1>)
            t = s as set[int];  // bug: bad-cast
        }
    }
}

// A map prints as (<k->v>, <k->v>).

machine Main {
    start state Init {
        entry {
            var m: map[int, string];
            print format("{0}", m);  // prints: ()
            m[1] = "one";
            m[2] = "two";
            print format("{0}", m);  // prints: (<1->one>, <2->two>)
        }
    }
}

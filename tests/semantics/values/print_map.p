// A map prints as (<k->v>, <k->v>).

machine Main {
    start state Init {
        entry {
            var m: map[int, int];
            print format("{0}", m);  // prints: ()
            m[1] = 10;
            m[2] = 20;
            print format("{0}", m);  // prints: (<1->10>, <2->20>)
        }
    }
}

// Several arguments of raise and send make a tuple.

event ePair: (int, int);

machine Main {
    start state Init {
        entry { raise ePair, 1, 10; }
        on ePair do (p: (int, int)) {
            print format("{0}", p);
            if (p.0 < 2) send this, ePair, p.0 + 1, 20;
        }
    }
}

// output:
//   <1,10,>
//   <2,20,>

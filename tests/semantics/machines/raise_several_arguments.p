// Several arguments of raise and send make a tuple.

event ePair: (int, string);

machine Main {
    start state Init {
        entry { raise ePair, 1, "one"; }
        on ePair do (p: (int, string)) {
            print format("{0}", p);
            if (p.0 < 2) send this, ePair, p.0 + 1, "more";
        }
    }
}

// output:
//   <1,one,>
//   <2,more,>

// A set keeps the order of insertion, whatever was removed between.

machine Main {
    start state Init {
        entry {
            var s: set[int];
            var x: int;
            s += (30);
            s += (10);
            s += (20);
            s += (10);
            print format("{0}", s);
            s -= 30;
            s += (5);
            s += (30);
            print format("{0}", s);
            print format("{0} {1}", s[0], s[3]);
            foreach (x in s) {
                print format("{0}", x);
            }
        }
    }
}

// output:
//   (<30>, <10>, <20>)
//   (<10>, <20>, <5>, <30>)
//   10 30
//   10
//   20
//   5
//   30

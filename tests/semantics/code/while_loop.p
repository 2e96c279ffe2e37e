// While, break and continue, nested.

machine Main {
    start state Init {
        entry {
            var i, j: int;
            while (true) {
                i = i + 1;
                if (i == 2) continue;
                if (i > 4) break;
                j = 0;
                while (j < 10) {
                    j = j + 1;
                    if (j < i) continue;
                    break;
                }
                print format("{0} {1}", i, j);
            }
            print format("end {0}", i);
        }
    }
}

// output:
//   1 1
//   3 3
//   4 4
//   end 5

// Assigning a map copies it, with the seqs inside.

machine Main {
    start state Init {
        entry {
            var a, b: map[int, seq[int]];
            a[7] = default(seq[int]);
            a[7] += (0, 1);
            b = a;
            b[7] += (0, 2);
            b[8] = a[7];
            b[8] -= 0;
            print format("{0}", a);  // prints: (<7->(1)>)
            print format("{0}", b);  // prints: (<7->(2, 1)>, <8->()>)
        }
    }
}

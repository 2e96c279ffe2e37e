// Assigning a map copies it, with the seqs inside.

machine Main {
    start state Init {
        entry {
            var a, b: map[string, seq[int]];
            a["x"] = default(seq[int]);
            a["x"] += (0, 1);
            b = a;
            b["x"] += (0, 2);
            b["y"] = a["x"];
            b["y"] -= 0;
            print format("{0}", a);  // prints: (<x->(1)>)
            print format("{0}", b);  // prints: (<x->(2, 1)>, <y->()>)
        }
    }
}

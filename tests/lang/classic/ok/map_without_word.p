// The paper's map type, alone and inside others.

main machine Main {
    var a: [int, bool];
    var b: seq[[int, seq[int]]];
    var c: (inner: [int, [int, int]], n: int);

    start state Init {
        entry {
            a[1] = true;
            b += (0, default([int, seq[int]]));
            b[0][3] = default(seq[int]);
            c.inner[1] = default([int, int]);
        }
    }
}

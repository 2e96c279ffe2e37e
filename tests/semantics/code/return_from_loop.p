// Return leaves all loops of a function.

fun Find(s: seq[seq[int]], wanted: int): (int, int) {
    var i, j: int;
    while (i < sizeof(s)) {
        j = 0;
        while (j < sizeof(s[i])) {
            if (s[i][j] == wanted) return (i, j);
            j = j + 1;
        }
        i = i + 1;
    }
    return (-1, -1);
}

machine Main {
    start state Init {
        entry {
            var s: seq[seq[int]];
            var x: seq[int];
            x += (0, 5);
            x += (1, 6);
            s += (0, default(seq[int]));
            s += (1, x);
            print format("{0} {1}", Find(s, 6), Find(s, 9));  // prints: <1,1,> <-1,-1,>
        }
    }
}

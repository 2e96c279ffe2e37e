// Any value can be a key or an element; equal ones are the same.

machine Main {
    start state Init {
        entry {
            var m: map[set[int], int];
            var s: set[seq[int]];
            var a, b: set[int];
            var x: seq[int];
            a += (1);
            a += (2);
            b += (2);
            b += (1);
            m[a] = 10;
            m[b] = 20;
            assert sizeof(m) == 1 && m[a] == 20 && b in m;
            x += (0, 1);
            s += (x);
            x += (0, 2);
            s += (x);
            x -= 0;
            s += (x);
            assert sizeof(s) == 2 && x in s;
            print format("{0}", m);  // prints: (<(<1>, <2>)->20>)
            print format("{0}", s);  // prints: (<(1)>, <(2, 1)>)
        }
    }
}

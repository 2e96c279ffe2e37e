// A tuple prints as <a,b,>, a named tuple as <n:v, m:w, >.

machine Main {
    start state Init {
        entry {
            var t: (int, (string, int));
            var n: (x: int, y: (z: string));
            var one: (int);
            t = (1, ("a", 2));
            n = (x = 3, y = (z = "b",));
            one = (7,);
            print format("{0}", t);  // prints: <1,<a,2,>,>
            print format("{0}", n);  // prints: <x:3, y:<z:b, >, >
            print format("{0}", one);  // prints: <7,>
        }
    }
}

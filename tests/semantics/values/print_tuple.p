// A tuple prints as <a,b,>, a named tuple as <n:v, m:w, >.

machine Main {
    start state Init {
        entry {
            var t: (int, (bool, int));
            var n: (x: int, y: (z: int));
            var one: (int);
            t = (1, (true, 2));
            n = (x = 3, y = (z = 4,));
            one = (7,);
            print format("{0}", t);  // prints: <1,<true,2,>,>
            print format("{0}", n);  // prints: <x:3, y:<z:4, >, >
            print format("{0}", one);  // prints: <7,>
        }
    }
}

// What `new` passes is a copy.

machine Other {
    start state Init {
        entry (m: map[int, int]) {
            m[1] = 100;
            print format("other {0}", m);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: map[int, int];
            m[1] = 1;
            new Other(m);
            m[1] = 2;
            new Other(m);
            print format("main {0}", m);
        }
    }
}

// output:
//   main (<1->2>)
//   other (<1->100>)
//   other (<1->100>)

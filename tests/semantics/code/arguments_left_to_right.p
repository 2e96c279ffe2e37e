// Arguments of calls, sends and creations are evaluated from left to right.

event eThree: (int, int, int);

machine Other {
    start state Init {
        entry (t: (int, int)) { print format("{0}", t); }
    }
}

machine Main {
    var n: int;

    fun Next(): int {
        n = n + 1;
        return n;
    }

    fun Show(a: int, b: int, c: int) {
        print format("{0} {1} {2}", a, b, c);
    }

    start state Init {
        entry {
            Show(Next(), Next(), Next());
            send this, eThree, Next(), Next(), Next();
            new Other(Next(), Next());
        }
        on eThree do (t: (int, int, int)) { print format("{0}", t); }
    }
}

// output:
//   1 2 3
//   <4,5,6,>
//   <7,8,>

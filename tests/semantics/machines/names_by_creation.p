// A machine's number counts all machines, in the order of their creation.

machine B {
    start state Init {
        entry { print format("{0}", this); }
    }
}

machine A {
    start state Init {
        entry {
            print format("{0} {1}", this, new B());
        }
    }
}

machine Main {
    start state Init {
        entry {
            print format("{0} {1} {2}", new A(), new B(), new A());
        }
    }
}

// output:
//   A(2) B(3) A(4)
//   A(2) B(5)
//   B(3)
//   A(4) B(6)
//   B(5)
//   B(6)

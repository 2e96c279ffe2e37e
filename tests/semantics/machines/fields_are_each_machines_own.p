// Two machines of one kind share no variables.

event eAdd: int;

machine Counter {
    var n: int;

    start state Init {
        on eAdd do (k: int) {
            n = n + k;
            print format("{0} {1}", this, n);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var a, b: machine;
            a = new Counter();
            b = new Counter();
            send a, eAdd, 1;
            send b, eAdd, 10;
            send a, eAdd, 2;
            send b, eAdd, 20;
        }
    }
}

// output:
//   Counter(2) 1
//   Counter(2) 3
//   Counter(3) 10
//   Counter(3) 30

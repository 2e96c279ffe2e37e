// A global function creates and sends in the name of the machine that calls it.

event eHello: int;

machine Other {
    start state Init {
        on eHello do (n: int) { print format("{0}: {1}", this, n); }
    }
}

fun Greet(n: int): machine {
    var m: machine;
    m = new Other();
    send m, eHello, n;
    return m;
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = Greet(1);
            Greet(2);
            send m, eHello, 3;
        }
    }
}

// output:
//   Other(2): 1
//   Other(2): 3
//   Other(3): 2

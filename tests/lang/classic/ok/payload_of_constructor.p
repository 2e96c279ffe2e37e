// A constructor's payload is of type any: whatever was given, it is cast.

machine Worker {
    var n: int;
    var master: machine;

    start state Init {
        entry {
            n = (payload as (int, machine)).0;
            master = (payload as (int, machine)).1;
        }
    }
}

machine Idler {
    start state Init {
        entry { assert payload == null || payload == 1; }
    }
}

main machine Main {
    start state Init {
        entry {
            new Worker(1, this);
            new Worker((2, this));
            new Idler();
            new Idler(1);
        }
    }
}

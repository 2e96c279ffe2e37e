// plait: --specs
// A monitor is created with a value and sees what it is told, nothing else.

event eA: int;

monitor Watch {
    var base: int;

    start state Init {
        entry {
            base = payload as int;
            print format("watch {0}", base);
        }
        on eA do { print format("told {0}", base + payload); };
    }
}

main machine Main {
    start state Init {
        entry {
            monitor Watch, eA, 1;
            new Watch(100);
            monitor Watch, eA, 2;
            send this, eA, 3;
        }
        on eA do { print format("main {0}", payload); };
    }
}

// output:
//   watch 100
//   told 102
//   main 3

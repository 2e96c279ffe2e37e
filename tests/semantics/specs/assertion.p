// plait: --specs
// An assertion of a spec fails at the send.

event eA: int;

spec Small observes eA {
    start state Init {
        on eA do (n: int) {
            assert n < 2, format("{0} is not small", n);  // bug: assertion 2 is not small
        }
    }
}

machine Main {
    start state Init {
        entry {
            var i: int;
            while (i < 5) {
                print format("send {0}", i);
                send this, eA, i;
                i = i + 1;
            }
        }
        ignore eA;
    }
}

// output:
//   send 0
//   send 1
//   send 2

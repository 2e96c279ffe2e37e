// A queue is first in, first out.

event eNumber: int;

machine Main {
    start state Init {
        entry {
            var i: int;
            while (i < 4) {
                send this, eNumber, i;
                i = i + 1;
            }
            print "sent";
        }
        on eNumber do (n: int) {
            print format("{0}", n);
            if (n < 2) send this, eNumber, n + 10;
        }
    }
}

// output:
//   sent
//   0
//   1
//   2
//   3
//   10
//   11

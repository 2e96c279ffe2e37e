// A case reads and changes the variables around it.

event eNumber: int;

machine Main {
    var field: int;

    start state Init {
        entry {
            var sum: int;
            var s: seq[int];
            send this, eNumber, 5;
            receive {
                case eNumber: (n: int) {
                    var twice: int;
                    twice = n * 2;
                    sum = sum + twice;
                    field = n;
                    s += (0, n);
                }
            }
            print format("{0} {1} {2}", sum, field, s);  // prints: 10 5 (5)
        }
    }
}

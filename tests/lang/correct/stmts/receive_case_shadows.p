// A case has variables of its own, and sees those around it.

event eTick: int;

machine Main {
    start state Init {
        entry {
            var x, y: int;
            receive {
                case eTick: (n: int) {
                    var x: bool;
                    x = n > y;
                    if (x) { y = n; }
                }
            }
            x = y + 1;
            print format("{0}", x);
        }
    }
}

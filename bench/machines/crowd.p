// A program of many machines, of which two or all have something to do, one after the other.
//
// bench/machines/run puts other numbers into the three functions.

event eNext: machine;
event eToken: int;

fun What(): int { return 0; }          // who gets the token, see below
fun Size(): int { return 100; }        // machines
fun Steps(): int { return 20000; }

// 0: the first two machines send the token to each other, the others wait.
// 1: it goes round all machines.
machine Main {
    start state Init {
        entry {
            var i: int;
            var first: machine;
            var last: machine;
            var next: machine;
            first = new Node();
            last = first;
            i = 1;
            while (i < Size()) {
                next = new Node();
                if (i == 1 || What() == 1) {
                    send last, eNext, next;
                    last = next;
                }
                i = i + 1;
            }
            send last, eNext, first;
            send first, eToken, Steps();
        }
    }
}

machine Node {
    var next: machine;
    var seen: int;

    start state Pass {
        on eNext do (neighbour: machine) {
            next = neighbour;
        }
        on eToken do (left: int) {
            seen = seen + 1;
            if (left > 0) {
                send next, eToken, left - 1;
            }
        }
    }
}

test tcCrowd [main = Main]: { Main, Node };

// Many deferred events: a state that defers all of them leaves them where they are, and one that
// takes or ignores a few finds just these, in order.

event eA: int;
event eB: int;
event eC: int;
event eGo;

machine Main {
    var sum: int;
    var count: int;

    start state First {
        defer eA, eB, eC;
        entry {
            var i: int;
            while (i < 40) {
                send this, eA, i;
                if (i == 10 || i == 30) {
                    send this, eB, i;
                }
                if (i == 20) {
                    send this, eC, i;
                }
                i = i + 1;
            }
            send this, eGo;
        }
        on eGo goto DefersAll;
    }

    state DefersAll {
        defer eA, eB, eC;
        entry { send this, eGo; }
        on eGo goto TakesTheLateOne;
        exit { print "all were deferred again"; }
    }

    state TakesTheLateOne {
        defer eA, eB;
        on eC do (n: int) {
            print format("c {0}", n);
            goto LooksForMore;
        }
    }

    state LooksForMore {
        defer eA, eB;
        entry { send this, eGo; }
        on eC do (n: int) { assert false, "there was one only"; }
        on eGo goto TakesB;
    }

    state TakesB {
        defer eA;
        entry { send this, eB, 50; }
        on eB do (n: int) {
            print format("b {0}", n);
            if (n == 30) {
                goto Ignores;
            }
        }
    }

    state Ignores {
        defer eA;
        ignore eB;
        entry { send this, eGo; }
        on eGo goto TakesA;
    }

    state TakesA {
        on eA do (n: int) {
            assert n == count, "not in order";
            sum = sum + n;
            count = count + 1;
            if (count == 40) {
                print format("a {0}", sum);
            }
        }
    }
}

// output:
//   all were deferred again
//   c 20
//   b 10
//   b 30
//   a 780

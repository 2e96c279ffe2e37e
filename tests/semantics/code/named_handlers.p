// Handlers can be functions of the machine; they get the payload.

event eAdd: int;
event eMove: int;

machine Main {
    var sum: int;

    fun Begin() { print "begin"; }
    fun Add(n: int) {
        sum = sum + n;
        print format("sum {0}", sum);
    }
    fun Between(n: int) { print format("between {0}", n); }
    fun Enter(n: int) { print format("enter {0}", n); }
    fun Leave() { print "leave"; }

    start state Init {
        entry Begin;
        on eAdd do Add;
        on eMove goto Next with Between;
        exit Leave;
    }

    state Next {
        entry Enter;
        on eAdd do Add;
    }
}

machine Driver {
    start state Init {
        entry {
            var m: machine;
            m = new Main();
            send m, eAdd, 1;
            send m, eMove, 2;
            send m, eAdd, 3;
        }
    }
}

implementation go [main = Driver]: { Driver, Main };

// output:
//   begin
//   sum 1
//   leave
//   between 2
//   enter 2
//   sum 4

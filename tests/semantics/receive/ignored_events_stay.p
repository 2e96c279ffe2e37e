// An event that the state ignores stays in the queue during a receive.

event eNoise: int;
event eGo;

machine Main {
    start state Init {
        entry {
            send this, eNoise, 1;
            send this, eGo;
            receive { case eGo: { print "go"; } }
            goto Next;
        }
        ignore eNoise;
    }
    state Next {
        on eNoise do (n: int) { print format("noise {0}", n); }
    }
}

// output:
//   go
//   noise 1

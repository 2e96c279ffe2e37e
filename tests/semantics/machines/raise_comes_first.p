// A raised event is handled before everything in the queue.

event eQueued;
event eRaised: int;

machine Main {
    start state A {
        entry {
            send this, eQueued;
            raise eRaised, 5;
        }
        on eRaised do (n: int) { print format("raised {0}", n); }
        on eQueued do { print "queued"; }
    }
}

// output:
//   raised 5
//   queued

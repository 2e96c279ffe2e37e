// Raised events may raise again; the queue waits for the end of the chain.

event eStep: int;
event eQueued;

machine Main {
    start state A {
        entry {
            send this, eQueued;
            raise eStep, 0;
        }
        on eStep do (n: int) {
            print format("step {0}", n);
            if (n < 2) raise eStep, n + 1;
        }
        on eQueued do { print "queued"; }
    }
}

// output:
//   step 0
//   step 1
//   step 2
//   queued

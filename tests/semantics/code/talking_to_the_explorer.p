// What a program says to the explorer that checks it does nothing in a run, and needs
// no C.

enum tPhase { STARTING, RUNNING }

fun ChangeOrder(m: machine, rank: int);
fun Seal();
fun Unseal();
fun TellExplorer(op: tPhase, number: int);

event eDone: machine;

machine Worker {
    start state Init {
        entry (boss: machine) {
            ChangeOrder(this, -3);
            Seal();
            send boss, eDone, this;
            Unseal();
        }
    }
}

machine Main {
    start state Init {
        entry {
            new Worker(this);
            TellExplorer(RUNNING, 7);
            print "begun";  // prints: begun
        }
        on eDone do (worker: machine) {
            ChangeOrder(worker, 1);
            print "done";  // prints: done
        }
    }
}

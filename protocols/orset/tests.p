// A client at each replica, who adds and removes elements.

param operations: int;  // of each client
param elements: int;

machine Client {
    start state Working {
        entry (replica: machine) {
            var i: int;

            while (i < operations) {
                i = i + 1;
                if ($) { send replica, eAdd, choose(elements); }
                else { send replica, eRemove, choose(elements); }
            }
            raise halt;
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var all, others: set[machine];
            var replica: machine;

            while (sizeof(all) < replicas) { all += (new Replica(sizeof(all))); }
            foreach (replica in all) {
                others = all;
                others -= (replica);
                send replica, eOthers, others;
                new Client(replica);
            }
            raise halt;
        }
    }
}

module system = union orset, { Driver, Client };

test param (replicas in [2, 3, 4, 5], operations in [1], elements in [1]) tcReplicas [main = Driver]:
    assert SameOperations in system;
test param (replicas in [2], operations in [2], elements in [2]) tcTwoElements [main = Driver]:
    assert SameOperations in system;
test param (replicas in [4], operations in [3], elements in [2]) tcLarge [main = Driver]:
    assert SameOperations in system;
test param (replicas in [2, 3], operations in [1], elements in [1]) tcConverges [main = Driver]:
    assert Converges in system;

test param (replicas in [3], operations in [1], elements in [3], bug_orset_no_memory in [true])
    tcBugNoMemory [main = Driver]: assert SameOperations in system;

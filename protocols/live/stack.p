// The stack, as it runs. It ends when all but one replica are off and clients have their answers.

test param (clients in [4], requests in [50], places in [3], replicas in [3], failures in [2], pause in [20], window in [8],
            executing in [true])
    stack [main = Driver]: assert Linearizable, OneAnswer in whole;

// The same over Multi-Paxos: the leader fails, and an acceptor of three is down for a while.
test param (clients in [4], requests in [20], places in [3], leaders in [2], acceptors in [3], failures in [1], crashes in [1],
            pause in [20], window in [8], executing in [true])
    log [main = Driver]: assert Linearizable, OneAnswer, LogConsistency in whole_log;
test param (clients in [2], requests in [15], places in [3], lists in [true], leaders in [2], acceptors in [3], failures in [1],
            crashes in [1], pause in [20], window in [8], executing in [true])
    list [main = Driver]: assert Linearizable, OneAnswer, LogConsistency in whole_list;

// Two-phase commit over three participants; two nodes, perhaps the coordinator, are down for a while, one after the other.
test param (clients in [3], transactions in [15], participants in [3], accounts in [2], crashes in [2], pause in [20], window in [8])
    commit [main = CommitDriver]: assert Atomicity, Isolation, Progress in whole_commit;

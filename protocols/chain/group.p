// A chain that is set up for some clients.

param replicas: int;
param stops: int;  // of replicas, fewer than there are

fun NewChain(users: set[machine]) {
    var master: machine;
    var chain: seq[machine];
    var nodes: set[machine];

    master = new Master();
    while (sizeof(chain) < replicas) {
        chain += (sizeof(chain), new Replica((master = master, learner = NewLearner())));
        nodes += (chain[sizeof(chain) - 1]);
    }
    send master, eBegin, (chain = chain, clients = users);
    if (stops > 0) { new StopInjector((nodes = nodes, count = stops, detector = master)); }
}

machine ChainGroup {
    start state Init {
        entry (users: set[machine]) {
            NewChain(users);
            raise halt;
        }
    }
}

module chain = { Master, Replica };
module chain_group = union chain, { ChainGroup -> Group, StopInjector };

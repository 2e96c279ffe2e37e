// Multi-Paxos, set up for some clients.

param crashes: int;  // of acceptors

fun NewLog(users: set[machine]) {
    var executor: machine;
    var nodes, candidates: set[machine];

    executor = new Executor(NewLearner());
    while (sizeof(nodes) < acceptors) { nodes += (new Acceptor(executor)); }
    while (sizeof(candidates) < leaders) {
        candidates += (new Leader((number = sizeof(candidates), acceptors = nodes,
                                   executor = executor, clients = users)));
    }
    new Election(candidates);
    if (crashes > 0) { new CrashInjector((nodes = nodes, count = crashes)); }
}

machine LogGroup {
    start state Init {
        entry (users: set[machine]) {
            NewLog(users);
            raise halt;
        }
    }
}

module multipaxos = { Leader, Acceptor, Executor };
module log_group = union multipaxos, { LogGroup -> Group, AnyElections -> Election };

// P's tutorial 4_FailureDetector: nodes, a client, and one node that may fail.

fun Setup(count: int) {
    var nodes: set[Node];
    var clients: set[Client];
    while (sizeof(nodes) < count) {
        nodes += (new Node());
    }
    clients += (new Client(nodes));
    new FailureDetector((nodes = nodes, clients = clients));
    new FailureInjector((nodes = nodes, nFailures = 1));
}

machine Three {
    start state Init {
        entry { Setup(3); }
    }
}

test detector3 [main = Three]:
    assert ReliableFailureDetector in { Three, Node, Client, FailureDetector, FailureInjector, Timer };

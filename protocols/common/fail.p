// Nodes that fail silently. A failure detector pings nodes, and powers them off (eStop of stop.p)
// before it says that they have stopped.

event eFail;           // to a node: it does nothing any more, but its host can still be powered off
event ePing: machine;  // to a node: do you work?
event ePong: machine;  // its answer

type tFails = (nodes: set[machine], count: int);

// Lets `count` of the nodes fail, one after the other.
machine FailInjector {
    start state Failing {
        entry (plan: tFails) {
            var node: machine;

            while (plan.count > 0) {
                node = choose(plan.nodes);
                plan.nodes -= node;
                send node, eFail;
                plan.count = plan.count - 1;
            }
            raise halt;
        }
    }
}

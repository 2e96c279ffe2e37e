// Nodes that end for ever, at any time. Nobody is told.

type tHalts = (nodes: set[machine], count: int);

// Ends `count` of the nodes for ever, one after the other.
machine HaltInjector {
    start state Failing {
        entry (plan: tHalts) {
            var node: machine;

            while (plan.count > 0) {
                node = choose(plan.nodes);
                plan.nodes -= node;
                send node, halt;
                plan.count = plan.count - 1;
            }
            raise halt;
        }
    }
}

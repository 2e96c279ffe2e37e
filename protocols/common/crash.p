// Crashes of nodes that restart, injected at any time.
//
// A crashed node loses what it holds in memory and every message that reaches it. What it has
// written to stable storage, it keeps. P has no such failure: a node has to model it, by a
// state `Down` that drops everything.

event eCrash;    // to a node that can restart: it goes down
event eRestart;  // to a node that is down

type tCrashes = (nodes: set[machine], count: int);

// Crashes a node, lets it restart, and continues with the next failure; `count` times.
// A node may be hit more than once. Two failures overlap if the first node is slow.
machine CrashInjector {
    start state Failing {
        entry (plan: tCrashes) {
            var node: machine;

            while (plan.count > 0) {
                node = choose(plan.nodes);
                send node, eCrash;
                send node, eRestart;
                plan.count = plan.count - 1;
            }
            raise halt;
        }
    }
}

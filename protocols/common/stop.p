// Fail-stop failures: a node ends for ever, and a failure detector that never errs reports it.
//
// The detector is abstracted to one event: the node that stops sends it itself, as the last thing
// it does. It may arrive at any time later, but never too early.

event eStop: machine;     // to a node: stop, and let this machine know
event eStopped: machine;  // to that machine: the node that has stopped

type tStops = (nodes: set[machine], count: int, detector: machine);

// Stops `count` of the nodes, one after the other.
machine StopInjector {
    start state Failing {
        entry (plan: tStops) {
            var node: machine;

            while (plan.count > 0) {
                node = choose(plan.nodes);
                plan.nodes -= node;
                send node, eStop, plan.detector;
                plan.count = plan.count - 1;
            }
            raise halt;
        }
    }
}

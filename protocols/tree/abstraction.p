// Time. Two nodes that have asked each other wait for random times. If these differ, the slower one hears the faster
// one before it asks again: sooner or later they do. If not, both ask at the same time and notice it. The cable knows the times, and tells what happens.
//
// In each generation only the two nodes that are left last can contend.

event eWait: tGeneration;
event eWaitAgain: int;  // both waited equally long
event eAskAgain: int;   // you were faster
event eListen: int;     // you were slower, you will be asked

machine Cable {
    var first: tGeneration;  // null: nobody waits

    start state Timing {
        on eWait do (second: tGeneration) {
            var equal: bool;

            if (second.generation < first.generation) { return; }
            if (first.node == null || (second.generation > first.generation && !bug_tree_old_timer)) {
                first = second;
                return;
            }
            equal = $$;
            if (bug_tree_poor_numbers) { equal = $; }
            if (equal) {
                send first.node, eWaitAgain, second.generation;
                send second.node, eWaitAgain, second.generation;
            } else if ($) {
                Decide(first.node, second.node, second.generation);
            } else {
                Decide(second.node, first.node, second.generation);
            }
            first = default(tGeneration);
        }
    }

    fun Decide(fast: machine, slow: machine, generation: int) {
        send slow, eListen, generation;
        send fast, eAskAgain, generation;
    }
}

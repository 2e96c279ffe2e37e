// What a data structure promises: it looks like one that only one client uses at a time.

// There is an order of the operations that explains all results; an operation that begins after another one
// has been answered comes after it (linearizability, M. Herlihy and J. Wing, 1990).
//
// The specification keeps every explanation that is possible so far: the content, and the results of
// operations that it takes for done, but which are not answered yet. An answer rules out those with
// another result.
type tExplanation = (content: tContent, results: map[int, any]);

spec Linearizable observes eAsked, eAnswered {
    var open: map[int, tOperation];
    var explanations: set[tExplanation];

    start state Watching {
        entry { explanations += (default(tExplanation)); }
        on eAsked do (asked: (id: int, operation: any)) {
            open[asked.id] = asked.operation as tOperation;
        }
        on eAnswered do (answer: tResponse) {
            var explanation: tExplanation;
            var left: set[tExplanation];

            foreach (explanation in WithMoreDone()) {
                if (answer.id in explanation.results && explanation.results[answer.id] == answer.result) {
                    explanation.results -= answer.id;
                    left += (explanation);
                }
            }
            assert sizeof(left) > 0, format("the result {0} of {1} cannot be explained", answer.result, open[answer.id]);
            open -= answer.id;
            explanations = left;
        }
    }

    // All explanations, with any of the open operations done meanwhile, in any order.
    fun WithMoreDone(): set[tExplanation] {
        var all, last, more: set[tExplanation];
        var explanation: tExplanation;
        var id: int;

        all = explanations;
        last = explanations;
        while (sizeof(last) > 0) {
            more = default(set[tExplanation]);
            foreach (explanation in last) {
                foreach (id in keys(open)) {
                    if (!(id in explanation.results)) { more += (WithOneDone(explanation, id)); }
                }
            }
            foreach (explanation in more) { all += (explanation); }
            last = more;
        }
        return all;
    }

    fun WithOneDone(explanation: tExplanation, id: int): tExplanation {
        var outcome: tOutcome;

        outcome = Perform(explanation.content, open[id]);
        explanation.content = outcome.content;
        explanation.results[id] = outcome.result;
        return explanation;
    }
}

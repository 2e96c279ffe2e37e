// What transactions promise: all or nothing, as if one client at a time used one store.

// There is an order of the transactions that explains all outcomes; one that begins after another one has been answered comes after it
// (strict serializability). A transaction that is refused changes nothing, and there was a reason.
//
// The specification keeps every explanation that is possible so far, as that of protocols/datastore.
type tPlain = map[string, string];
type tExplanation = (store: tPlain, outcomes: map[int, tOutcome]);

spec StrictlySerializable observes eAsked, eAnswered {
    var open: map[int, tTransaction];
    var explanations: set[tExplanation];

    start state Watching {
        entry { explanations += (default(tExplanation)); }
        on eAsked do (asked: (id: int, operation: any)) {
            open[asked.id] = asked.operation as tTransaction;
        }
        on eAnswered do (answer: tResponse) {
            var explanation: tExplanation;
            var left: set[tExplanation];

            foreach (explanation in WithMoreDone()) {
                if (answer.id in explanation.outcomes
                    && explanation.outcomes[answer.id] == (answer.result as tOutcome)) {
                    explanation.outcomes -= answer.id;
                    left += (explanation);
                }
            }
            assert sizeof(left) > 0, format("the outcome {0} of {1} cannot be explained", answer.result, open[answer.id]);
            open -= answer.id;
            explanations = left;
        }
    }

    // All explanations, with any of the open transactions done meanwhile, in any order.
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
                    if (!(id in explanation.outcomes)) { more += (WithOneDone(explanation, id)); }
                }
            }
            foreach (explanation in more) { all += (explanation); }
            last = more;
        }
        return all;
    }

    fun WithOneDone(explanation: tExplanation, id: int): tExplanation {
        var store: tPlain;
        var action: tAction;
        var outcome: tOutcome;

        store = explanation.store;
        outcome.verdict = YES;
        foreach (action in open[id].actions) {
            if (IsRefused(store, action, open[id].is_strict)) {
                explanation.outcomes[id] = (verdict = NO, results = default(seq[tResult]));
                return explanation;
            }
            outcome.results += (sizeof(outcome.results), ResultOf(store, action));
            store = After(store, action);
        }
        explanation.store = store;
        explanation.outcomes[id] = outcome;
        return explanation;
    }

    fun Matches(store: tPlain, action: tAction): bool {
        return action.key in store && store[action.key] == action.expected;
    }

    fun IsRefused(store: tPlain, action: tAction, is_strict: bool): bool {
        return is_strict && action.kind == CAS && !Matches(store, action);
    }

    fun ResultOf(store: tPlain, action: tAction): tResult {
        if (action.kind == SET) { return (kind = DONE, text = ""); }
        if (action.kind == DEL) { return Counted(action.key in store); }
        if (action.kind == CAS) { return Counted(Matches(store, action)); }
        if (action.key in store) { return (kind = TEXT, text = store[action.key]); }
        return (kind = NOTHING, text = "");
    }

    fun After(store: tPlain, action: tAction): tPlain {
        if (action.kind == SET || (action.kind == CAS && Matches(store, action))) {
            store[action.key] = action.value;
        }
        if (action.kind == DEL) { store -= action.key; }
        return store;
    }
}

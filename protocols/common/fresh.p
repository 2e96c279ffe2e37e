// What a replicated service promises about queries.

// A query sees every request that was done before it was asked.
spec FreshAnswers observes eResponse, eQuery, eAnswer {
    var done: int;             // the highest number of a request that is done
    var least: map[int, int];  // for each query: `done` when it was asked

    start state Watching {
        on eResponse do (u: tResponse) {
            if (u.number > done) { done = u.number; }
        }
        on eQuery do (q: (client: machine, id: int)) {
            if (!(q.id in least)) { least[q.id] = done; }
        }
        on eAnswer do (a: (id: int, version: int)) {
            assert a.version >= least[a.id], format("the answer to {0} is old", a.id);
        }
    }
}

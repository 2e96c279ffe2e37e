// The front of the transactions: it numbers what clients ask for, and sends it again when another one coordinates.
//
// It listens only to the coordinator that it sent to last: an older one may refuse what a newer one commits.

type tAsker = (client: machine, id: int);

machine Front {
    var directory: machine;
    var coordinator: machine;  // null: there is none yet
    var generation: int;
    var open: map[int, tTransaction];
    var last, done: int;  // transactions that were numbered; all up to `done` have their outcomes
    // Requests of clients: the number of their first transaction, who asked, and what is missing.
    var firsts: map[int, int];  // by the number of a transaction: that of the first one of its request
    var askers: map[int, tAsker];
    var missing: map[int, int];
    var outcomes: map[int, seq[tOutcome]];

    start state Serving {
        entry (d: machine) {
            directory = d;
            send directory, eFront, this;
        }
        on eCoordinator do (c: (generation: int, coordinator: machine)) {
            var is_again: bool;

            if (c.generation <= generation) { return; }
            is_again = coordinator != null;
            generation = c.generation;
            coordinator = c.coordinator;
            if (!is_again || !bug_front_sends_once) { SendFrom(done + 1, is_again); }
        }
        on eTransactions do (r: (client: machine, id: int, list: seq[tTransaction])) {
            var first, i: int;

            first = last + 1;
            askers[first] = (client = r.client, id = r.id);
            missing[first] = sizeof(r.list);
            outcomes[first] = default(seq[tOutcome]);
            while (i < sizeof(r.list)) {
                last = last + 1;
                open[last] = r.list[i];
                firsts[last] = first;
                outcomes[first] += (i, default(tOutcome));
                i = i + 1;
            }
            SendFrom(first, false);
        }
        on eAnswers do (a: (generation: int, list: seq[tAnswer])) {
            var answer: tAnswer;

            if (a.generation != generation) { return; }
            foreach (answer in a.list) { Take(answer); }
            while (done < last && !(done + 1 in open)) { done = done + 1; }
        }
    }

    fun SendFrom(number: int, is_again: bool) {
        var list: seq[tNumbered];
        var units: int;

        if (coordinator == null) { return; }
        while (number <= last) {
            if (number in open) {
                units = units + sizeof(open[number].actions);
                if (units > units_of_message) {
                    SendList(list, is_again);
                    list = default(seq[tNumbered]);
                    units = sizeof(open[number].actions);
                }
                list += (sizeof(list), (number = number, transaction = open[number]));
            }
            number = number + 1;
        }
        if (sizeof(list) > 0) { SendList(list, is_again); }
    }

    fun SendList(list: seq[tNumbered], is_again: bool) {
        send coordinator, eCoordinate, (front = this, done = done, is_again = is_again, list = list);
    }

    fun Take(answer: tAnswer) {
        var first, i: int;
        var outcome: tOutcome;

        if (!(answer.number in open)) { return; }
        outcome.verdict = answer.verdict;
        while (i < sizeof(answer.results)) {
            outcome.results += (i, answer.results[i]);
            i = i + 1;
        }
        first = firsts[answer.number];
        open -= answer.number;
        firsts -= answer.number;
        outcomes[first][answer.number - first] = outcome;
        missing[first] = missing[first] - 1;
        if (missing[first] > 0) { return; }
        send askers[first].client, eOutcomes, (id = askers[first].id, list = outcomes[first]);
        askers -= first;
        missing -= first;
        outcomes -= first;
    }
}

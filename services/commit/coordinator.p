// The coordinator of transactions over partitions.
//
// It asks all partitions of a transaction but one, the decider, to prepare their shares; when all have, the decider decides, and
// the others are told. Transactions with common keys wait for each other here, in the order in which they came, until
// the earlier one is decided: what is sent to a partition later is executed later. Those of one partition are executed
// there in one step, so they never hold up others.
//
// The coordinator keeps nothing that must survive it. A new one first fences off the older ones at all partitions, and learns there
// what is in doubt: what was prepared, and has not ended. It asks the deciders, which can not decide it any more, and tells the others. Then it
// opens, and fronts send again what they have no outcome of.
//
// A coordinator is appointed once. When it is deposed, another machine takes its place and waits.

param partitions: int;
param units_of_message: int;  // actions and steps that travel together

type tSetup = (directory: machine, groups: seq[machine], place: int);

// The container of a coordinator.
machine Seat {
    start state Init {
        entry (setup: tSetup) { new Coordinator(setup); }
    }
}

type tShares = map[int, seq[tPlaced]];  // by partition
type tOpen = (transaction: tTransaction, is_again: bool, has_begun: bool, shares: tShares, decider: int,
              results: tResults, missing: int, verdict: tVerdict);
type tDoubt = (decider: int, holders: seq[int]);
type tSent = (partition: int, steps: seq[tOperation]);

machine Coordinator {
    var setup: tSetup;
    var gateways: seq[machine];  // of each partition
    var generation: int;
    // What was sent to partitions and has no replies, and what is to be sent at the end of this step.
    var sent: map[int, tSent];
    var last_sent: int;
    var outbox: map[int, seq[tOperation]];
    var answers: map[machine, seq[tAnswer]];
    // While it takes over.
    var in_doubt: map[tId, tDoubt];
    // Transactions without outcome; for each key those that hold it (the first) or wait for it.
    var open: map[tId, tOpen];
    var queues: map[string, seq[tId]];
    var next: seq[tId];  // those that may be able to begin
    // Committed, but not all others have said that they made the changes.
    var unsettled: map[tId, int];
    var done: map[machine, int];  // of fronts

    start state Waiting {
        entry (s: tSetup) {
            var group: machine;

            setup = s;
            foreach (group in setup.groups) {
                gateways += (sizeof(gateways), new Gateway(group));
            }
            send setup.directory, eCandidate, (coordinator = this, place = setup.place);
        }
        on eAppointed do (g: int) {
            generation = g;
            goto TakingOver;
        }
        on eDeposed do GiveWay;
        defer eCoordinate;
    }

    fun GiveWay() {
        var gateway: machine;

        new Coordinator(setup);
        foreach (gateway in gateways) { send gateway, halt; }
        raise halt;
    }

    // ------------------------------------------------------------------------- takeover

    // Older coordinators have no effect any more.
    state TakingOver {
        entry {
            var i: int;

            while (i < partitions) {
                Tell(i, Step(TAKE_OVER, default(tId)));
                i = i + 1;
            }
            Flush();
        }
        on eReplies do (r: (id: int, results: seq[tReply])) {
            var partition: int;
            var id: tId;

            partition = sent[r.id].partition;
            sent -= r.id;
            if (sizeof(r.results) > 0) {
                foreach (id in keys(r.results[0].in_doubt)) {
                    if (!(id in in_doubt)) {
                        in_doubt[id] = (decider = r.results[0].in_doubt[id], holders = default(seq[int]));
                    }
                    in_doubt[id].holders += (0, partition);
                }
            }
            if (sizeof(sent) == 0) { goto Asking; }
        }
        on eDeposed do GiveWay;
        defer eCoordinate;
    }

    // What the deciders have not decided until now, they never will.
    state Asking {
        entry {
            var id: tId;

            foreach (id in keys(in_doubt)) {
                if (bug_forgets_decisions) { TellHolders(id, GIVE_UP); }
                else { Tell(in_doubt[id].decider, Step(ASK, id)); }
            }
            Flush();
            if (sizeof(sent) == 0) { goto Working; }
        }
        on eReplies do (r: (id: int, results: seq[tReply])) {
            var i: int;
            var step: tOperation;

            while (i < sizeof(r.results)) {
                step = sent[r.id].steps[i];
                if (step.step == ASK && r.results[i].verdict == YES) {
                    TellHolders(step.id, COMMIT);
                } else if (step.step == ASK) { TellHolders(step.id, GIVE_UP); }
                i = i + 1;
            }
            sent -= r.id;
            Flush();
            if (sizeof(sent) == 0) { goto Working; }
        }
        on eDeposed do GiveWay;
        defer eCoordinate;
    }

    fun TellHolders(id: tId, step: tStep) {
        var partition: int;

        foreach (partition in in_doubt[id].holders) { Tell(partition, Step(step, id)); }
    }

    // --------------------------------------------------------------------- transactions

    state Working {
        on eCoordinate do (c: (front: machine, done: int, is_again: bool, list: seq[tNumbered])) {
            var n: tNumbered;

            done[c.front] = c.done;
            foreach (n in c.list) {
                Admit((front = c.front, number = n.number), n.transaction, c.is_again);
            }
            Flush();
        }
        on eReplies do (r: (id: int, results: seq[tReply])) {
            var i: int;
            var steps: seq[tOperation];

            steps = sent[r.id].steps;
            sent -= r.id;
            while (i < sizeof(steps)) {
                // A partition without replicas has no results.
                if (sizeof(r.results) == 0) { TakeReply(steps[i], Said(GONE)); }
                else { TakeReply(steps[i], r.results[i]); }
                i = i + 1;
            }
            Flush();
        }
        on eDeposed do GiveWay;
    }

    fun Admit(id: tId, transaction: tTransaction, is_again: bool) {
        var o: tOpen;
        var i, partition: int;

        o.transaction = transaction;
        o.is_again = is_again;
        o.decider = transaction.actions[0].hash % partitions;
        while (i < sizeof(transaction.actions)) {
            partition = transaction.actions[i].hash % partitions;
            if (!(partition in o.shares)) { o.shares[partition] = default(seq[tPlaced]); }
            o.shares[partition] += (sizeof(o.shares[partition]), (place = i, action = transaction.actions[i]));
            i = i + 1;
        }
        open[id] = o;
        if (bug_holds_nothing || Queue(id)) { Begin(id); }
    }

    // A transaction of one partition that need not wait does not hold up others. Whether it may begin.
    fun Queue(id: tId): bool {
        var action: tAction;
        var is_first: bool;

        is_first = true;
        foreach (action in open[id].transaction.actions) {
            if (action.key in queues && queues[action.key][0] != id) { is_first = false; }
        }
        if (is_first && sizeof(open[id].shares) == 1) { return true; }
        foreach (action in open[id].transaction.actions) {
            if (!(action.key in queues)) { queues[action.key] = default(seq[tId]); }
            if (!(id in queues[action.key])) {
                queues[action.key] += (sizeof(queues[action.key]), id);
            }
        }
        return is_first;
    }

    fun Begin(id: tId) {
        open[id].has_begun = true;
        if (sizeof(open[id].shares) == 1) {
            Decide(id);
            Leave(id);
        } else if (open[id].is_again && !bug_tries_again) {
            Tell(open[id].decider, Step(ASK, id));
        } else {
            Prepare(id);
        }
    }

    fun Prepare(id: tId) {
        var partition: int;
        var step: tOperation;

        foreach (partition in keys(open[id].shares)) {
            if (partition == open[id].decider) { continue; }
            step = Step(PREPARE, id);
            step.share = open[id].shares[partition];
            open[id].missing = open[id].missing + 1;
            Tell(partition, step);
        }
    }

    fun Decide(id: tId) {
        var step: tOperation;

        step = Step(DECIDE, id);
        step.share = open[id].shares[open[id].decider];
        step.results = open[id].results;
        Tell(open[id].decider, step);
    }

    fun TakeReply(step: tOperation, reply: tReply) {
        if (reply.verdict == OLD) { return; }  // the directory will tell
        if (step.step == ASK) {
            if (reply.verdict == NO) { Prepare(step.id); }
            else { End(step.id, reply.verdict, reply.results); }
        } else if (step.step == PREPARE) {
            TakeVote(step.id, reply);
        } else if (step.step == DECIDE) {
            if (sizeof(open[step.id].shares) > 1) { TellOthers(step.id, reply.verdict == YES); }
            End(step.id, reply.verdict, reply.results);
        } else if (step.step == COMMIT) {
            unsettled[step.id] = unsettled[step.id] - 1;
            if (unsettled[step.id] == 0) { unsettled -= step.id; }
        }
    }

    fun TakeVote(id: tId, reply: tReply) {
        var place: int;

        open[id].missing = open[id].missing - 1;
        if (reply.verdict != YES) { open[id].verdict = reply.verdict; }
        foreach (place in keys(reply.results)) { open[id].results[place] = reply.results[place]; }
        if (open[id].missing > 0) { return; }
        if (open[id].verdict != YES) {
            TellOthers(id, false);
            End(id, open[id].verdict, default(tResults));
            return;
        }
        Decide(id);
    }

    fun TellOthers(id: tId, is_committed: bool) {
        var partition: int;

        if (is_committed) { unsettled[id] = sizeof(open[id].shares) - 1; }
        foreach (partition in keys(open[id].shares)) {
            if (partition == open[id].decider) { continue; }
            if (is_committed) { Tell(partition, Step(COMMIT, id)); }
            else { Tell(partition, Step(GIVE_UP, id)); }
        }
    }

    fun End(id: tId, verdict: tVerdict, results: tResults) {
        Answer(id, verdict, results);
        Leave(id);
        open -= id;
    }

    fun Answer(id: tId, verdict: tVerdict, results: tResults) {
        if (!(id.front in answers)) { answers[id.front] = default(seq[tAnswer]); }
        answers[id.front] += (sizeof(answers[id.front]), (number = id.number, verdict = verdict, results = results));
    }

    // Those that wait for its keys may begin: what they send to partitions comes later there.
    fun Leave(id: tId) {
        var action: tAction;

        foreach (action in open[id].transaction.actions) {
            if (!(action.key in queues) || queues[action.key][0] != id) { continue; }
            queues[action.key] -= 0;
            if (sizeof(queues[action.key]) == 0) { queues -= action.key; }
            else { next += (sizeof(next), queues[action.key][0]); }
        }
    }

    fun BeginNext() {
        var id: tId;

        while (sizeof(next) > 0) {
            id = next[0];
            next -= 0;
            if (IsFirst(id)) { Begin(id); }
        }
    }

    fun IsFirst(id: tId): bool {
        var action: tAction;

        if (!(id in open) || open[id].has_begun) { return false; }
        foreach (action in open[id].transaction.actions) {
            if (!(action.key in queues) || queues[action.key][0] != id) { return false; }
        }
        return true;
    }

    // -------------------------------------------------------------------------- sending

    fun Step(step: tStep, id: tId): tOperation {
        var o: tOperation;

        o.step = step;
        o.generation = generation;
        o.id = id;
        if (step == PREPARE || step == DECIDE) {
            o.settled = SettledOf(id.front);
            o.decider = open[id].decider;
            o.is_strict = open[id].transaction.is_strict;
        }
        return o;
    }

    // Up to here the front has its outcomes, and all partitions made the changes.
    fun SettledOf(front: machine): int {
        var settled: int;
        var id: tId;

        settled = done[front];
        foreach (id in keys(unsettled)) {
            if (id.front == front && id.number <= settled) { settled = id.number - 1; }
        }
        return settled;
    }

    fun Tell(partition: int, step: tOperation) {
        if (!(partition in outbox)) { outbox[partition] = default(seq[tOperation]); }
        outbox[partition] += (sizeof(outbox[partition]), step);
    }

    fun Flush() {
        var partition: int;
        var front: machine;

        BeginNext();
        foreach (partition in keys(outbox)) { SendSteps(partition); }
        outbox = default(map[int, seq[tOperation]]);
        foreach (front in keys(answers)) {
            send front, eAnswers, (generation = generation, list = answers[front]);
        }
        answers = default(map[machine, seq[tAnswer]]);
    }

    // In messages that are not too large for a session.
    fun SendSteps(partition: int) {
        var steps: seq[tOperation];
        var step: tOperation;
        var units, more: int;

        foreach (step in outbox[partition]) {
            more = UnitsOf(step);
            if (units > 0 && units + more > units_of_message) {
                SendMessage(partition, steps);
                steps = default(seq[tOperation]);
                units = 0;
            }
            steps += (sizeof(steps), step);
            units = units + more;
        }
        SendMessage(partition, steps);
    }

    fun SendMessage(partition: int, steps: seq[tOperation]) {
        last_sent = last_sent + 1;
        sent[last_sent] = (partition = partition, steps = steps);
        send gateways[partition], eRequests, (client = this, id = last_sent, operations = steps);
    }
}

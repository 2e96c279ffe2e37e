// A replica of the chain.
//
// Updates enter at the head, which numbers them, and pass along the chain. When the tail has applied
// one, every replica has: the tail answers the client, and an acknowledgement goes back along the chain.
// Until then it may be necessary to send it again, to another successor. Queries are answered by
// the tail, which only knows updates that all replicas have.
//
// R. van Renesse, F. Schneider: Chain Replication for Supporting High Throughput and
// Availability, OSDI 2004.

type tReplicaSetup = (master: machine, learner: machine);

machine Replica {
    var master: machine;
    var learner: machine;                 // executes the updates; null: nobody does
    var predecessor, successor: machine;  // null: head, tail
    var history: seq[tRequest];           // applied; update number n is at place n - 1
    var results: seq[any];                // of these updates
    var acknowledged: int;                // the last number that the tail has applied
    var repeated: int;                    // with a seeded bug: the last number that was sent again

    start state Init {
        entry (setup: tReplicaSetup) {
            master = setup.master;
            learner = setup.learner;
        }
        on eChain goto Working with (c: (predecessor: machine, successor: machine)) {
            predecessor = c.predecessor;
            successor = c.successor;
        }
        defer eRequest, eQuery, eForward, eStop, eBecomeHead, eBecomeTail, eNewPredecessor;
    }

    state Working {
        on eRequest do TakeUpdate;
        on eForward do (numbered: tNumbered) {
            assert numbered.number == sizeof(history) + 1,
                format("update {0} comes after {1}", numbered.number, sizeof(history));
            Apply(numbered.update);
        }
        on eAcknowledge do (number: int) { Acknowledge(number); }
        on eQuery do (query: (client: machine, id: int)) {
            send query.client, eAnswer, (id = query.id, version = sizeof(history));
        }

        on eBecomeHead do BecomeHead;
        on eBecomeTail do BecomeTail;
        on eNewPredecessor do (replica: machine) {
            predecessor = replica;
            send master, eLast, (replica = this, predecessor = replica, number = Last());
        }
        on eNewSuccessor do (new_one: (successor: machine, number: int)) {
            successor = new_one.successor;
            SendAgain(new_one.number);
        }
        on eStop do (detector: machine) {
            send detector, eStopped, this;
            raise halt;
        }
    }

    // A client asks again when the head has changed: it cannot know how far its update came.
    fun TakeUpdate(update: tRequest) {
        var i: int;

        i = Find(update);
        if (i == 0) {
            Apply(update);
            return;
        }
        if (i <= acknowledged || bug_chain_answers_early) { Respond(i); }
    }

    // Its number, or 0.
    fun Find(update: tRequest): int {
        var i: int;

        i = sizeof(history);
        while (i > 0 && history[i - 1] != update) { i = i - 1; }
        return i;
    }

    fun Apply(update: tRequest) {
        var number: int;

        results += (sizeof(results), Execute(learner, this, update.operation));
        history += (sizeof(history), update);
        number = sizeof(history);
        announce eApplied, (replica = this, numbered = (number = number, update = update));
        if (successor != null) {
            send successor, eForward, (number = number, update = update);
            if (bug_chain_acknowledges_early) { Acknowledge(number); }
        } else {
            AnswerUpTo(number);
        }
    }

    fun Respond(number: int) {
        send history[number - 1].client, eResponse,
            (id = history[number - 1].id, number = number, result = results[number - 1]);
    }

    // As the tail: everything up to this update is applied everywhere.
    fun AnswerUpTo(number: int) {
        var i: int;

        i = acknowledged;
        while (i < number) {
            i = i + 1;
            Respond(i);
        }
        Acknowledge(number);
    }

    fun Acknowledge(number: int) {
        if (number <= acknowledged) { return; }
        acknowledged = number;
        if (predecessor != null) { send predecessor, eAcknowledge, number; }
    }

    fun BecomeHead() {
        predecessor = null;
        if (bug_chain_head_trusts) { acknowledged = sizeof(history); }
    }

    fun BecomeTail() {
        successor = null;
        if (!bug_chain_silent_tail) { AnswerUpTo(sizeof(history)); }
    }

    fun Last(): int {
        if (bug_chain_says_acknowledged) { return acknowledged; }
        return sizeof(history);
    }

    // The new successor has the updates up to `number`.
    fun SendAgain(number: int) {
        if (bug_chain_sends_again_once) {
            if (number < repeated) { number = repeated; }
            repeated = sizeof(history);
        }
        if (bug_chain_sends_too_much) { number = acknowledged; }
        if (bug_chain_low_bits && number % 128 == 0) { number = 0; }
        while (number < sizeof(history)) {
            send successor, eForward, (number = number + 1, update = history[number]);
            number = number + 1;
        }
    }
}

// A site of the transaction management system: a participant of two-phase commit that is a replicated service.
//
// The site makes each message of the coordinator a request to its service, one at a time, so that all replicas see
// them in the order in which they came, and answers the coordinator when the service has answered.
//
// What has to last is in the service. A site that crashes forgets the step under way, and loses the messages that
// come until it restarts. Then it asks the service what is prepared, and the coordinator what became of it.

enum tStepKind { PREPARE, DECIDE, RECOVER }
enum tStepOutcome { UNKNOWN, REFUSED, PREPARED, CHANGED, ROLLED_BACK }

type tStep = (kind: tStepKind, id: int, change: tChange, committed: bool);

// The transaction and its outcome; of RECOVER: the last one that was decided, and those that are prepared.
type tStepResult = (id: int, outcome: tStepOutcome, prepared: seq[int]);

// new Site(the coordinator). A coordinator sends it ePrepare and eDecision; eResponse comes from below.
interface Site(machine) receives ePrepare, eDecision, eResponse, eCrash, eRestart;

machine ReplicatedSite {
    // Stable storage.
    var coordinator, service: machine;
    var number: int;   // of the last step that was begun: the service knows its requests by it

    // Memory.
    var step: tStep;   // under way

    start state Init {
        entry (c: machine) {
            coordinator = c;
            service = new Service();
            goto Idle;
        }
    }

    state Idle {
        on ePrepare do (prepare: tPrepare) {
            Begin((kind = PREPARE, id = prepare.id, change = prepare.change, committed = false));
        }
        on eDecision do (decision: tDecision) {
            Begin((kind = DECIDE, id = decision.id, change = default(tChange),
                   committed = decision.committed));
        }
        on eCrash goto Down;
        ignore eResponse;
    }

    state Busy {
        on eResponse do (response: tResponse) {
            if (response.id != number) { return; }
            Answer(response.result as tStepResult);
            goto Idle;
        }
        on eCrash goto Down with {
            if (bug_tms_late_number) { number = number - 1; }
        }
        defer ePrepare, eDecision;
    }

    state Down {
        entry { step = default(tStep); }
        ignore ePrepare, eDecision, eResponse;
        defer eCrash;
        on eRestart do {
            Begin((kind = RECOVER, id = 0, change = default(tChange), committed = false));
        }
    }

    fun Begin(s: tStep) {
        step = s;
        number = number + 1;
        send service, eRequest, (client = this, id = number, operation = step);
        goto Busy;
    }

    fun Answer(result: tStepResult) {
        if (step.kind == PREPARE) {
            if (result.outcome == PREPARED) {
                announce ePrepared, (id = step.id, participant = this, account = step.change.account);
            }
            send coordinator, eVote, (id = step.id, participant = this, yes = result.outcome == PREPARED);
        } else if (step.kind == DECIDE) {
            Tell(result);
            send coordinator, eConfirmed, (id = step.id, participant = this);
        } else {
            Recover(result);
        }
    }

    // For specifications; the decision that was under way when the site crashed is told when it recovers.
    fun Tell(result: tStepResult) {
        if (result.outcome == CHANGED) { announce eChanged, (id = result.id, participant = this); }
        if (result.outcome == ROLLED_BACK) {
            announce eRolledBack, (id = result.id, participant = this);
        }
    }

    fun Recover(result: tStepResult) {
        var id: int;

        Tell(result);
        foreach (id in result.prepared) {
            send coordinator, eInquiry, (id = id, participant = this);
        }
    }
}

// A site of the transaction management system: a participant of two-phase commit that is a replicated service.
//
// The coordinator sees a participant that never fails. The site makes each message of the coordinator a request
// to its service, one at a time, so that all replicas see them in the order in which they came, and
// answers the coordinator when the service has answered.

enum tStepKind { PREPARE, DECIDE }
enum tStepResult { REFUSED, PREPARED, CHANGED, ROLLED_BACK, UNKNOWN }

type tStep = (kind: tStepKind, id: int, change: tChange, committed: bool);

// new Site(the coordinator). A coordinator sends it ePrepare and eDecision; eResponse comes from below.
interface Site(machine) receives ePrepare, eDecision, eResponse, eCrash, eRestart;

machine ReplicatedSite {
    var coordinator, service: machine;
    var step: tStep;   // under way
    var number: int;   // of this step

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
        ignore eResponse;
    }

    state Busy {
        on eResponse do (response: tResponse) {
            if (response.id != number) { return; }
            if (step.kind == PREPARE) { Vote(response.result as tStepResult); }
            else { Confirm(response.result as tStepResult); }
            goto Idle;
        }
        defer ePrepare, eDecision;
    }

    fun Begin(s: tStep) {
        step = s;
        number = number + 1;
        send service, eRequest, (client = this, id = number, operation = step);
        goto Busy;
    }

    fun Vote(result: tStepResult) {
        if (result == PREPARED) {
            announce ePrepared, (id = step.id, participant = this, account = step.change.account);
        }
        send coordinator, eVote, (id = step.id, participant = this, yes = result == PREPARED);
    }

    fun Confirm(result: tStepResult) {
        if (result == CHANGED) { announce eChanged, (id = step.id, participant = this); }
        if (result == ROLLED_BACK) { announce eRolledBack, (id = step.id, participant = this); }
        send coordinator, eConfirmed, (id = step.id, participant = this);
    }
}

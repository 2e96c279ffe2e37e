// The learner of a site: accounts with their balances, and the changes that are prepared.
//
// It decides as a participant of two-phase commit does (../twophase/participant.p). It does not fail; when its site
// has, it says what is prepared.

machine Accounts {
    var balance: map[int, int];       // by account; those not in it are empty
    var prepared: map[int, tChange];  // by transaction
    var locked: set[int];             // accounts
    var last: tStepResult;            // of the last decision
    var doubtful: seq[int];           // with a seeded bug: what was prepared at the last recovery,
    var last_then: int;               // and the last transaction that was decided at that time

    start state Working {
        on eExecute do (e: (replica: machine, operation: any)) {
            var step: tStep;
            var result: tStepResult;

            step = e.operation as tStep;
            if (step.kind == PREPARE) {
                result = (id = step.id, outcome = Prepare(step), prepared = default(seq[int]));
            } else if (step.kind == DECIDE) { result = Decide(step); }
            else { result = Recover(); }
            send e.replica, eResult, result;
        }
    }

    fun Prepare(step: tStep): tStepOutcome {
        if (step.change.account in locked || After(step.change) < 0) {
            if (bug_tms_unlocks) { prepared[step.id] = step.change; }
            return REFUSED;
        }
        prepared[step.id] = step.change;
        locked += (step.change.account);
        return PREPARED;
    }

    fun Decide(step: tStep): tStepResult {
        if (!(step.id in prepared)) {  // it was refused, or this comes again
            return (id = step.id, outcome = UNKNOWN, prepared = default(seq[int]));
        }
        last = (id = step.id, outcome = CarryOut(step), prepared = default(seq[int]));
        return last;
    }

    fun CarryOut(step: tStep): tStepOutcome {
        var change: tChange;

        change = prepared[step.id];
        prepared -= step.id;
        locked -= change.account;
        if (!step.committed) { return ROLLED_BACK; }
        balance[change.account] = After(change);
        return CHANGED;
    }

    fun Recover(): tStepResult {
        if (bug_tms_gives_up) { GiveUp(); }
        return (id = last.id, outcome = last.outcome, prepared = keys(prepared));
    }

    // What was prepared at the last recovery, and is still, although another one has been decided since.
    fun GiveUp() {
        var id: int;

        foreach (id in doubtful) {
            if (id in prepared && last.id != last_then) {
                locked -= prepared[id].account;
                prepared -= id;
            }
        }
        doubtful = keys(prepared);
        last_then = last.id;
    }

    fun After(change: tChange): int {
        if (change.account in balance) { return balance[change.account] + change.amount; }
        return change.amount;
    }
}

// The learner of a site: accounts with their balances, and the changes that are prepared.
//
// It decides as a participant of two-phase commit does (../twophase/participant.p), but needs no recovery.

machine Accounts {
    var balance: map[int, int];       // by account; those not in it are empty
    var prepared: map[int, tChange];  // by transaction
    var locked: set[int];             // accounts

    start state Working {
        on eExecute do (e: (replica: machine, operation: any)) {
            var step: tStep;
            var result: tStepResult;

            step = e.operation as tStep;
            if (step.kind == PREPARE) { result = Prepare(step); }
            else { result = CarryOut(step); }
            send e.replica, eResult, result;
        }
    }

    fun Prepare(step: tStep): tStepResult {
        if (step.change.account in locked || After(step.change) < 0) {
            if (bug_tms_unlocks) { prepared[step.id] = step.change; }
            return REFUSED;
        }
        prepared[step.id] = step.change;
        locked += (step.change.account);
        return PREPARED;
    }

    fun CarryOut(step: tStep): tStepResult {
        var change: tChange;

        if (!(step.id in prepared)) { return UNKNOWN; }  // it was refused, or this comes again
        change = prepared[step.id];
        prepared -= step.id;
        locked -= change.account;
        if (!step.committed) { return ROLLED_BACK; }
        balance[change.account] = After(change);
        return CHANGED;
    }

    fun After(change: tChange): int {
        if (change.account in balance) { return balance[change.account] + change.amount; }
        return change.amount;
    }
}

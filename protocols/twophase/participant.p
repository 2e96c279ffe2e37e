// A participant of two-phase commit: some accounts with their balances.
//
// A participant that votes yes is prepared: it keeps the change, and locks the account until
// it learns the decision. It votes no if the account is locked or would be overdrawn. After
// a restart it locks these accounts again, and asks what became of the transactions.

machine Participant {
    // Stable storage.
    var balance: map[int, int];        // by account; those not in it are empty
    var prepared: map[int, tChange];   // by transaction
    var coordinator: machine;

    // Memory.
    var locks: map[int, int];          // by account: the transaction that has locked it

    start state Init {
        entry (owner: machine) {
            coordinator = owner;
            goto Working;
        }
    }

    state Working {
        on ePrepare do Prepare;
        on eDecision do (decision: tDecision) {
            if (decision.id in prepared) { CarryOut(decision); }
            send coordinator, eConfirmed, (id = decision.id, participant = this);
        }
        on eCrash goto Down;
    }

    state Down {
        entry {
            locks = default(map[int, int]);
        }
        ignore ePrepare, eDecision;
        defer eCrash;
        on eRestart goto Working with Recover;
    }

    fun Prepare(prepare: tPrepare) {
        var yes: bool;

        yes = !(prepare.change.account in locks) && After(prepare.change) >= 0;
        if (yes) {
            locks[prepare.change.account] = prepare.id;
            announce ePrepared,
                (id = prepare.id, participant = this, account = prepare.change.account);
        }
        if (yes || bug_2pc_unlocks) { prepared[prepare.id] = prepare.change; }
        send coordinator, eVote, (id = prepare.id, participant = this, yes = yes);
    }

    fun After(change: tChange): int {
        if (change.account in balance) { return balance[change.account] + change.amount; }
        return change.amount;
    }

    fun CarryOut(decision: tDecision) {
        var change: tChange;

        change = prepared[decision.id];
        prepared -= decision.id;
        locks -= change.account;
        if (decision.committed) {
            balance[change.account] = After(change);
            announce eChanged, (id = decision.id, participant = this);
        } else {
            announce eRolledBack, (id = decision.id, participant = this);
        }
    }

    fun Recover() {
        var id: int;

        foreach (id in keys(prepared)) {
            locks[prepared[id].account] = id;
            send coordinator, eInquiry, (id = id, participant = this);
        }
    }
}

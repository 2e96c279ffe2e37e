// Tellers move money between accounts: read, compute, write. Two at a time lose an update;
// an auditor who looks when nobody moves finds out.
// bug: assertion money

event eGet: machine;
event eBalance: int;
event eSet: (from: machine, amount: int);
event eDone;
event eBegin: machine;
event eGo;
event eEnd;

machine Account {
    var amount: int;
    start state Open {
        entry (n: int) { amount = n; }
        on eGet do (who: machine) { send who, eBalance, amount; }
        on eSet do (s: (from: machine, amount: int)) {
            amount = s.amount;
            send s.from, eDone;
        }
    }
}

machine Teller {
    var accounts: seq[machine];
    var office: machine;
    start state Init {
        entry (p: (accounts: seq[machine], office: machine)) {
            accounts = p.accounts;
            office = p.office;
            goto Asking;
        }
    }
    state Asking {
        entry { send office, eBegin, this; }
        on eGo do {
            var from, into: machine;
            from = choose(accounts);
            into = choose(accounts);
            if (from != into) {
                Add(from, -1);
                Add(into, 1);
            }
            send office, eEnd;
            goto Asking;
        }
    }
    fun Add(account: machine, n: int) {
        var amount: int;
        send account, eGet, this;
        receive { case eBalance: (b: int) { amount = b; } }
        send account, eSet, (from = this, amount = amount + n);
        receive { case eDone: {} }
    }
}

// Two at a time; then, sometimes, nobody, and the money is counted.
machine Office {
    var accounts: seq[machine];
    var active: int;
    start state Open {
        entry {
            while (sizeof(accounts) < 4) { accounts += (sizeof(accounts), new Account(10)); }
            new Teller((accounts = accounts, office = this));
            new Teller((accounts = accounts, office = this));
            new Teller((accounts = accounts, office = this));
        }
        on eBegin do (who: machine) {
            active = active + 1;
            send who, eGo;
            if (choose(20) == 19) { goto Closing; }
        }
        on eEnd do { active = active - 1; }
    }
    state Closing {
        entry {
            if (active == 0) { goto Counting; }
        }
        defer eBegin;
        on eEnd do {
            active = active - 1;
            if (active == 0) { goto Counting; }
        }
    }
    state Counting {
        entry {
            var a: machine;
            var sum: int;
            foreach (a in accounts) {
                send a, eGet, this;
                receive { case eBalance: (b: int) { sum = sum + b; } }
            }
            assert sum == 40, format("the money: {0}", sum);
            goto Reopened;
        }
        defer eBegin;
    }
    state Reopened {
        entry { active = 0; }
        on eBegin do (who: machine) {
            active = active + 1;
            send who, eGo;
            if (choose(20) == 19) { goto Closing; }
        }
        on eEnd do { active = active - 1; }
    }
}

test tcBank [main = Office]: { Office, Account, Teller };

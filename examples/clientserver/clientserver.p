// A bank account: clients withdraw, the server answers, and two monitors watch.
//
// The server lends at most what is there. `NothingIsLost` keeps its own books of
// every answer; `EverybodyIsAnswered` is hot as long as a request waits.

type tRequest = (client: machine, id: int, amount: int);
type tResponse = (id: int, granted: bool, left: int);

event eWithdraw: tRequest;
event eAnswer: tResponse;
event eOpened: int;  // announced once, with what is in the account

machine Bank {
    start state Set {
        entry {
            var server: machine;
            var i: int;

            server = new Server(100);
            while (i < 4) {
                new Client(server, 10 * (i + 1));
                i = i + 1;
            }
        }
    }
}

machine Server {
    var left: int;

    start state Open {
        entry (amount: int) {
            left = amount;
            announce eOpened, amount;
        }

        on eWithdraw do (request: tRequest) {
            var granted: bool;

            granted = request.amount <= left;
            if (granted) {
                left = left - request.amount;
            }
            send request.client, eAnswer, (id = request.id, granted = granted, left = left);
        }
    }
}

machine Client {
    var server: machine;
    var amount: int;
    var asked: int;

    start state Withdrawing {
        entry (account: (machine, int)) {
            server = account.0;
            amount = account.1;
            Ask();
        }

        on eAnswer do (answer: tResponse) {
            assert answer.id == asked, format("an answer to {0}, not {1}", answer.id, asked);
            if (answer.granted) {
                Ask();
            } else {
                print format("no {0} left: only {1}", amount, answer.left);
                raise halt;
            }
        }
    }

    fun Ask() {
        asked = asked + 1;
        send server, eWithdraw, (client = this, id = asked, amount = amount);
    }
}

spec NothingIsLost observes eOpened, eAnswer {
    var left: int;

    start state Closed {
        on eOpened goto Counting with (amount: int) {
            left = amount;
        }
    }

    state Counting {
        on eAnswer do (answer: tResponse) {
            assert answer.left <= left, "money out of nothing";
            assert answer.left >= 0, "the account is overdrawn";
            assert answer.granted == (answer.left < left), "granted and not paid, or the reverse";
            left = answer.left;
        }
    }
}

spec EverybodyIsAnswered observes eWithdraw, eAnswer {
    var waiting: int;

    start cold state Quiet {
        on eWithdraw goto Waiting with {
            waiting = 1;
        }
    }

    hot state Waiting {
        on eWithdraw do {
            waiting = waiting + 1;
        }
        on eAnswer do {
            waiting = waiting - 1;
            if (waiting == 0) {
                goto Quiet;
            }
        }
    }
}

module Account = { Server, Client, Bank };

test tcWithdraw [main = Bank]: assert NothingIsLost, EverybodyIsAnswered in Account;
implementation Branch [main = Bank]: assert NothingIsLost, EverybodyIsAnswered in Account;

// P's tutorial 1_ClientServer: clients that withdraw money. The monitor remembers all requests.

fun Setup(clients: int) {
    var balances: map[int, int];
    var server: BankServer;
    var i: int;
    while (i < clients) {
        balances[i] = 13;
        i = i + 1;
    }
    announce eSpec_BankBalanceIsAlwaysCorrect_Init, balances;
    server = new BankServer(balances);
    i = 0;
    while (i < clients) {
        new Client((serv = server, accountId = i, balance = 13));
        i = i + 1;
    }
}

machine Two {
    start state Init {
        entry { Setup(2); }
    }
}
machine Three {
    start state Init {
        entry { Setup(3); }
    }
}

test bank2 [main = Two]: assert BankBalanceIsAlwaysCorrect in { Two, Client, BankServer, Database };
test bank3 [main = Three]: assert BankBalanceIsAlwaysCorrect in { Three, Client, BankServer, Database };

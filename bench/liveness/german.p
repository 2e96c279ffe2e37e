// A request is answered: after a client has asked, some client gets a copy.

spec Granted observes eAskShared, eAskExclusive, eShared, eExclusive {
    start cold state Idle {
        on eAskShared, eAskExclusive goto Asked;
        ignore eShared, eExclusive;
    }

    hot state Asked {
        on eShared, eExclusive goto Idle;
        ignore eAskShared, eAskExclusive;
    }
}

test param (clients in [3, 4])
    tcGranted [main = Main]: assert Together, Granted in { Main, Client, Home };

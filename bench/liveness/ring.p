// A leader is elected.

spec Elected observes eBegun, eElected {
    start cold state Idle {
        on eBegun goto Electing;
        ignore eElected;
    }

    hot state Electing {
        on eElected goto Done;
        ignore eBegun;
    }

    cold state Done {
        ignore eElected, eBegun;
    }
}

test param (size in [5, 6, 7, 8], drawn in [false, true])
    tcElected [main = Main]: assert Together, Elected in { Main, Node };

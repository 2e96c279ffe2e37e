// What a channel promises: nothing is lost, invented, repeated or overtaken, and everything
// arrives.

// What is delivered is what was sent, in the same order. (The test has one channel.)
spec InOrder observes eSend, eDelivered {
    var under_way: seq[tMessage];

    start state Watching {
        on eSend do (message: tMessage) { under_way += (sizeof(under_way), message); }
        on eDelivered do (message: tMessage) {
            assert sizeof(under_way) > 0, "more is delivered than was sent";
            assert under_way[0] == message,
                format("{0} is delivered, but {1} is next", message, under_way[0]);
            under_way -= 0;
        }
    }
}

// Everything is delivered in the end.
spec EverythingArrives observes eSend, eDelivered {
    var under_way: int;

    start cold state Quiet {
        on eSend goto Waiting;
    }
    hot state Waiting {
        entry { under_way = under_way + 1; }
        on eSend goto Waiting;
        on eDelivered do {
            under_way = under_way - 1;
            if (under_way == 0) { goto Quiet; }
        }
    }
}

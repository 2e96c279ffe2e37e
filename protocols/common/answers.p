// What every service promises its clients, whatever it does.

// For specifications: clients announce these.
event eAsked: (id: int, operation: any);
event eAnswered: tResponse;

// Each client gets one answer to each request, not two.
spec OneAnswer observes eAsked, eAnswered {
    var open: set[int];

    start state Watching {
        on eAsked do (asked: (id: int, operation: any)) { open += (asked.id); }
        on eAnswered do (answer: tResponse) {
            assert answer.id in open, format("request {0} is answered twice", answer.id);
            open -= answer.id;
        }
    }
}

// Each request is answered.
spec EveryAnswer observes eAsked, eAnswered {
    var open: int;

    start cold state Quiet {
        on eAsked goto Waiting;
    }
    hot state Waiting {
        entry { open = open + 1; }
        on eAsked goto Waiting;
        on eAnswered do {
            open = open - 1;
            if (open == 0) { goto Quiet; }
        }
    }
}

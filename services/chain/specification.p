// What the chain promises inside. What clients see is promised by ../../protocols/datastore and ../../protocols/common/answers.p.

// What the tail has executed is acknowledged: in this view and later ones no replica executes another update under that number, or
// gets other results. In an earlier view a head that has failed since may have: that update was lost, and no client has its results.
spec OneHistory observes eExecuted {
    var acknowledged: map[tPlaceInChain, (version: int, done: tExecuted)];

    start state Watching {
        on eExecuted do (e: tExecution) {
            var place: tPlaceInChain;

            place = e.place;
            place.version = 0;
            if (place in acknowledged && acknowledged[place].version <= e.place.version) {
                assert acknowledged[place].done == e.done, format("update {0} of the chain was {1}, and is {2}", place.number,
                                                                  acknowledged[place].done, e.done);
            }
            if (e.is_tail) { acknowledged[place] = (version = e.place.version, done = e.done); }
        }
    }
}

// In a view all replicas execute the same updates under the same numbers, with the same results.
spec SameInView observes eExecuted {
    var executed: map[tPlaceInChain, tExecuted];

    start state Watching {
        on eExecuted do (e: tExecution) {
            assert !(e.place in executed) || executed[e.place] == e.done,
                format("update {0} of view {1} is {2} and {3}", e.place.number, e.place.version, executed[e.place], e.done);
            executed[e.place] = e.done;
        }
    }
}

// After the last failure and the last suspicion the chain has all its replicas again, and the last of them has the content.
spec FullAgain observes eChain, eReady {
    var version: int;  // of the last view
    var members: int;

    start cold state Full {
        on eChain do NoteView;
        ignore eReady;
    }

    hot state Repairing {
        on eChain do NoteView;
        on eReady do (r: (replica: machine, version: int)) {
            if (members >= replicas && r.version == version) { goto Full; }
        }
    }

    fun NoteView(chain: tChain) {
        if (chain.version == version) { return; }  // to another replica, or to a gateway
        version = chain.version;
        members = sizeof(chain.replicas);
        goto Repairing;
    }
}

// Once the service has answered, it answers everything: also when the master is followed by another one.
spec AnswersGoOn observes eAsked, eAnswered {
    start cold state Beginning {
        on eAnswered goto Quiet;
        ignore eAsked;
    }

    cold state Quiet {
        on eAsked goto Waiting;
        ignore eAnswered;
    }

    hot state Waiting {
        on eAnswered goto Quiet;
        ignore eAsked;
    }
}

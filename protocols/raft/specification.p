// What Raft promises (figure 3 of its paper).

// A term has at most one leader.
spec ElectionSafety observes eLeads {
    var leader: map[int, machine];  // by term

    start state Watching {
        on eLeads do (l: (term: int, server: machine, log: seq[tEntry])) {
            assert !(l.term in leader) || leader[l.term] == l.server,
                format("term {0} has two leaders", l.term);
            leader[l.term] = l.server;
        }
    }
}

// What is committed is the same everywhere and for ever, and the leader of each later term has it.
spec CommittedIsForever observes eLeads, eCommitted {
    var committed: map[int, tEntry];  // by index
    var since: map[int, int];         // by index: the term in which it was committed

    start state Watching {
        on eCommitted do (c: (term: int, index: int, logged: tEntry)) {
            if (!(c.index in committed)) {
                committed[c.index] = c.logged;
                since[c.index] = c.term;
            }
            assert committed[c.index] == c.logged,
                format("two entries are committed at index {0}", c.index);
        }
        on eLeads do (l: (term: int, server: machine, log: seq[tEntry])) {
            var index: int;

            foreach (index in keys(committed)) {
                assert l.term < since[index]
                    || (index <= sizeof(l.log) && l.log[index - 1] == committed[index]),
                    format("the leader of term {0} lacks the committed entry {1}", l.term, index);
            }
        }
    }
}

// Each command is committed, if somebody leads in the end and nobody fails.
spec EveryCommandIsDone observes eCommand, eDone {
    var open, done: set[int];

    start cold state Quiet {
        on eCommand do Open;
        ignore eDone;
    }
    hot state Waiting {
        on eCommand do Open;
        on eDone do (id: int) {
            open -= id;
            done += (id);
            if (sizeof(open) == 0) { goto Quiet; }
        }
    }

    fun Open(command: tCommand) {
        if (command.id in done) { return; }
        open += (command.id);
        goto Waiting;
    }
}

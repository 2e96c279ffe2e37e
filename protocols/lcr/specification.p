// What an election promises.

// Nobody is elected but the process with the highest number; each process learns it once.
spec OneLeader observes eSetUp, eElected {
    var highest: int;
    var told: set[int];

    start state Watching {
        on eSetUp do (s: (number: int, next: machine, rounds: machine)) {
            if (s.number > highest) { highest = s.number; }
        }
        on eElected do (e: (process: int, leader: int)) {
            assert e.leader == highest, format("process {0} is elected, not {1}", e.leader, highest);
            assert !(e.process in told), format("process {0} is told twice", e.process);
            told += (e.process);
        }
    }
}

// Each process learns of a leader.
spec EverybodyLearns observes eElected {
    var told: int;

    start hot state Waiting {
        on eElected do {
            told = told + 1;
            if (told == processes) { goto Done; }
        }
    }
    cold state Done { }
}

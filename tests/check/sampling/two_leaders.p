// check
// verdict: bug
// delays: 2
// depth: 2
// Both candidates collect votes; a voter that restarts votes twice.

event eVote: machine;
event eYes;
event eRestart;
event eLeader;

machine Voter {
    var has_voted: bool;

    start state Init {
        on eVote do (m: machine) {
            if (!has_voted) { send m, eYes; }
            has_voted = true;
        }
        on eRestart do { has_voted = false; }
    }
}

machine Candidate {
    var hall: machine;

    start state Init {
        entry (p: (voter: machine, hall: machine)) {
            hall = p.hall;
            send p.voter, eVote, this;
        }
        on eYes do { send hall, eLeader; }
    }
}

machine Crash {
    start state Init {
        entry (voter: machine) { send voter, eRestart; }
    }
}

machine Hall {
    var leaders: int;

    start state Init {
        on eLeader do {
            leaders = leaders + 1;
            assert leaders < 2, "two leaders";  // bug: assertion two leaders
        }
    }
}

machine Main {
    start state Init {
        entry {
            var voter, hall: machine;
            voter = new Voter();
            hall = new Hall();
            new Crash(voter);
            new Candidate((voter = voter, hall = hall));
            new Candidate((voter = voter, hall = hall));
        }
    }
}

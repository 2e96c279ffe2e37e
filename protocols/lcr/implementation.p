// Leader election in a synchronous ring (G. Le Lann, E. Chang and R. Roberts; see N. Lynch, Distributed
// Algorithms, 1996, section 3.3).
//
// Each process sends its number to the next one. A process passes on numbers that are higher than its own, and drops
// lower ones. A number that comes home belongs to the leader, which then tells everybody, once around the ring.

param processes: int;

type tNews = (round: int, number: int);

event eSetUp: (number: int, next: machine, rounds: machine);
event eCandidate: tNews;               // to the next process: the highest number so far
event eLeader: tNews;                  // to the next process: the number of the leader
event eElected: (process: int, leader: int);  // for the specification

machine Process {
    var number: int;
    var next, rounds: machine;
    var candidates: seq[tNews];  // that wait for their round
    var leaders: seq[tNews];

    start state Init {
        on eSetUp do (s: (number: int, next: machine, rounds: machine)) {
            number = s.number;
            next = s.next;
            rounds = s.rounds;
            goto Electing;
        }
        defer eRound, eCandidate, eLeader;
    }

    state Electing {
        on eCandidate do (c: tNews) { candidates += (sizeof(candidates), c); }
        on eLeader do (l: tNews) { leaders += (sizeof(leaders), l); }
        on eRound do (round: int) {
            if (round == 1) { send next, eCandidate, (round = round, number = number); }
            TakeLeader(round);
            TakeCandidates(round);
            send rounds, eRoundDone, (node = this, finished = false);
        }
    }

    state Finished {
        ignore eCandidate, eLeader;
    }

    fun TakeCandidates(round: int) {
        var candidate: tNews;

        while (sizeof(candidates) > 0 && candidates[0].round < round) {
            candidate = candidates[0];
            candidates -= 0;
            if (candidate.number > number) {
                send next, eCandidate, (round = round, number = candidate.number);
            } else if (candidate.number == number) {
                announce eElected, (process = number, leader = number);
                send next, eLeader, (round = round, number = number);
            }
        }
    }

    // The news of the leader are the last that a process passes on.
    fun TakeLeader(round: int) {
        if (sizeof(leaders) == 0 || leaders[0].round >= round) { return; }
        if (leaders[0].number != number) {
            announce eElected, (process = number, leader = leaders[0].number);
            send next, eLeader, (round = round, number = leaders[0].number);
        }
        send rounds, eRoundDone, (node = this, finished = true);
        goto Finished;
    }
}

module lcr = { Process, Rounds };

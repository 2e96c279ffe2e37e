// Leader election by rank: of the nodes that work, the one with the highest rank leads (the bully
// algorithm, H. Garcia-Molina, Elections in a distributed computing system, 1982).
//
// A node that learns that its leader has stopped asks all nodes of higher rank. If one of them answers, it says who
// leads, or will lead itself, or is asking in turn. If nobody answers in time, the node declares itself
// the leader. If this was too early, a node of higher rank will declare itself as well, because every node learns
// who has stopped; and nobody gives up a leader for one of lower rank.
//
// The time-out is `on null`: it happens at any time while no message is there.

type tElector = (rank: int, user: machine);
type tHigher = (rank: int, leader: int);  // leader: whom it follows, -1 if it does not know

event ePeers: seq[machine];  // to each node, once: all nodes, by rank
event eElection: int;        // to nodes of higher rank, with the own one: do you work?
event eHigher: tHigher;      // the answer: yes, I have this rank
event eLeader: int;          // to nodes of lower rank: the node of this rank leads

machine Elector {
    var elector: tElector;
    var peers: seq[machine];
    var stopped: set[machine];
    var leader: int;  // the rank of the leader; in Waiting: of the node that has answered

    start state Init {
        entry (e: tElector) { elector = e; }
        on ePeers goto Following with (all: seq[machine]) {
            peers = all;
            leader = sizeof(peers) - 1;  // all know this from the beginning
            if (elector.rank == leader) { send elector.user, eLead; }
        }
        defer eElection, eLeader, eStopped, eStop;
    }

    state Following {
        on eElection do (rank: int) { Answer(rank, leader); }
        on eLeader do (rank: int) {
            if (rank > leader) { Hear(rank); }
        }
        on eHigher do (higher: tHigher) {
            if (higher.leader > leader) { Hear(higher.leader); }
        }
        on eStopped do Notice;
        on eStop do Stop;
    }

    // Nobody of higher rank has answered yet.
    state Asking {
        entry {
            var rank, asked: int;

            rank = elector.rank + 1;
            while (rank < sizeof(peers)) {
                if (!(peers[rank] in stopped)) {
                    send peers[rank], eElection, elector.rank;
                    asked = asked + 1;
                }
                rank = rank + 1;
            }
            if (asked == 0) { Lead(); }
        }
        on eHigher do (higher: tHigher) {
            if (IsNews(higher.leader)) { Follow(higher.leader); }
            else { goto Waiting, higher.rank; }
        }
        on null do Lead;
        on eElection do (rank: int) { Answer(rank, -1); }
        on eLeader do Hear;
        on eStopped do (node: machine) { stopped += (node); }
        on eStop do Stop;
    }

    // A node of higher rank works: it will lead or tell who leads, unless it stops.
    state Waiting {
        entry (rank: int) { leader = rank; }
        on eElection do (rank: int) { Answer(rank, -1); }
        on eLeader do Hear;
        on eHigher do (higher: tHigher) { Hear(higher.leader); }
        on eStopped do Notice;
        on eStop do Stop;
    }

    fun Answer(rank: int, known: int) {
        send peers[rank], eHigher, (rank = elector.rank, leader = known);
    }

    fun Notice(node: machine) {
        stopped += (node);
        if (peers[leader] == node) { goto Asking; }
    }

    fun Hear(rank: int) {
        if (IsNews(rank)) { Follow(rank); }
    }

    // Old news name a leader that has stopped meanwhile.
    fun IsNews(rank: int): bool {
        return rank >= 0 && (!(peers[rank] in stopped) || bug_election_follows_stopped);
    }

    fun Follow(rank: int) {
        leader = rank;
        announce eFollowed, (node = this, leader = peers[rank]);
        goto Following;
    }

    fun Lead() {
        var rank: int;

        leader = elector.rank;
        announce eFollowed, (node = this, leader = this);
        while (rank < elector.rank) {
            if (!(peers[rank] in stopped)) { send peers[rank], eLeader, elector.rank; }
            rank = rank + 1;
        }
        send elector.user, eLead;
        goto Following;
    }

    fun Stop(detector: machine) {
        send detector, eStopped, this;
        raise halt;
    }
}

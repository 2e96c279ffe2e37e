// Leader election, set up for some users: each has an elector, and some of the electors stop.

param stops: int;        // those of highest rank, unless any may stop
param any_stops: bool;

machine Electors {
    start state Init {
        entry (users: set[machine]) {
            NewElectors(users);
            raise halt;
        }
    }
}

fun NewElectors(users: set[machine]) {
    var peers: seq[machine];
    var mortal, all: set[machine];
    var user, node: machine;

    foreach (user in users) {
        node = new Elector((rank = sizeof(peers), user = user));
        peers += (sizeof(peers), node);
        all += (node);
        if (any_stops || sizeof(peers) > sizeof(users) - stops) { mortal += (node); }
    }
    foreach (node in peers) { send node, ePeers, peers; }
    if (stops > 0) {
        new StopInjector((nodes = mortal, count = stops, detector = new PerfectDetector(all)));
    }
}

module election = { Elector, PerfectDetector, StopInjector };
module election_group = union election, { Electors -> Election };

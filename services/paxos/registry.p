// The registry: it creates the replicas, and makes those that come later, and gateways, known to them.
//
// It decides nothing but who the first members are. Later ones are chosen by the members themselves: each
// change of the group is an entry of their log. While the registry is away, the group works and elects leaders, but
// no replica and no gateway joins.

param replicas: int;

machine Registry {
    var latest: tMembers;
    var gateways: set[machine];  // also those that have failed: what is sent to them has no effect

    start state Introducing {
        entry {
            var place: int;

            while (place < replicas) {
                place = place + 1;
                latest[place] = (replica = new Replica((registry = this, place = place)), place = place, life = 1);
            }
            foreach (place in keys(latest)) { send latest[place].replica, eBegin, latest; }
        }
        on eJoin do (m: tMember) {
            var gateway: machine;

            latest[m.place] = m;
            foreach (gateway in gateways) { send m.replica, eGateway, gateway; }
            TellOthers(m);
        }
        on eGateway do (gateway: machine) {
            var place: int;

            gateways += (gateway);
            foreach (place in keys(latest)) { send latest[place].replica, eGateway, gateway; }
        }
    }

    fun TellOthers(m: tMember) {
        var place: int;

        if (bug_votes_without_memory) { send m.replica, eBegin, latest; }
        foreach (place in keys(latest)) {
            if (place != m.place) { send latest[place].replica, eJoin, m; }
        }
    }
}

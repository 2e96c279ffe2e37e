// The master of the chain: it says who is in it.
//
// A replica that joins becomes the tail; it gets the content from its predecessor. One at a time joins, the others wait. A
// replica that has failed, or seems to, leaves the chain. If it lives, it hears of it, forgets everything and joins again: so it does no harm
// to suspect one wrongly.
//
// The service opens when the chain has its full length for the first time. Later it works as long as one replica with
// content is left.
//
// While the master is away, the chain works, but is not repaired. One that comes back asks all places what they know, and takes up the chain from
// the latest view. Each replica obeys the new master from its report on. If all members of that view have reported, no later view was ever used: its
// head would have had to know it. If one has lost its memory, it may have been the only one of a later view, and the chain is not
// taken up: nobody knows what that one had acknowledged.

param replicas: int;

type tMember = (replica: machine, place: int);

machine Master {
    var chain: seq[tMember];
    var joining: machine;       // the tail, as long as it has not all content
    var admitted: int;          // the view with which it joined
    var waiting: seq[tMember];  // want to join
    var gateways: set[machine];  // also those that have failed: what is sent to them has no effect
    var version: int;
    var is_open: bool;
    // While the chain is taken up.
    var generation: int;
    var reports: map[int, tReport];  // of each place; without content: version 0

    start state Init {
        entry (introducer: machine) {
            if (introducer == null) { goto Watching; }
            send introducer, eMasterHere, this;
        }
        on eTakeUp do (number: int) {
            generation = number;
            version = FirstView(generation);
            if (generation > 0) { goto TakingUp; }
            goto Watching;
        }
        defer eJoin, eReport, eGateway, eSuspect;
    }

    state TakingUp {
        on eReport do (r: tReport) {
            reports[r.place] = r;
            TakeUpIfComplete();
        }
        on eJoin do (m: tMember) {
            RemoveOthersAt(m);
            if (!(m in waiting)) { waiting += (sizeof(waiting), m); }
            reports[m.place] = (replica = m.replica, place = m.place, version = 0, chain = default(seq[machine]));
            TakeUpIfComplete();
        }
        defer eGateway, eSuspect;
        ignore eReady;
    }

    // Nobody knows what the chain had acknowledged.
    state Lost {
        entry {
            print "the chain cannot be taken up: a member of its last view has lost its memory";
        }
        ignore eJoin, eReady, eReport, eGateway, eSuspect;
    }

    fun TakeUpIfComplete() {
        var place: int;
        var last: tReport;

        if (sizeof(reports) < replicas) { return; }
        foreach (place in keys(reports)) {
            if (reports[place].version > last.version) { last = reports[place]; }
        }
        if (!HaveAllReported(last.chain) || sizeof(last.chain) == 0) { goto Lost; }
        TakeUp(last);
        goto Watching;
    }

    fun HaveAllReported(members: seq[machine]): bool {
        var replica: machine;
        var place, found: int;

        foreach (replica in members) {
            foreach (place in keys(reports)) {
                if (reports[place].replica == replica) { found = found + 1; }
            }
        }
        return found == sizeof(members);
    }

    // Members that do not know the last view may have left it and come again since: they begin with nothing.
    fun TakeUp(last: tReport) {
        var replica: machine;
        var place: int;

        foreach (replica in last.chain) {
            foreach (place in keys(reports)) {
                if (reports[place].replica == replica && reports[place].version == last.version) {
                    chain += (sizeof(chain), (replica = replica, place = place));
                }
            }
        }
        is_open = true;
        print format("the master takes up the chain of view {0}", last.version);
        Tell(null);
        foreach (place in keys(reports)) {
            if (reports[place].version > 0 && !IsIn(reports[place].replica)) {
                send reports[place].replica, eChain, View();
            }
        }
        AdmitNext();
    }

    fun IsIn(replica: machine): bool {
        var m: tMember;

        foreach (m in chain) {
            if (m.replica == replica) { return true; }
        }
        return false;
    }

    state Watching {
        ignore eReport;  // the chain is taken up already: it will hear of it
        on eJoin do (m: tMember) {
            RemoveOthersAt(m);
            if (m in chain || m in waiting) { return; }  // it has asked twice
            waiting += (sizeof(waiting), m);
            AdmitNext();
        }
        on eReady do (r: (replica: machine, version: int)) {
            if (r.replica != joining || r.version < admitted) { return; }
            joining = null;
            print format("{0} at place {1} has the content, view {2}", r.replica, PlaceOf(r.replica), version);
            if (sizeof(chain) == replicas) { Open(); }
            AdmitNext();
        }
        on eGateway do (gateway: machine) {
            gateways += (gateway);
            if (is_open) { send gateway, eChain, View(); }
        }
        on eSuspect do (suspect: machine) {
            // Nothing is gained without the last replica that has the content.
            if (IsOnlyOne(suspect)) { return; }
            if (Remove(suspect)) { AdmitNext(); }
        }
    }

    fun PlaceOf(replica: machine): int {
        var m: tMember;

        foreach (m in chain) {
            if (m.replica == replica) { return m.place; }
        }
        return 0;
    }

    fun View(): tChain {
        var members: seq[machine];
        var m: tMember;

        foreach (m in chain) { members += (sizeof(members), m.replica); }
        return (version = version, replicas = members, is_first = version == 1);
    }

    fun Open() {
        var gateway: machine;

        if (is_open) { return; }
        is_open = true;
        foreach (gateway in gateways) { send gateway, eChain, View(); }
    }

    // A replica that comes back is another machine at the same place.
    fun RemoveOthersAt(newcomer: tMember) {
        var m: tMember;
        var gone: seq[machine];
        var replica: machine;

        foreach (m in chain) {
            if (IsReplaced(m, newcomer)) { gone += (0, m.replica); }
        }
        foreach (m in waiting) {
            if (IsReplaced(m, newcomer)) { gone += (0, m.replica); }
        }
        foreach (replica in gone) { Remove(replica); }
    }

    fun IsReplaced(m: tMember, newcomer: tMember): bool {
        return m.place == newcomer.place && m.replica != newcomer.replica;
    }

    fun AdmitNext() {
        if (joining != null || sizeof(waiting) == 0) { return; }
        // All replicas with content are gone: a new one must not begin with nothing.
        if (version > 0 && sizeof(chain) == 0) { return; }
        joining = waiting[0].replica;
        if (bug_joins_as_head) { chain += (0, waiting[0]); }
        else { chain += (sizeof(chain), waiting[0]); }
        waiting -= 0;
        admitted = version + 1;
        Tell(null);
    }

    fun IsOnlyOne(replica: machine): bool {
        if (sizeof(chain) == 0 || chain[0].replica != replica) { return false; }
        return sizeof(chain) == 1 || chain[1].replica == joining;
    }

    // Whether it was in the chain.
    fun Remove(replica: machine): bool {
        var i: int;

        while (i < sizeof(waiting)) {
            if (waiting[i].replica == replica) {
                waiting -= i;
                send replica, eChain, View();  // if it lives, it asks again
            } else {
                i = i + 1;
            }
        }
        i = 0;
        while (i < sizeof(chain) && chain[i].replica != replica) { i = i + 1; }
        if (i == sizeof(chain)) { return false; }
        chain -= i;
        if (replica == joining) { joining = null; }
        if (sizeof(chain) == 1 && chain[0].replica == joining) {
            chain = default(seq[tMember]);
            joining = null;
        }
        print format("{0} leaves the chain", replica);
        if (sizeof(chain) == 0) { print "all replicas with the content are gone"; }
        Tell(replica);
        return true;
    }

    // Also one that leaves: perhaps it lives.
    fun Tell(leaves: machine) {
        var m: tMember;
        var gateway: machine;

        version = version + 1;
        if (sizeof(chain) > 0) { print format("{0} leads, view {1}", chain[0].replica, version); }
        foreach (m in chain) { send m.replica, eChain, View(); }
        if (leaves != null) { send leaves, eChain, View(); }
        if (!is_open) { return; }
        foreach (gateway in gateways) { send gateway, eChain, View(); }
    }
}

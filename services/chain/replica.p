// A replica of a chain that repairs itself.
//
// Updates enter at the head, which numbers them, and pass along the chain. When the tail has executed one, every replica
// has: the tail sends the results to the gateway, and an acknowledgement goes back along the chain. Until then a
// replica keeps the update, to send it to another successor.
//
// The master numbers the views. In a new view each replica tells its predecessor what it has, and gets what it lacks: the updates that
// are kept, or all content if it has nothing. So a message of a view arrives only at replicas that are in that view, or in a later one,
// and then it is ignored. The exceptions are eHave and eUpdate, which may come early: they are kept.
//
// The new tail sends all results again that gateways may lack: the old one may have failed before it did.
//
// R. van Renesse, F. Schneider: Chain Replication for Supporting High Throughput and Availability, OSDI 2004.

// With an introducer, the master is told by it.
type tReplicaSetup = (master: machine, place: int, introducer: machine);

machine Replica {
    var setup: tReplicaSetup;
    var generation: int;                  // of the master
    var version: int;                     // of the view
    var members: seq[machine];            // of the view
    var predecessor, successor: machine;  // null: head, tail
    var store: tStore;
    var last: int;                        // the number of the last update that was executed
    var acknowledged: int;                // the last one that the tail has executed
    var kept: map[int, tUpdate];          // those that are not acknowledged
    var is_linked: bool;                  // the successor gets updates
    var early: seq[(version: int, update: tUpdate)];
    var early_have: tHave;  // of the latest view
    // Content under way to the successor.
    var copy: tStore;
    var copy_number, copied: int;

    start state Init {
        entry (s: tReplicaSetup) {
            setup = s;
            if (setup.introducer == null) { goto Joining; }
            send setup.introducer, eHere, this;
        }
        on eMaster do (m: (master: machine, generation: int)) {
            Obey(m);
            goto Joining;
        }
        defer eUpdate;
    }

    // Views of other masters do not count any more.
    fun Obey(m: (master: machine, generation: int)) {
        setup.master = m.master;
        generation = m.generation;
    }

    fun IsOfMaster(view: int): bool {
        return FirstView(generation) <= view && view < FirstView(generation + 1);
    }

    state Joining {
        entry { send setup.master, eJoin, (replica = this, place = setup.place); }
        on eMaster do (m: (master: machine, generation: int)) {
            Obey(m);
            version = FirstView(generation);  // parts of the content that are still under way do not count
            send setup.master, eJoin, (replica = this, place = setup.place);
        }
        on eChain do (chain: tChain) {
            if (!IsOfMaster(chain.version)) { return; }
            if (!(this in chain.replicas)) {  // it was taken for dead
                version = chain.version;  // parts of older views that are still under way do not count
                send setup.master, eJoin, (replica = this, place = setup.place);
                return;
            }
            Enter(chain);
            if (chain.is_first) {
                BecomeReady();
            } else {
                store = default(tStore);
                send predecessor, eHave, (version = version, replica = this, number = 0, is_empty = true);
            }
        }
        on ePart do (p: (version: int, entries: tContent)) {
            var content: tContent;

            if (p.version != version) { return; }
            content = store.content;
            store.content = default(tContent);  // one owner at a time
            store.content = Merged(content, p.entries);
            send predecessor, eMore, version;
        }
        on eResultsPart do (p: (version: int, gateway: machine, number: int, results: seq[tReply])) {
            if (p.version != version || bug_joins_without_numbers) { return; }
            store.sessions = WithResults(store.sessions, p.gateway, p.number, p.results);
        }
        on eLastPart do (p: (version: int, number: int, sessions: tSessions)) {
            if (p.version != version) { return; }
            if (!bug_joins_without_numbers) {
                store.sessions = WithNumbers(store.sessions, p.sessions);
            }
            last = p.number;
            if (!bug_silent_join) { BecomeTail(); }
            BecomeReady();
        }
        on eUpdate do KeepEarly;
        ignore eForward, eAcknowledge, eHave, eMore;
    }

    fun BecomeReady() {
        send setup.master, eReady, (replica = this, version = version);
        goto Working;
    }

    state Working {
        on eMaster do (m: (master: machine, generation: int)) {
            Obey(m);
            send setup.master, eReport, (replica = this, place = setup.place, version = version, chain = members);
        }
        on eChain do (chain: tChain) {
            if (chain.version <= version || !IsOfMaster(chain.version)) { return; }
            if (!(this in chain.replicas)) {
                version = chain.version;
                Forget();
                goto Joining;
            }
            Enter(chain);
            if (predecessor != null) {
                send predecessor, eHave, (version = version, replica = this, number = last, is_empty = false);
            }
            if (successor == null) { BecomeTail(); }
            else if (early_have.version == version) { Link(early_have); }
            TakeEarly();
        }
        on eUpdate do (u: (version: int, update: tUpdate)) {
            if (u.version == version) { TakeUpdate(u.update); }
            else { KeepEarly(u); }
        }
        on eForward do (f: (version: int, number: int, update: tUpdate)) {
            if (f.version != version) { return; }
            assert f.number == last + 1, format("update {0} comes after {1}", f.number, last);
            Take(f.update);
        }
        on eAcknowledge do (a: (version: int, number: int)) {
            if (a.version == version) { Acknowledge(a.number); }
        }
        on eHave do (have: tHave) {
            if (have.version == version) { Link(have); }
            else if (have.version > version && have.version > early_have.version) {
                early_have = have;
            }
        }
        on eMore do (v: int) {
            if (v == version) { SendPart(); }
        }
        ignore ePart, eResultsPart, eLastPart;
    }

    // ------------------------------------------------------------------------------ views

    fun Enter(chain: tChain) {
        var i: int;

        version = chain.version;
        members = chain.replicas;
        while (chain.replicas[i] != this) { i = i + 1; }
        predecessor = null;
        successor = null;
        if (i > 0) { predecessor = chain.replicas[i - 1]; }
        if (i + 1 < sizeof(chain.replicas)) { successor = chain.replicas[i + 1]; }
        is_linked = false;
        copy = default(tStore);
    }

    // It was taken for dead, and begins again with nothing.
    fun Forget() {
        store = default(tStore);
        copy = default(tStore);
        kept = default(map[int, tUpdate]);
        early = default(seq[(version: int, update: tUpdate)]);
        last = 0;
        acknowledged = 0;
    }

    // All that the tail has, all others have. It sends all results that gateways may lack.
    fun BecomeTail() {
        var gateway: machine;
        var number: int;

        foreach (gateway in keys(store.sessions)) {
            foreach (number in keys(store.sessions[gateway].results)) {
                SendResults(gateway, number);
            }
        }
        acknowledged = last;
        kept = default(map[int, tUpdate]);
        if (predecessor != null) {
            send predecessor, eAcknowledge, (version = version, number = last);
        }
    }

    // The successor has said what it has.
    fun Link(have: tHave) {
        if (have.replica != successor || is_linked) { return; }
        if (have.is_empty) {
            copy = store;
            copy_number = last;
            copied = 0;
            if (bug_loses_entry && EntriesOf(copy.content) > 0) { copied = 1; }
            SendPart();
            return;
        }
        SendFrom(have.number);
    }

    fun SendFrom(number: int) {
        assert number <= last, format("the successor has {0}, more than {1}", number, last);
        is_linked = true;
        if (bug_sends_nothing_again) { return; }
        while (number < last) {
            number = number + 1;
            send successor, eForward, (version = version, number = number, update = kept[number]);
        }
    }

    fun SendPart() {
        var entries: tContent;

        if (copied < EntriesOf(copy.content)) {
            entries = NextPart(copy.content, copied);
            copied = copied + EntriesOf(entries);
            send successor, ePart, (version = version, entries = entries);
            return;
        }
        SendSessions(successor, version, copy_number, copy.sessions);
        copy = default(tStore);
        SendFrom(copy_number);
    }

    // ---------------------------------------------------------------------------- updates

    // The gateway knows a view that this replica does not know yet. What it sent in an older one, it sends again.
    fun KeepEarly(u: (version: int, update: tUpdate)) {
        if (u.version > version) { early += (sizeof(early), u); }
    }

    fun TakeEarly() {
        var u: (version: int, update: tUpdate);
        var before: seq[(version: int, update: tUpdate)];

        before = early;
        early = default(seq[(version: int, update: tUpdate)]);
        foreach (u in before) {
            if (u.version == version) { TakeUpdate(u.update); }
            else { KeepEarly(u); }
        }
    }

    // As the head. A gateway sends an update again when the view has changed.
    fun TakeUpdate(update: tUpdate) {
        var before: int;

        before = LastOf(store, update.gateway);
        if (update.number <= before) { return; }
        assert update.number == before + 1, format("update {0} of a gateway comes after {1}", update.number, before);
        Take(update);
    }

    fun Take(update: tUpdate) {
        var before: tContent;

        if (bug_reads_alone) { before = store.content; }
        last = last + 1;
        store = Executed(store, update, bug_head_trusts && predecessor == null);
        kept[last] = update;
        announce eExecuted,
            (place = (chain = ChainName(), version = version, number = last),
             done = (update = update, results = store.sessions[update.gateway].results[update.number]),
             is_tail = successor == null);
        if (bug_reads_alone && predecessor == null && store.content == before) {
            SendResults(update.gateway, update.number);
        }
        if (successor == null) {
            SendResults(update.gateway, update.number);
            Acknowledge(last);
        } else if (is_linked) {
            send successor, eForward, (version = version, number = last, update = update);
            if (bug_answers_early) { SendResults(update.gateway, update.number); }
            if (bug_keeps_nothing) { kept -= last; }
        }
    }

    fun ChainName(): machine {
        if (setup.introducer != null) { return setup.introducer; }
        return setup.master;
    }

    fun SendResults(gateway: machine, number: int) {
        send gateway, eResults, (number = number, results = store.sessions[gateway].results[number]);
    }

    fun Acknowledge(number: int) {
        if (number <= acknowledged) { return; }
        while (acknowledged < number) {
            acknowledged = acknowledged + 1;
            kept -= acknowledged;
        }
        if (predecessor != null) {
            send predecessor, eAcknowledge, (version = version, number = number);
        }
    }
}

module chain = { Introducer, Master, Replica };

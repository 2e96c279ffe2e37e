// A replica of a group that agrees on a log by Multi-Paxos: acceptor, leader and learner in one.
//
// The leader of a ballot gives updates slots of the log, one after the other, several under way at a time. A slot is
// chosen when a majority has accepted its item in this ballot. Then the leader executes it and answers; the others
// hear of it with the next message. To become the leader, a replica asks a majority for promises, learns what they have
// executed and accepted, and proposes that again. Reads take a slot, too: a leader cannot know whether it still leads.
//
// The leader sends each follower an unbroken run of slots, after the follower has said how many it has executed. So an acceptance
// stands for all slots before it, and there are no gaps.
//
// Nothing is on a disk. A replica that has lost its memory may have promised and accepted what nobody else remembers, so it must
// not vote in its old place. It is a new member: it first gets the content and listens, then an item of the log puts it into its
// place. That item is the last one of an epoch. The next epoch is an own instance of Multi-Paxos, with the new members, which begins after
// that slot: nobody proposes in it before that item is chosen, and each member begins it with no promise and no votes.
//
// L. Lamport: The Part-Time Parliament, 1998; Paxos Made Simple, 2001. L. Lamport, D. Malkhi, L. Zhou: Stoppable Paxos, 2008.

param window: int;    // slots under way at a time
param merged: int;    // units of several updates in one slot, at most (UnitsOf)
param kept: int;      // items for replicas that are slow, at most
param patience: int;  // ticks without a sign of the leader

type tReplicaSetup = (registry: machine, place: int);

machine Replica {
    var registry, ticker: machine;
    var me: tMember;
    var gateways: set[machine];
    var newcomers: tMembers;  // who asked last for each place

    var epoch: int;
    var members: tMembers;
    var promised: int;    // the highest ballot that it knows
    var leader: machine;  // who leads it, or should
    var silence: int;     // ticks since its last message, or since something was chosen

    var store: tStore;
    var executed: int;           // slots up to this one
    var log: map[int, tItem];   // those of them that a member may lack
    var floor: int;              // of these none is left
    var votes: map[int, tVote];  // later slots

    // As one that wants to lead.
    var promises: map[machine, int];  // what they have executed
    var known: map[int, tVote];
    var highest: int;  // of the ballots that others have promised

    // As the leader.
    var is_leading: bool;
    var last: int;                   // slots that were proposed
    var stable: int;                 // every member has executed these
    var matched, applied: map[machine, int];  // slots that a follower has accepted, has executed
    var proposed: map[machine, int];  // the number of the last update of a gateway
    var waiting: seq[tUpdate];
    var is_changing: bool;           // the last slot of the epoch is proposed

    // A newcomer that gets the content: at the leader, and at the newcomer.
    var guest: tMember;
    var guest_has_all: bool;
    var copy: tStore;
    var copy_number, copied, copies, version: int;
    var source: machine;

    start state Init {
        entry (s: tReplicaSetup) {
            registry = s.registry;
            me = (replica = this, place = s.place, life = 1);
            ticker = new Ticker(this);
            goto Joining;
        }
    }

    // ----------------------------------------------------------------------------- joining

    // Without content.
    state Joining {
        entry { silence = 0; }
        on eBegin do (first: tMembers) {
            if (first[me.place] != me) { return; }
            members = first;
            epoch = 1;
            promised = BallotOf(epoch, 0, 0);
            leader = members[1].replica;
            SayReady();
            if (leader == this) { goto Preparing; }
            goto Following;
        }
        on eGroup do StartLoading;
        on ePart do (p: (version: int, entries: tContent)) {
            var content: tContent;

            if (p.version != version) { return; }
            content = store.content;
            store.content = default(tContent);
            store.content = Merged(content, p.entries);
            send source, eMore, version;
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
            executed = p.number;
            floor = p.number;
            send source, eLoaded, (version = version, replica = this);
            goto Learning;
        }
        on eTick do AskToJoin;
        on eJoin do NoteNewcomer;
        on eGateway do (gateway: machine) { gateways += (gateway); }
        defer ePrepare;
        ignore eSuspect, eVote, ePromise, eRefused, eAccept, eCommit, eAccepted, eBehind, eChosen, eForgotten,
            eMore, eLoaded, eUpdate;
    }

    // With content, but without a vote: it hears what is chosen, until it hears that it is a member.
    state Learning {
        on eChosen do (c: tChosen) {
            Learn(c);
            if (IsMember()) {
                leader = source;
                goto Following;
            }
        }
        on ePrepare do (p: tPrepare) {
            if (EpochOf(p.ballot) > epoch) {
                send p.replica, eBehind, (replica = this, executed = executed);
            }
        }
        on eGroup do (g: tGroup) {
            if (g.version <= version) { return; }  // of an earlier leader, late
            StartLoading(g);
            goto Joining;
        }
        on eForgotten do (upto: int) {
            if (executed < upto) { Rejoin(); }
        }
        on eTick do AskToJoin;
        on eJoin do NoteNewcomer;
        on eGateway do (gateway: machine) { gateways += (gateway); }
        ignore eBegin, eSuspect, eVote, ePromise, eRefused, eAccept, eCommit, eAccepted, eBehind, ePart,
            eResultsPart, eLastPart, eMore, eLoaded, eUpdate;
    }

    fun StartLoading(g: tGroup) {
        if (g.version <= version) { return; }
        version = g.version;
        source = g.leader;
        epoch = g.epoch;
        members = g.members;
        store = default(tStore);
        send source, eMore, version;
    }

    // One of the first members does not have to ask.
    fun AskToJoin() {
        if (silence % patience == 0) { send registry, eJoin, me; }
        silence = silence + 1;
    }

    // It lacks items that nobody keeps.
    fun Rejoin() {
        print format("{0} at place {1} forgets everything", this, me.place);
        me.life = me.life + 1;
        store = default(tStore);
        log = default(map[int, tItem]);
        votes = default(map[int, tVote]);
        members = default(tMembers);
        epoch = 0;
        promised = 0;
        executed = 0;
        floor = 0;
        goto Joining;
    }

    fun IsMember(): bool {
        return me.place in members && members[me.place] == me;
    }

    fun SayReady() {
        print format("{0} at place {1} has the content, epoch {2}", this, me.place, epoch);
    }

    fun NoteNewcomer(m: tMember) {
        if (m.place in newcomers && IsEarlier(m, newcomers[m.place])) { return; }
        if (m.place in members && IsEarlier(m, members[m.place])) { return; }
        newcomers[m.place] = m;
        if (bug_votes_without_memory && m.place in members) { members[m.place] = m; }
    }

    fun IsEarlier(m: tMember, other: tMember): bool {
        return m.replica == other.replica && m.life <= other.life;
    }

    // --------------------------------------------------------------------------- following

    state Following {
        entry { silence = 0; }
        on ePrepare do Promise;
        on eAccept do (a: tAccept) {
            if (!IsTimely(a.ballot, a.leader, a.commit)) { return; }
            if (a.slot > executed) { votes[a.slot] = (ballot = a.ballot, item = a.item); }
            Follow(a.ballot, a.commit, a.stable);
            send a.leader, eAccepted, (ballot = a.ballot, replica = this, slot = a.slot, executed = executed);
            LeaveIfReplaced();
        }
        on eCommit do (c: tCommit) {
            if (!IsTimely(c.ballot, c.leader, c.commit)) { return; }
            Follow(c.ballot, c.commit, c.stable);
            LeaveIfReplaced();
        }
        on eChosen do (c: tChosen) {
            Learn(c);
            LeaveIfReplaced();
        }
        on eBehind do (b: tBehind) { Bring(b.replica, b.executed); }
        on eForgotten do (upto: int) {
            if (executed < upto) { Rejoin(); }
        }
        on eSuspect do (suspect: machine) {
            if (suspect == leader) { goto Preparing; }
        }
        on eTick do {
            silence = silence + 1;
            if (silence >= patience) { goto Preparing; }
        }
        on eJoin do NoteNewcomer;
        on eGateway do (gateway: machine) { gateways += (gateway); }
        ignore eBegin, eVote, ePromise, eRefused, eAccepted, eGroup, ePart, eResultsPart, eLastPart, eMore,
            eLoaded, eUpdate;
    }

    // Whether a message of a leader counts. One of an earlier epoch hears what was chosen since.
    fun IsTimely(b: int, from: machine, commit: int): bool {
        if (EpochOf(b) < epoch) {
            Bring(from, commit);
            return false;
        }
        if (EpochOf(b) > epoch || (b < promised && !bug_accepts_anything)) { return false; }
        assert b == promised || bug_accepts_anything, "a leader sends to a replica that has not promised it anything";
        silence = 0;
        return true;
    }

    // Executes what is chosen, as far as it has the items of this ballot.
    fun Follow(b: int, commit: int, upto: int) {
        while (executed < commit && executed + 1 in votes && votes[executed + 1].ballot == b && EpochOf(b) == epoch) {
            Execute(votes[executed + 1].item);
        }
        Trim(upto);
    }

    fun LeaveIfReplaced() {
        if (!IsMember()) { goto Replaced; }
    }

    // Another replica has its place.
    state Replaced {
        entry {
            print format("{0} at place {1} is replaced", this, me.place);
            raise halt;
        }
    }

    fun Promise(p: tPrepare) {
        var slot: int;

        if (EpochOf(p.ballot) > epoch) {
            send p.replica, eBehind, (replica = this, executed = executed);
            return;
        }
        if (EpochOf(p.ballot) < epoch) {
            Bring(p.replica, p.executed);
            return;
        }
        if (p.ballot < promised) { send p.replica, eRefused, promised; }
        if (p.ballot <= promised) { return; }
        // A promise comes with all that this replica knows to be chosen. It cannot tell what it does not keep.
        if (p.executed < floor) {
            send p.replica, eForgotten, floor;
            return;
        }
        promised = p.ballot;
        leader = p.replica;
        Bring(p.replica, p.executed);
        foreach (slot in keys(votes)) {
            send p.replica, eVote, (ballot = p.ballot, slot = slot, vote = votes[slot]);
        }
        send p.replica, ePromise, (ballot = p.ballot, replica = this, executed = executed);
        goto Following;
    }

    // -------------------------------------------------------------------------- the log

    // Sends what is chosen after that slot.
    fun Bring(replica: machine, slot: int) {
        if (slot < floor) {
            send replica, eForgotten, floor;
            return;
        }
        while (slot < executed) {
            slot = slot + 1;
            send replica, eChosen, (slot = slot, item = log[slot]);
        }
    }

    fun Learn(c: tChosen) {
        if (c.slot == executed + 1) { Execute(c.item); }
    }

    fun Execute(item: tItem) {
        var update: tUpdate;

        executed = executed + 1;
        votes -= executed;
        log[executed] = item;
        announce eExecutedItem, (replica = this, place = (registry = registry, slot = executed), item = item);
        foreach (update in item.updates) { ExecuteUpdate(update); }
        if (guest_has_all) { send guest.replica, eChosen, (slot = executed, item = item); }
        if (item.joins.replica != null) { BeginEpoch(item.joins); }
    }

    // One that was sent again may have several slots. One that comes before an earlier one of its gateway, because the item with
    // that one was not chosen, gets another slot later.
    fun ExecuteUpdate(update: tUpdate) {
        if (update.number == LastOf(store, update.gateway) + 1 || bug_executes_again) {
            announce eExecutedUpdate, (replica = this, copy = version, gateway = update.gateway, number = update.number);
            store = Executed(store, update, false);
        }
        if (is_leading) { SendResults(update); }
    }

    fun SendResults(update: tUpdate) {
        if (!(update.gateway in store.sessions)) { return; }
        if (!(update.number in store.sessions[update.gateway].results)) { return; }
        send update.gateway, eResults,
            (number = update.number, results = store.sessions[update.gateway].results[update.number]);
    }

    fun BeginEpoch(newcomer: tMember) {
        epoch = epoch + 1;
        members[newcomer.place] = newcomer;
        promised = BallotOf(epoch, 0, 0);
        highest = promised;
        votes = default(map[int, tVote]);
        if (newcomer == me) { SayReady(); }
    }

    fun Trim(upto: int) {
        while (floor < executed && (floor < upto || sizeof(log) > kept)) {
            floor = floor + 1;
            log -= floor;
        }
    }

    // ----------------------------------------------------------------------- to lead

    state Preparing {
        entry {
            silence = 0;
            if (highest < promised) { highest = promised; }
            promised = BallotOf(epoch, RoundOf(highest) + 1, me.place);
            leader = this;
            promises = default(map[machine, int]);
            known = votes;
            if (bug_forgets_votes) { known = default(map[int, tVote]); }
            SendToOthers();
            if (Majority() == 1) { goto Leading; }
        }
        on eVote do (v: (ballot: int, slot: int, vote: tVote)) {
            if (v.ballot != promised || bug_forgets_votes) { return; }
            if (!(v.slot in known) || known[v.slot].ballot < v.vote.ballot) {
                known[v.slot] = v.vote;
            }
        }
        on ePromise do (p: tPromise) {
            if (p.ballot != promised) { return; }
            promises[p.replica] = p.executed;
            if (sizeof(promises) + 1 >= Majority()) { goto Leading; }
        }
        on eRefused do (higher: int) {
            if (higher > highest) { highest = higher; }
        }
        on eChosen do (c: tChosen) {
            var before: int;

            before = epoch;
            Learn(c);
            if (!IsMember()) { goto Replaced; }
            if (epoch > before) { goto Following; }
        }
        on ePrepare do Promise;
        on eBehind do BringAndAsk;
        on eForgotten do (upto: int) {
            if (executed < upto) { Rejoin(); }
        }
        on eTick do {
            silence = silence + 1;
            if (silence >= patience) { goto Preparing; }
        }
        on eJoin do NoteNewcomer;
        on eGateway do (gateway: machine) { gateways += (gateway); }
        ignore eBegin, eSuspect, eAccept, eCommit, eAccepted, eGroup, ePart, eResultsPart, eLastPart, eMore, eLoaded,
            eUpdate;
    }

    fun SendToOthers() {
        var place: int;

        foreach (place in keys(members)) {
            if (place != me.place) { AskForPromise(members[place].replica); }
        }
    }

    fun AskForPromise(replica: machine) {
        send replica, ePrepare, (ballot = promised, replica = this, executed = executed);
    }

    fun BringAndAsk(b: tBehind) {
        Bring(b.replica, b.executed);
        AskForPromise(b.replica);
    }

    // --------------------------------------------------------------------- as the leader

    state Leading {
        entry {
            var replica: machine;

            silence = 0;
            is_leading = true;
            is_changing = false;
            stable = floor;
            matched = default(map[machine, int]);
            applied = default(map[machine, int]);
            ProposeAgain();
            foreach (replica in keys(promises)) { Link(replica, promises[replica]); }
            print format("{0} leads, ballot {1}", this, promised);
            TellGateways();
            WelcomeNext();
            Advance();
        }
        exit {
            is_leading = false;
            waiting = default(seq[tUpdate]);
            SendAway();
        }
        on eUpdate do (u: (version: int, update: tUpdate)) {
            if (u.version != promised) { return; }
            Take(u.update);
            Advance();
        }
        on eAccepted do (a: tAccepted) {
            if (a.ballot != promised) { return; }
            if (matched[a.replica] == 0) {
                print format("{0} follows ballot {1}", a.replica, promised);
            }
            matched[a.replica] = a.slot;
            applied[a.replica] = a.executed;
            Advance();
        }
        on ePromise do (p: tPromise) {
            if (p.ballot == promised) { Link(p.replica, p.executed); }
        }
        on eChosen do (c: tChosen) {
            var before: int;

            before = epoch;
            Learn(c);
            if (!IsMember()) { goto Replaced; }
            if (epoch > before || executed > last) { goto Following; }
        }
        on ePrepare do Promise;
        on eBehind do BringAndAsk;
        on eForgotten do (upto: int) {
            if (executed < upto) { Rejoin(); }
        }
        on eTick do {
            var replica: machine;

            foreach (replica in keys(matched)) { SendCommit(replica); }
            silence = silence + 1;
            if (last == executed) { silence = 0; }
            if (silence >= patience) { goto Preparing; }
        }
        on eJoin do (m: tMember) {
            NoteNewcomer(m);
            if (m.place == guest.place && m != guest) { SendAway(); }
            WelcomeNext();
        }
        on eSuspect do (suspect: machine) {
            if (suspect != guest.replica) { return; }
            newcomers -= guest.place;
            SendAway();
            WelcomeNext();
        }
        on eMore do (v: int) {
            if (v == promised * 1000 + copies && guest.replica != null) { SendPart(); }
        }
        on eLoaded do (l: (version: int, replica: machine)) {
            if (l.version != promised * 1000 + copies || l.replica != guest.replica) { return; }
            guest_has_all = true;
            Bring(guest.replica, copy_number);
            Advance();
        }
        on eGateway do (gateway: machine) {
            gateways += (gateway);
            send gateway, eChain, View();
        }
        ignore eBegin, eVote, eRefused, eAccept, eCommit, eGroup, ePart, eResultsPart, eLastPart;
    }

    fun View(): tChain {
        var group: seq[machine];

        group += (0, this);
        return (version = promised, replicas = group, is_first = false);
    }

    fun TellGateways() {
        var gateway: machine;

        foreach (gateway in gateways) { send gateway, eChain, View(); }
    }

    // What others have accepted, with the new ballot. Nothing follows a change of the group: that is another epoch.
    fun ProposeAgain() {
        var update: tUpdate;

        proposed = default(map[machine, int]);
        last = executed;
        while (last + 1 in known && !is_changing) {
            last = last + 1;
            votes[last] = (ballot = promised, item = known[last].item);
            is_changing = known[last].item.joins.replica != null;
            foreach (update in known[last].item.updates) {
                if (IsNext(update)) { proposed[update.gateway] = update.number; }
            }
        }
        known = default(map[int, tVote]);
    }

    // The number of the last update of this gateway that is executed, or has a slot.
    fun Proposed(gateway: machine): int {
        if (gateway in proposed) { return proposed[gateway]; }
        return LastOf(store, gateway);
    }

    fun IsNext(update: tUpdate): bool {
        return update.number == Proposed(update.gateway) + 1;
    }

    // A follower has executed so much, and gets all slots after it.
    fun Link(replica: machine, slot: int) {
        if (slot < floor) {
            send replica, eForgotten, floor;
            return;
        }
        Bring(replica, slot);
        matched[replica] = 0;
        applied[replica] = slot;
        slot = executed;
        while (slot < last) {
            slot = slot + 1;
            SendSlot(replica, slot);
        }
    }

    fun SendSlot(replica: machine, slot: int) {
        send replica, eAccept, (ballot = promised, leader = this, slot = slot, item = votes[slot].item,
                                commit = executed, stable = stable);
    }

    fun SendCommit(replica: machine) {
        send replica, eCommit, (ballot = promised, leader = this, commit = executed, stable = stable);
    }

    // A gateway sends an update again when it does not know whether it arrived.
    fun Take(update: tUpdate) {
        if (bug_reads_locally && OnlyReads(update)) { AnswerAlone(update); }
        if (update.number <= Proposed(update.gateway) && !bug_executes_again) {
            SendResults(update);
        } else {
            assert IsNext(update) || bug_executes_again,
                format("update {0} of a gateway comes after {1}", update.number, Proposed(update.gateway));
            proposed[update.gateway] = update.number;
            waiting += (sizeof(waiting), update);
        }
    }

    // Executes what a majority has accepted, and proposes what waits.
    fun Advance() {
        var ballot, before: int;
        var replica: machine;

        ballot = promised;
        before = epoch;
        ExecuteAccepted();
        if (epoch == before) { Propose(); }
        while (epoch == before && HasAccepted()) {  // a group of one has accepted what it proposes
            ExecuteAccepted();
            if (epoch == before) { Propose(); }
        }
        if (epoch > before) {
            foreach (replica in keys(matched)) {
                send replica, eCommit, (ballot = ballot, leader = this, commit = executed, stable = stable);
            }
            LeaveIfReplaced();
            goto Preparing;
        }
    }

    fun ExecuteAccepted() {
        var before: int;

        before = epoch;
        while (epoch == before && HasAccepted()) {
            Execute(votes[executed + 1].item);
            silence = 0;
        }
        stable = Stable();
        Trim(stable);
    }

    // Whether a majority has accepted the next slot.
    fun HasAccepted(): bool {
        var replica: machine;
        var count: int;

        if (executed == last) { return false; }
        count = 1;
        foreach (replica in keys(matched)) {
            if (matched[replica] > executed) { count = count + 1; }
        }
        return count >= Majority();
    }

    // What every member has executed, and the newcomer has got.
    fun Stable(): int {
        var place, slot: int;

        slot = executed;
        foreach (place in keys(members)) {
            if (place != me.place) {
                if (!(members[place].replica in applied)) { return floor; }
                if (applied[members[place].replica] < slot) {
                    slot = applied[members[place].replica];
                }
            }
        }
        if (guest.replica != null && copy_number < slot) { slot = copy_number; }
        return slot;
    }

    fun Propose() {
        while (!is_changing && last - executed < window) {
            if (guest_has_all) {
                is_changing = true;
                Append((updates = default(seq[tUpdate]), joins = guest));
                if (bug_changes_at_once) { Execute(votes[executed + 1].item); }
            } else if (sizeof(waiting) > 0) {
                Append(NextItem());
            } else {
                return;
            }
        }
    }

    fun NextItem(): tItem {
        var item: tItem;
        var units, more: int;

        while (sizeof(waiting) > 0) {
            more = UnitsOfUpdate(waiting[0]);
            if (units > 0 && units + more > merged) { break; }
            units = units + more;
            item.updates += (sizeof(item.updates), waiting[0]);
            waiting -= (0);
        }
        return item;
    }

    fun UnitsOfUpdate(update: tUpdate): int {
        var operation: tOperation;
        var units: int;

        foreach (operation in update.operations) { units = units + UnitsOf(operation); }
        return units;
    }

    fun Append(item: tItem) {
        var replica: machine;

        last = last + 1;
        votes[last] = (ballot = promised, item = item);
        if (bug_answers_alone && !is_changing) {
            Execute(votes[executed + 1].item);
            return;
        }
        foreach (replica in keys(matched)) { SendSlot(replica, last); }
    }

    // ------------------------------------------------------------------------- newcomers

    fun WelcomeNext() {
        var place: int;

        if (guest.replica != null || is_changing) { return; }
        foreach (place in keys(newcomers)) {
            if (members[place] != newcomers[place]) { Welcome(newcomers[place]); return; }
        }
    }

    fun Welcome(m: tMember) {
        guest = m;
        copy = store;
        copy_number = executed;
        copied = 0;
        copies = copies + 1;
        send guest.replica, eGroup,
            (version = promised * 1000 + copies, epoch = epoch, leader = this, members = members);
    }

    fun SendAway() {
        guest = default(tMember);
        guest_has_all = false;
        copy = default(tStore);
    }

    fun SendPart() {
        var entries: tContent;

        if (copied < EntriesOf(copy.content)) {
            entries = NextPart(copy.content, copied);
            copied = copied + EntriesOf(entries);
            send guest.replica, ePart, (version = promised * 1000 + copies, entries = entries);
            return;
        }
        SendSessions(guest.replica, promised * 1000 + copies, copy_number, copy.sessions);
        copy = default(tStore);
    }

    // ----------------------------------------------------------------------- seeded bugs

    fun OnlyReads(update: tUpdate): bool {
        var operation: tOperation;

        foreach (operation in update.operations) {
            if (!IsRead(operation)) { return false; }
        }
        return true;
    }

    fun AnswerAlone(update: tUpdate) {
        var alone: tStore;

        alone = Executed(store, update, false);
        send update.gateway, eResults, (number = update.number, results = alone.sessions[update.gateway].results[update.number]);
    }
}

module paxos = { Registry, Replica, Ticker };

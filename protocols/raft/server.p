// A server of Raft: leader election and a replicated log.
//
// Time is divided into terms, each with at most one leader. A server that hears of no leader becomes
// a candidate in a new term; it leads if a majority votes for it. A server votes once in a term, and only for
// a candidate whose log is at least as complete as its own. The leader appends commands to its log and
// makes the others' logs equal to it. An entry of its own term that a majority has is committed, and
// with it all entries before.
//
// D. Ongaro, J. Ousterhout: In Search of an Understandable Consensus Algorithm, ATC 2014.

machine Server {
    // Stable storage.
    var known: tServers;
    var term: int;
    var voted: machine;      // for whom in this term, or null
    var log: seq[tEntry];    // entry number n is at place n - 1

    // Memory.
    var commit: int;              // entries up to this number are committed
    var votes: set[machine];      // of a candidate
    var next: map[machine, int];  // of a leader: the entry to send next
    var matched: map[machine, int];  // of a leader: the entries that a server is known to have

    start state Init {
        on eServers goto Follower with (s: tServers) { known = s; }
        defer eElectionTimeOut, eRequestVote, eAppend, eCommand, eCrash, eRestart;
    }

    state Follower {
        on eElectionTimeOut goto Candidate;
        on eRequestVote do Vote;
        on eAppend do Append;
        on eCrash goto Down;
        ignore eVote, eAppended, eCommand;
    }

    state Candidate {
        entry {
            var server: machine;

            term = term + 1;
            voted = this;
            votes = default(set[machine]);
            votes += (this);
            foreach (server in known.others) {
                send server, eRequestVote, (term = term, candidate = this,
                                            last_index = sizeof(log), last_term = TermAt(sizeof(log)));
            }
        }
        on eVote do CountVote;
        on eElectionTimeOut goto Candidate;
        on eRequestVote do Vote;
        on eAppend do Append;
        on eCrash goto Down;
        ignore eAppended, eCommand;
    }

    state Leader {
        entry {
            var node: machine;

            announce eLeads, (term = term, server = this, log = log);
            foreach (node in known.others) {
                next[node] = sizeof(log) + 1;
                matched[node] = 0;
                Replicate(node);
            }
            foreach (node in known.clients) { send node, eLeader, this; }
        }
        on eCommand do Take;
        on eAppended do CountAppended;
        on eRequestVote do Vote;
        on eAppend do Append;
        on eCrash goto Down;
        ignore eVote, eElectionTimeOut;
    }

    state Down {
        entry {
            commit = 0;
            votes = default(set[machine]);
            next = default(map[machine, int]);
            matched = default(map[machine, int]);
            if (bug_raft_forgets_vote) { voted = null; }
        }
        ignore eElectionTimeOut, eRequestVote, eVote, eAppend, eAppended, eCommand;
        defer eCrash;
        on eRestart goto Follower;
    }

    // ---------------------------------------------------------------- election

    // Another server is in a later term: so are we.
    fun Advance(new_term: int) {
        if (new_term > term) {
            term = new_term;
            voted = null;
        }
    }

    fun Vote(request: tVoteRequest) {
        var is_newer, granted: bool;

        is_newer = request.term > term;
        Advance(request.term);
        granted = request.term == term && (voted == null || voted == request.candidate)
            && IsComplete(request);
        if (granted) { voted = request.candidate; }
        send request.candidate, eVote, (term = term, voter = this, granted = granted);
        if (is_newer) { goto Follower; }
    }

    // The candidate has everything that we have, as far as it may be committed.
    fun IsComplete(request: tVoteRequest): bool {
        var last_term: int;

        if (bug_raft_any_log) { return true; }
        last_term = TermAt(sizeof(log));
        return request.last_term > last_term
            || (request.last_term == last_term && request.last_index >= sizeof(log));
    }

    fun CountVote(vote: tVote) {
        if (vote.term > term) {
            Advance(vote.term);
            goto Follower;
        }
        if (vote.granted && (vote.term == term || bug_raft_old_votes)) { votes += (vote.voter); }
        if (2 * sizeof(votes) > servers) { goto Leader; }
    }

    // -------------------------------------------------------------- replication

    // A client asks each new leader, so the command may be in the log.
    fun Take(command: tCommand) {
        var server: machine;
        var i: int;

        while (i < sizeof(log)) {
            if (log[i].command == command) {
                if (i < commit) { send command.client, eDone, command.id; }
                return;
            }
            i = i + 1;
        }
        log += (sizeof(log), (term = term, command = command));
        foreach (server in known.others) { Replicate(server); }
    }

    fun Replicate(server: machine) {
        var entries: seq[tEntry];
        var i: int;

        i = next[server] - 1;
        while (i < sizeof(log)) {
            entries += (sizeof(entries), log[i]);
            i = i + 1;
        }
        i = next[server] - 1;
        send server, eAppend, (term = term, leader = this, previous_index = i,
                               previous_term = TermAt(i), entries = entries, commit = commit);
    }

    fun Append(append: tAppend) {
        var success: bool;

        Advance(append.term);
        success = append.term == term && append.previous_index <= sizeof(log)
            && TermAt(append.previous_index) == append.previous_term;
        if (success) {
            Merge(append.previous_index, append.entries);
            CommitUpTo(Least(append.commit, append.previous_index + sizeof(append.entries)));
        }
        send append.leader, eAppended,
            (term = term, follower = this, success = success,
             matched = append.previous_index + sizeof(append.entries));
        if (append.term == term) { goto Follower; }
    }

    // Entries of the leader take the place of others; equal ones stay, and those after them.
    fun Merge(index: int, entries: seq[tEntry]) {
        var logged: tEntry;

        foreach (logged in entries) {
            if (index < sizeof(log) && log[index].term != logged.term) {
                while (sizeof(log) > index) { log -= sizeof(log) - 1; }
            }
            if (index == sizeof(log)) { log += (index, logged); }
            index = index + 1;
        }
    }

    fun CountAppended(reply: tAppended) {
        if (reply.term > term) {
            Advance(reply.term);
            goto Follower;
        }
        if (reply.term < term) { return; }
        if (reply.success) {
            matched[reply.follower] = Most(matched[reply.follower], reply.matched);
            next[reply.follower] = matched[reply.follower] + 1;
            CommitByMajority();
        } else if (next[reply.follower] > 1) {
            next[reply.follower] = next[reply.follower] - 1;
            Replicate(reply.follower);
        }
    }

    // The last entry of this term that a majority has.
    fun CommitByMajority() {
        var index, server_count: int;
        var server: machine;

        index = sizeof(log);
        while (index > commit && (TermAt(index) == term || bug_raft_commits_old_terms)) {
            server_count = 1;
            foreach (server in known.others) {
                if (matched[server] >= index) { server_count = server_count + 1; }
            }
            if (2 * server_count > servers) {
                Answer(commit, index);
                CommitUpTo(index);
                return;
            }
            index = index - 1;
        }
    }

    // The entries after `first` up to `last` are done.
    fun Answer(first: int, last: int) {
        while (first < last) {
            send log[first].command.client, eDone, log[first].command.id;
            first = first + 1;
        }
    }

    fun CommitUpTo(index: int) {
        while (commit < index) {
            announce eCommitted, (term = term, index = commit + 1, logged = log[commit]);
            commit = commit + 1;
        }
    }

    fun TermAt(index: int): int {
        if (index == 0) { return 0; }
        return log[index - 1].term;
    }
}

fun Least(a: int, b: int): int {
    if (a < b) { return a; }
    return b;
}

fun Most(a: int, b: int): int {
    if (a > b) { return a; }
    return b;
}

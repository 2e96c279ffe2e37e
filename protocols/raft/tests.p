// Clients with commands, time-outs of elections at any server, and crashes.

param servers: int;
param clients: int;
param commands: int;   // of each client, one after the other
param timeouts: int;   // of elections, in all
param crashes: int;

// It sends its command to each new leader until it is done.
machine Client {
    var number, last: int;
    var leader: machine;

    start state Init {
        entry (n: int) {
            number = n;
            last = 1;
        }
        on eLeader do (server: machine) {
            leader = server;
            Ask();
        }
        on eDone do (id: int) {
            if (id != Id()) { return; }  // it was told before
            last = last + 1;
            if (last <= commands) { Ask(); }
            else { goto Done; }
        }
    }

    state Done {
        ignore eLeader, eDone;
    }

    fun Ask() {
        send leader, eCommand, (client = this, id = Id());
    }

    fun Id(): int {
        return 10 * number + last;
    }
}

// Time passes: now and then a server finds that it has heard of no leader for too long.
machine Clock {
    start state Running {
        entry (nodes: set[machine]) {
            var i: int;

            while (i < timeouts) {
                send choose(nodes), eElectionTimeOut;
                i = i + 1;
            }
            raise halt;
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var nodes, others, askers: set[machine];
            var node: machine;

            while (sizeof(nodes) < servers) { nodes += (new Server()); }
            while (sizeof(askers) < clients) { askers += (new Client(sizeof(askers))); }
            foreach (node in nodes) {
                others = nodes;
                others -= node;
                send node, eServers, (others = others, clients = askers);
            }
            new Clock(nodes);
            if (crashes > 0) { new CrashInjector((nodes = nodes, count = crashes)); }
            raise halt;
        }
    }
}

module raft = { Server };
module environment = { Driver, Client, Clock, CrashInjector };

test param (servers in [3], clients in [0], commands in [0], timeouts in [2], crashes in [0])
    tcElection [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [3], clients in [1], commands in [1], timeouts in [1], crashes in [0])
    tcOneCommand [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [3], clients in [1], commands in [1], timeouts in [2], crashes in [1])
    tcSmall [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [3], clients in [2], commands in [2], timeouts in [4], crashes in [2])
    tcLarge [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [5], clients in [2], commands in [1], timeouts in [4], crashes in [1])
    tcFive [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [3], clients in [1], commands in [2], timeouts in [1], crashes in [0])
    tcEveryCommandIsDone [main = Driver]: assert EveryCommandIsDone in union raft, environment;
test param (servers in [1], clients in [2], commands in [2], timeouts in [0], crashes in [0])
    tcClients [main = Driver]:
    assert EveryCommandIsDone in union { SingleServer -> Server }, environment;

test param (servers in [3], clients in [2], commands in [1], timeouts in [4], crashes in [0],
            bug_raft_commits_old_terms in [true]) tcBugCommitsOldTerms [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [5], clients in [1], commands in [1], timeouts in [2], crashes in [0],
            bug_raft_any_log in [true]) tcBugAnyLog [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [5], clients in [0], commands in [0], timeouts in [2], crashes in [1],
            bug_raft_forgets_vote in [true]) tcBugForgetsVote [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;
test param (servers in [3], clients in [0], commands in [0], timeouts in [3], crashes in [0],
            bug_raft_old_votes in [true]) tcBugOldVotes [main = Driver]:
    assert ElectionSafety, CommittedIsForever in union raft, environment;

// Clients that run transactions over all sites, while replicas stop and the coordinator and sites crash.

param sites: int;
param clients: int;
param transactions: int;  // of each client, one after the other
param failures: int;      // crashes of the coordinator
param sites_crash: bool;  // or of a site
param apart: bool;        // each client has its own account

type tClientSetup = (number: int, coordinator: machine, sites: set[machine]);

machine Client {
    var setup: tClientSetup;
    var last: int;

    start state Init {
        entry (s: tClientSetup) {
            setup = s;
            goto Asking;
        }
    }

    state Asking {
        entry {
            var changes: map[machine, tChange];
            var site: machine;

            last = last + 1;
            foreach (site in setup.sites) { changes[site] = (account = Account(), amount = 1); }
            send setup.coordinator, eTransaction, (id = Id(), client = this, changes = changes);
        }
        on eOutcome do (outcome: tDecision) {
            if (outcome.id == Id() && last < transactions) { goto Asking; }
        }
    }

    fun Id(): int {
        return setup.number * 1000 + last;
    }

    fun Account(): int {
        if (apart) { return setup.number; }
        return 0;
    }
}

machine Driver {
    start state Init {
        entry {
            var coordinator: machine;
            var all, crashing: set[machine];
            var i: int;

            coordinator = new Coordinator();
            while (i < sites) {
                all += (new Site(coordinator));
                i = i + 1;
            }
            i = 0;
            while (i < clients) {
                new Client((number = i, coordinator = coordinator, sites = all));
                i = i + 1;
            }
            if (sites_crash) { crashing = all; }
            crashing += (coordinator);
            if (failures > 0) { new CrashInjector((nodes = crashing, count = failures)); }
            raise halt;
        }
    }
}

module users = { Driver, Client, Coordinator, Alarm, CrashInjector };
module participants = union users, { Participant -> Site };  // the abstraction of a site
module replicated = union users, { ReplicatedSite -> Site, Accounts -> Learner };
module over_single = union replicated, { SingleNode -> Service };
module over_chain = union replicated, { Dispatcher -> Service }, chain_group;
module over_log = union replicated, { Dispatcher -> Service }, log_group;

test param (sites in [2], clients in [1], transactions in [1], failures in [1], executing in [true])
    tcOneTransaction [main = Driver]: assert Atomicity, Isolation in over_single;
test param (sites in [2], clients in [2], transactions in [1], failures in [0], executing in [true])
    tcTwoClients [main = Driver]: assert Atomicity, Isolation in over_single;
test param (sites in [2], clients in [1], transactions in [1], failures in [0, 1], executing in [true])
    tcProgress [main = Driver]: assert Progress in over_single;
test param (sites in [1], clients in [1], transactions in [1], failures in [1, 2], sites_crash in [true], executing in [true])
    tcSiteCrashes [main = Driver]: assert Atomicity, Isolation in over_single;
test param (sites in [1], clients in [2], transactions in [1], apart in [true], failures in [1], sites_crash in [true],
            executing in [true])
    tcSiteRecovers [main = Driver]: assert Progress in over_single;
test param (sites in [2], clients in [2], transactions in [1], apart in [true], failures in [2], sites_crash in [true],
            executing in [true], replicas in [2], stops in [1])
    tcLargeCrashes [main = Driver]: assert Atomicity, Isolation in over_chain;
test param (sites in [2], clients in [2], transactions in [1], apart in [true], failures in [1], sites_crash in [true],
            executing in [true], replicas in [2], stops in [1])
    tcLargeProgress [main = Driver]: assert Progress in over_chain;
test param (sites in [2], clients in [2], transactions in [2], failures in [1], executing in [true])
    tcLarge [main = Driver]: assert Atomicity, Isolation in over_single;
test param (sites in [2], clients in [1], transactions in [1], failures in [1])
    tcParticipants [main = Driver]: assert Atomicity, Isolation in participants;

// One site, with less and less abstraction beneath.
test param (sites in [1], clients in [2], transactions in [1])
    tcSite [main = Driver]: assert Atomicity, Isolation in participants;
test param (sites in [1], clients in [2], transactions in [1], executing in [true])
    tcSingle [main = Driver]: assert Atomicity, Isolation in over_single;

test param (sites in [1], clients in [2], transactions in [1], executing in [true], replicas in [2], stops in [1])
    tcChain [main = Driver]: assert Atomicity, Isolation in over_chain;
test param (sites in [1], clients in [2], transactions in [1], executing in [true],
            leaders in [1], acceptors in [3], elections in [1])
    tcLog [main = Driver]: assert Atomicity, Isolation in over_log;
test param (sites in [2], clients in [2], transactions in [1], failures in [1], executing in [true], replicas in [3], stops in [2])
    tcLargeChain [main = Driver]: assert Atomicity, Isolation in over_chain;

test param (sites in [3], clients in [3], transactions in [1], executing in [true], bug_tms_unlocks in [true])
    tcBugUnlocks [main = Driver]: assert Atomicity, Isolation in over_single;
test param (sites in [2], clients in [1], transactions in [80], failures in [1], executing in [true],
            bug_2pc_new_segment in [true])
    tcBugNewSegment [main = Driver]: assert Atomicity, Isolation in over_single;
test param (sites in [2], clients in [2], transactions in [1], apart in [true], failures in [2], sites_crash in [true],
            executing in [true], replicas in [2], stops in [1], bug_tms_gives_up in [true])
    tcBugGivesUp [main = Driver]: assert Atomicity, Isolation in over_chain;
test param (sites in [2], clients in [2], transactions in [1], apart in [true], failures in [1], sites_crash in [true],
            executing in [true], replicas in [2], stops in [1], bug_tms_late_number in [true])
    tcBugLateNumber [main = Driver]: assert Progress in over_chain;

// Bugs of chain replication, seen from two protocols above it.
test param (sites in [2], clients in [1], transactions in [1], failures in [0], executing in [true], replicas in [4], stops in [3],
            bug_chain_acknowledges_early in [true])
    tcBugLostVote [main = Driver]: assert Atomicity, Isolation in over_chain;
test param (sites in [2], clients in [1], transactions in [1], failures in [1], executing in [true], replicas in [4], stops in [3],
            bug_chain_head_trusts in [true])
    tcBugTrustedVote [main = Driver]: assert Atomicity, Isolation in over_chain;

// Multi-Paxos whose parts talk over channels, with a failure detector that lets the next leader lead: a service of it is created by
// `new Group(clients)`. The lines are as those of the chain (lines.p).

machine DetectedLog {
    start state Init {
        entry (users: set[machine]) {
            var user: machine;
            var reached: set[machine];

            foreach (user in users) { reached += (new LineToClient(user)); }
            NewLog(reached);
            raise halt;
        }
    }
}

machine DetectedElection {
    start state Init {
        entry (candidates: set[machine]) {
            new Succession(candidates);
            raise halt;
        }
    }
}

// The first of the candidates leads. When the detector says that it is off, the next one leads. The ballots of later ones are higher.
machine Succession {
    var working: seq[machine];

    start state Watching {
        entry (candidates: set[machine]) {
            var candidate, host: machine;
            var hosts, mortal, watching: set[machine];

            foreach (candidate in candidates) {
                working += (sizeof(working), candidate);
                host = new Host(candidate);
                hosts += (host);
                if (sizeof(hosts) <= failures) { mortal += (host); }  // those that lead first
                print format("{0} is the host of {1}", host, candidate);
            }
            send working[0], eLead;
            watching += (this);
            watching += (new Witness());
            new Detector((nodes = hosts, clients = watching));
            if (failures > 0) { new Saboteur((nodes = mortal, count = failures)); }
        }
        on eStopped do (node: machine) {
            var i: int;

            while (working[i] != node) { i = i + 1; }
            working -= i;
            if (i == 0) { send working[0], eLead; }
        }
    }
}

// As CrashInjector, but a node is up for a while before it crashes, and then down for a while.
machine SlowCrashes {
    var plan: tCrashes;
    var down, timer: machine;  // null: all nodes are up
    var waited: int;

    start state Waiting {
        entry (p: tCrashes) {
            plan = p;
            timer = new Timer(this);
            send timer, eStartTimer, 0;
        }
        on eTimeOut do {
            waited = waited + 1;
            if (waited >= pause) {
                waited = 0;
                Change();
            }
            if (plan.count == 0) { raise halt; }
            send timer, eStartTimer, 0;
        }
    }

    fun Change() {
        if (down == null) {
            down = choose(plan.nodes);
            print format("{0} is down", down);
            send down, eCrash;
        } else {
            send down, eRestart;
            print format("{0} is up", down);
            down = null;
            plan.count = plan.count - 1;
        }
    }
}

// A leader, an acceptor and the executor themselves; `Leader`, `Acceptor` and `Executor` are their lines.
interface NearLeader(tLeaderSetup) receives eLead, ePromise, eRequest, halt;
interface NearAcceptor(machine) receives eNewBallot, eAccept, eCrash, eRestart;
interface NearExecutor(machine) receives eAccepted, eQuery, eResult;

machine LineToLeader {
    var channel: machine;

    start state Working {
        entry (setup: tLeaderSetup) {
            setup.acceptors = FromHere(setup.acceptors);
            setup.clients = FromHere(setup.clients);
            channel = new Channel(new NearLeader(setup));
        }
        on eLead do { Transfer(eLead, null); }
        on ePromise do (promise: tPromise) { Transfer(ePromise, promise); }
        on eRequest do (request: tRequest) { Transfer(eRequest, request); }
        on eStop do (host: machine) {
            Transfer(halt, null);
            send host, eStopped, this;
            goto Off;
        }
    }

    // The leader does not hear any more. What it may still send is harmless: it is like an old leader that does not know of its
    // successor.
    state Off {
        ignore eLead, ePromise, eRequest;
    }

    fun FromHere(targets: set[machine]): set[machine] {
        var target: machine;
        var all: set[machine];

        foreach (target in targets) { all += (new FromLeader((target = target, line = this))); }
        return all;
    }

    fun Transfer(name: event, payload: any) {
        send channel, eSend, (name = name, payload = payload);
    }
}

// From a leader to an acceptor or to a client: answers shall go to the leader's line.
machine FromLeader {
    var target, line: machine;

    start state Working {
        entry (ends: (target: machine, line: machine)) {
            target = ends.target;
            line = ends.line;
        }
        on eNewBallot do (prepare: (ballot: int, leader: machine)) {
            prepare.leader = line;
            send target, eNewBallot, prepare;
        }
        on eAccept do (proposal: tProposal) { send target, eAccept, proposal; }
        on eView do (view: tView) {
            view.head = line;
            send target, eView, view;
        }
    }
}

// An acceptor names itself in what it sends, to be counted. Nobody answers to that name, so no line replaces it.
machine LineToAcceptor {
    var channel: machine;

    start state Working {
        entry (executor: machine) { channel = new Channel(new NearAcceptor(executor)); }
        on eNewBallot do (prepare: (ballot: int, leader: machine)) {
            Transfer(eNewBallot, prepare);
        }
        on eAccept do (proposal: tProposal) { Transfer(eAccept, proposal); }
        on eCrash do { Transfer(eCrash, null); }
        on eRestart do { Transfer(eRestart, null); }
    }

    fun Transfer(name: event, payload: any) {
        send channel, eSend, (name = name, payload = payload);
    }
}

machine LineToExecutor {
    var channel: machine;

    start state Working {
        entry (learner: machine) { channel = new Channel(new NearExecutor(learner)); }
        on eAccepted do (accepted: tAccepted) {
            send channel, eSend, (name = eAccepted, payload = accepted);
        }
        on eQuery do (query: (client: machine, id: int)) {
            send channel, eSend, (name = eQuery, payload = query);
        }
    }
}

module detected_log = { DetectedLog -> Group, DetectedElection -> Election, Succession, SlowCrashes -> CrashInjector, Host,
                        Detector, Clock, Witness, Saboteur, Timer };
module log_lines = { LineToLeader -> Leader, Leader -> NearLeader, LineToAcceptor -> Acceptor, Acceptor -> NearAcceptor,
                     LineToExecutor -> Executor, Executor -> NearExecutor, FromLeader, LineToClient, Access };

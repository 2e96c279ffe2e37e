// Chain replication whose parts talk over channels, with a failure detector: a service of it is created by `new Group(clients)`.

param replicas: int;
param failures: int;  // of replicas: silent ones, of which nobody is told
param pause: int;     // time-outs before each failure

machine DetectedGroup {
    start state Init {
        entry (users: set[machine]) {
            var user, master, host: machine;
            var reached, hosts, watching: set[machine];
            var chain: seq[machine];

            foreach (user in users) { reached += (new LineToClient(user)); }
            master = new Master();
            while (sizeof(chain) < replicas) {
                chain += (sizeof(chain), new Replica((master = master, learner = NewLearner())));
                host = new Host(chain[sizeof(chain) - 1]);
                hosts += (host);
                print format("{0} is the host of {1}", host, chain[sizeof(chain) - 1]);
            }
            send master, eBegin, (chain = chain, clients = reached);
            watching += (master);
            watching += (new Witness());
            new Detector((nodes = hosts, clients = watching));
            if (failures > 0) { new Saboteur((nodes = hosts, count = failures)); }
            raise halt;
        }
    }
}

// Says what the detector reports.
machine Witness {
    start state Listening {
        on eStopped do (node: machine) { print format("{0} is off", node); }
    }
}

// Lets replicas fail, one after the other.
machine Saboteur {
    var plan: tFails;
    var timer: machine;
    var waited: int;

    start state Waiting {
        entry (p: tFails) {
            plan = p;
            timer = new Timer(this);
            send timer, eStartTimer, 0;
        }
        on eTimeOut do {
            var node: machine;

            waited = waited + 1;
            if (waited >= pause) {
                waited = 0;
                node = choose(plan.nodes);
                plan.nodes -= node;
                plan.count = plan.count - 1;
                print format("{0} fails", node);
                send node, eFail;
            }
            if (plan.count == 0) { raise halt; }
            send timer, eStartTimer, 0;
        }
    }
}

module detected = { DetectedGroup -> Group, Master, Host, Detector, Clock, Witness, Saboteur, Timer };

// Nodes that fail, and clients that want to know.

param nodes: int;
param listeners: int;
param failures: int;

machine Node {
    start state Working {
        on ePing do (detector: machine) {
            announce eWorks, this;
            send detector, ePong, this;
        }
        on eFail goto Failed;
        on eStop do Stop;
    }

    state Failed {
        entry { announce eFailed, this; }
        on eStop do Stop;
        ignore ePing;
    }

    fun Stop(detector: machine) {
        send detector, eStopped, this;
        raise halt;
    }
}

machine Listener {
    start state Listening {
        on eStopped do (node: machine) { announce eTold, node; }
    }
}

fun NewNodes(): set[machine] {
    var all: set[machine];

    while (sizeof(all) < nodes) { all += (new Node()); }
    return all;
}

fun NewListeners(): set[machine] {
    var all: set[machine];

    while (sizeof(all) < listeners) { all += (new Listener()); }
    return all;
}

machine Driver {
    start state Init {
        entry {
            var all: set[machine];

            all = NewNodes();
            new Detector((nodes = all, clients = NewListeners()));
            if (failures > 0) { new FailInjector((nodes = all, count = failures)); }
            raise halt;
        }
    }
}

// The same nodes and clients, with the abstraction.
machine AbstractDriver {
    start state Init {
        entry {
            new StopInjector((nodes = NewNodes(), count = failures,
                              detector = new PerfectDetector(NewListeners())));
        }
    }
}

module detector = { Detector, Clock };
module system = union detector, { Driver, Node, Listener, FailInjector };

test param (nodes in [2, 3], listeners in [1], failures in [1]) tcAccuracy [main = Driver]:
    assert Accuracy in system;
test param (nodes in [3], listeners in [2], failures in [2]) tcLarge [main = Driver]:
    assert Accuracy in system;
test param (nodes in [2, 3], listeners in [1], failures in [1]) tcCompleteness [main = Driver]:
    assert Completeness in system;
test param (nodes in [3], listeners in [2], failures in [2]) tcAbstraction [main = AbstractDriver]:
    assert Accuracy in { AbstractDriver, Node, Listener, StopInjector, PerfectDetector };

test param (nodes in [3], listeners in [1], failures in [1], bug_detector_reports_early in [true])
    tcBugReportsEarly [main = Driver]: assert Accuracy in system;

// A failure detector that is never wrong: it makes true what it says.
//
// It pings all nodes, and when the clock ticks it powers off those that have not answered, whether they have
// failed or are only slow. The host of a node confirms that the node does nothing any more, and only then the
// detector reports it. It never powers off the last node.
//
// It pings only nodes that have answered the last time, so no queue grows.

type tWatch = (nodes: set[machine], clients: set[machine]);

machine Detector {
    var watch: tWatch;
    var waiting: set[machine];  // nodes that have not answered the last ping
    var reported: set[machine];
    var clock: machine;

    start state Init {
        entry (w: tWatch) {
            watch = w;
            clock = new Clock(this);
            goto Watching;
        }
    }

    state Watching {
        entry { Ping(); }
        on ePong do (node: machine) { waiting -= node; }
        on eTick do {
            PowerOff();
            Ping();
        }
        on eStopped do Report;
    }

    fun Ping() {
        var node: machine;

        foreach (node in watch.nodes) {
            if (!(node in waiting)) {
                waiting += (node);
                send node, ePing, this;
            }
        }
        if (sizeof(watch.nodes) > 1) { send clock, eSetClock; }
    }

    fun PowerOff() {
        var node: machine;

        foreach (node in waiting) {
            if (sizeof(watch.nodes) > 1) {
                waiting -= node;
                watch.nodes -= node;
                send node, eStop, this;
                if (bug_detector_reports_early) { Report(node); }
            }
        }
    }

    fun Report(node: machine) {
        var client: machine;

        if (node in reported) { return; }
        reported += (node);
        foreach (client in watch.clients) { send client, eStopped, node; }
    }
}

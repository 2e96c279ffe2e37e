// The failure detector as its users see it: it learns at once of every node that stops, and reports it, perhaps late.
// (Nodes that stop tell it themselves: StopInjector of ../common/stop.p.)

machine PerfectDetector {
    var clients: set[machine];

    start state Watching {
        entry (c: set[machine]) { clients = c; }
        on eStopped do (node: machine) {
            var client: machine;

            foreach (client in clients) { send client, eStopped, node; }
        }
    }
}

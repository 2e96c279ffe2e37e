// The introducer: it tells replicas and gateways who the master is.
//
// A master that has failed comes back as another machine, which nobody knows; and so does a replica. Each of them tells the introducer, which lives
// with the main machine. Without the introducer the chain works and is repaired, but nobody who is new gets to know the others.

machine Introducer {
    var master: machine;
    var generation: int;
    var members, gateways: set[machine];  // also those that have failed: what is sent to them has no effect

    start state Introducing {
        on eMasterHere do (newcomer: machine) {
            var one: machine;

            if (master != null) { generation = generation + 1; }
            master = newcomer;
            send master, eTakeUp, generation;
            foreach (one in gateways) { send master, eGateway, one; }
            foreach (one in members) {
                send one, eMaster, (master = master, generation = generation);
            }
        }
        on eHere do (replica: machine) {
            members += (replica);
            if (master != null) {
                send replica, eMaster, (master = master, generation = generation);
            }
        }
        on eGateway do (gateway: machine) {
            gateways += (gateway);
            if (master != null) { send master, eGateway, gateway; }
        }
    }
}

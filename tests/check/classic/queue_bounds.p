// check
// verdict: verified
// Bounds of events and machines, assumed and asserted.

event eReq assume 1;
event eAck assert 1;

main machine Client assert 1 {
    var server: machine;

    start state Init {
        entry {
            server = new Server(this);
            send server, eReq;
            send server, eReq;
        }
        on eAck do { };
    }
}

machine Server assume 2 {
    var client: machine;

    start state Init {
        entry {
            client = payload as machine;
        }
        on eReq do {
            if (client != null) send client, eAck;
            client = null;
        };
    }
}

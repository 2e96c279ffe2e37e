// Listing 7: what a client of the channel needs to know of it. The machines
// are used while checking, the real ones when the program runs.

include "parts/channel.p"

model SenderAbs {
    start state Init {
        on SEND do {
            send payload.dst, RECV,
                (src=null, val=payload.val, seqNum=0);
        };
    }
}

model ReceiverAbs {
    var client: machine;

    start state Init {
        entry {
            client = payload as machine;
        }
        on RECV do {
            send client, DELIVER, payload.val;
        };
    }
}

main machine Host {
    var sender: machine;
    var receiver: machine;

    start state Init {
        entry {
            new SenderAbs for Sender;
            sender = new SenderAbs for Sender;
            receiver = new ReceiverAbs(this) for Receiver;
            send sender, SEND, (dst=receiver, val=null);
        }
        on DELIVER do {
            assert payload == null;
        };
    }
}

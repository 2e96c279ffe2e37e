// Listing 8: ten requests, each with a value chosen at random.

include "parts/channel_events.p"
include "parts/channel.p"
include "parts/channel_safety.p"

event Unit;

main model Test {
    var i: int;
    var sender: machine;
    var receiver: machine;

    start state Init {
        entry {
            sender = new Sender();
            receiver = new Receiver(this);
            new SendRecvSpec();
            i = 0;
            raise Unit;
        }
        on Unit goto SendReq;
    }

    state SendReq {
        entry {
            if (i == 10) return;
            i = i + 1;
            send sender, SEND, (dst=receiver, val=$);
            raise Unit;
        }
        on Unit goto SendReq;
        on DELIVER { };
    }
}

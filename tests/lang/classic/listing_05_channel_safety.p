// Listing 5: the channel's safety specification, told of a right delivery.

include "parts/channel_safety.p"

main model Test {
    start state Init {
        entry {
            new SendRecvSpec();
            monitor SendRecvSpec, M_SEND, (src=this, dst=this, val=1);
            monitor SendRecvSpec, M_SEND, (src=this, dst=this, val=2);
            monitor SendRecvSpec, M_DELIVER, (src=this, dst=this, val=1);
            monitor SendRecvSpec, M_DELIVER, (src=this, dst=this, val=2);
        }
    }
}

// Listing 4's machines: messages arrive once and in order, over a network that
// loses and doubles them.

include "channel_events.p"
include "channel_safety.p"

machine Sender {
    var seqNumMap: [machine, int];
    var dst: machine;
    var b: bool;

    start state Init {
        on SEND do SendHandler;
    }

    fun SendHandler() {
        dst = payload.dst;
        monitor SendRecvSpec, M_SEND,
            (src=this, dst=dst, val=payload.val);
        if !(dst in seqNumMap)
            seqNumMap[dst] = 0;
        seqNumMap[dst] = seqNumMap[dst] + 1;
        while (true) {
            b = DoRPC(payload.val, seqNumMap[dst]);
            if (b) break;
        }
    }

    model fun DoRPC(val: any, seqNum: int): bool {
        if ($$) return false;
        send dst, RECV, (src=this, val=val, seqNum=seqNum);
        return $$;
    }
}

machine Receiver {
    var client: machine;
    var seqNumMap: [machine, int];
    var src: machine;

    start state Init {
        entry {
            client = payload as machine;
        }
        on RECV do ReceiveHandler;
    }

    fun ReceiveHandler() {
        src = payload.src;
        // The comparison is the paper's.
        if (src in seqNumMap &&
            seqNumMap[src] <= payload.seqNum)
            return; // ignore duplicates
        seqNumMap[src] = payload.seqNum;
        send client, DELIVER, payload.val;
        monitor SendRecvSpec, M_DELIVER,
            (src=src, dst=this, val=payload.val);
    }
}

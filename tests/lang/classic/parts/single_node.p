// Listing 9's model: a replicated state machine as its clients see it, one node
// that never fails. L is the machine that carries out the operations.

include "replication_events.p"

model SingleNode<L> {
    var learner: machine;
    var commitid: int;
    var pending: seq[(client: machine, reqid: int, op: any)];

    start state Init {
        entry {
            if (learner == null) learner = new L();
            // respond to a prefix of the requests
            while ($ && 0 < sizeof(pending)) {
                // respond to the first request and remove it
                send learner, REQ, (client=this,
                    reqid=pending[0].reqid,
                    op=pending[0].op);
                push WaitForResponse;
                pending -= 0;
                commitid = commitid + 1;
            }
        }
        on REQ goto Init with {
            // put the request at some position, or lose it
            if ($) {
                pending += (Choose(),
                    (client=payload.client,
                     reqid=payload.reqid,
                     op=payload.op));
            }
        };
    }

    fun Choose(): int {
        var i: int;
        i = 0;
        while ($ && i < sizeof(pending)) {
            i = i + 1;
        }
        return i;
    }

    state WaitForResponse {
        on RESP do {
            send pending[0].client, RESP,
                (reqid=payload.reqid, val=payload.val,
                 commitid=commitid);
            pop;
        };
    }
}

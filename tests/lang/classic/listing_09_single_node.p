// Listing 9: a client of replication, checked with one node in the place of
// many.

include "parts/single_node.p"

machine Participant {
    start state Init {
        on REQ do {
            send payload.client, RESP,
                (reqid=payload.reqid, val=payload.op, commitid=0);
        };
    }
}

machine MultiPaxos<L> {
    var learner: machine;
    var client: machine;

    start state Init {
        entry {
            learner = new L();
        }
        on REQ do {
            client = payload.client;
            send learner, REQ, (client=this, reqid=payload.reqid, op=payload.op);
        };
        on RESP do {
            send client, RESP, payload;
        };
    }
}

main machine Coordinator {
    var node: machine;

    start state Init {
        entry {
            node = new SingleNode<Participant>() for MultiPaxos<Participant>();
            send node, REQ, (client=this, reqid=1, op=null);
            send node, REQ, (client=this, reqid=2, op=true);
        }
        on RESP do {
            assert payload.reqid == 1 || payload.reqid == 2;
        };
    }
}

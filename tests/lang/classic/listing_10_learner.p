// Listing 10: any learner, seen from replication: it answers.

include "parts/single_node.p"

model Learner {
    start state Init {
        on REQ do {
            send payload.client, RESP,
                (reqid=payload.reqid, val=null, commitid=0);
        };
    }
}

main model Test {
    var node: machine;

    start state Init {
        entry {
            node = new SingleNode<Learner>();
            send node, REQ, (client=this, reqid=7, op=$);
        }
        on RESP do {
            assert payload.reqid == 7 && payload.val == null;
        };
    }
}

// Listing 5's monitor: what is delivered was sent, in this order, once.

include "channel_events.p"

monitor SendRecvSpec {
    var pending: map[(src: machine, dst: machine), seq[any]];
    var key: (src: machine, dst: machine);

    start state Init {
        on M_SEND do {
            key = (src=payload.src, dst=payload.dst);
            if !(key in pending)
                pending[key] = default(seq[any]);
            pending[key] += (sizeof(pending[key]), payload.val);
        }
        on M_DELIVER do {
            key = (src=payload.src, dst=payload.dst);
            assert pending[key][0] == payload.val;
            pending[key] -= (0, payload.val);
        }
    }
}

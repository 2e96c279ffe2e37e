// Listing 6: a specification of what must happen in the end.

event UNIT;
event M_RECV: int;

monitor SendRecvSpecLiveness {
    var seqNum: int;

    start state SendDone {
        entry {
            seqNum = payload as int;
            raise UNIT;
        }
        on UNIT goto WaitForRecv;
    }

    hot state WaitForRecv {
        on M_RECV do {
            if (seqNum == payload)
                raise UNIT;
        };
        on UNIT goto RecvDone;
    }

    state RecvDone {
        ignore M_RECV;
    }
}

main model Test {
    var i: int;

    start state Init {
        entry {
            new SendRecvSpecLiveness(3);
            i = 0;
            while (i < 5) {
                i = i + 1;
                monitor SendRecvSpecLiveness, M_RECV, i;
            }
        }
    }
}

// Listing 2: a model function stands for a network that loses messages.

event RECV: (src: machine, val: any, seqNum: int);
event GO;

machine Sender {
    var dst: machine;
    var ok: bool;

    start state Init {
        entry {
            dst = payload as machine;
            raise GO;
        }
        on GO do Work;
    }

    fun Work() {
        ok = DoRPC(1, 0);
        if (ok)
            ok = DoRPC(true, 1);
    }

    model fun DoRPC(val: any, seqNum: int): bool {
        if ($) return false;
        send dst, RECV,
            (src=this, val=val, seqNum=seqNum);
        return $;
    }
}

main model Receiver {
    var sender: machine;

    start state Init {
        entry {
            sender = new Sender(this);
        }
        on RECV do {
            assert payload.src == sender;
        };
    }
}

// A network link in one direction: it may lose, duplicate and reorder packets.
//
// What is under way is a set. A packet that is sent again while it is still under way changes
// nothing, so the model has finitely many states however often a sender tries. The receiver
// takes one packet at a time: it gets the next one only after `eListen`. The sender learns
// when a packet has left, as from a network card.

event eTransmit: (sender: machine, packet: any);  // to the link
event eTransmitted;                                // to the sender: the packet has left
event eListen: machine;                            // to the link: I take the next packet
event eArrived: any;                              // to the receiver

interface Link() receives eTransmit, eListen;

// Loses, duplicates and reorders.
machine UnreliableLink
    receives eTransmit, eListen;
    sends eTransmitted, eArrived;
{
    var under_way: set[any];
    var receiver: machine;  // null: it does not listen now

    start state Working {
        on eTransmit do (t: (sender: machine, packet: any)) {
            if ($) { under_way += (t.packet); }
            send t.sender, eTransmitted;
            Deliver();
        }
        on eListen do (who: machine) {
            receiver = who;
            Deliver();
        }
    }

    fun Deliver() {
        var packet: any;

        if (receiver == null || sizeof(under_way) == 0) { return; }
        packet = choose(under_way);
        if ($) { under_way -= packet; }
        send receiver, eArrived, packet;
        receiver = null;
    }
}

// Holds one packet: the next one takes its place, and it may get lost; but not always.
// It keeps the order, so a sender that tries again and again gets through.
machine FairLink
    receives eTransmit, eListen;
    sends eTransmitted, eArrived;
{
    var packet: any;       // null: there is none
    var receiver: machine;  // null: it does not listen now

    start state Working {
        on eTransmit do (t: (sender: machine, packet: any)) {
            if ($$) { packet = t.packet; }
            send t.sender, eTransmitted;
            Deliver();
        }
        on eListen do (who: machine) {
            receiver = who;
            Deliver();
        }
    }

    fun Deliver() {
        if (receiver == null || packet == null) { return; }
        send receiver, eArrived, packet;
        packet = null;
        receiver = null;
    }
}

// A reliable channel over unreliable links: every message arrives once, in the order sent.
//
// The sender numbers messages, keeps them until they are acknowledged, and sends up to `window`
// of them ahead (go-back-n). When its timer fires it sends these again. The receiver takes
// the message that is next, drops all others, and tells the sender which number it expects.
//
// A host that wants to send creates a channel to the other host. That one receives the
// messages as events of its own, and does not see that a channel lies between.

param window: int;

type tMessage = (name: event, payload: any);

event eSend: tMessage;       // a host to its channel: the other host shall get this event
event eDelivered: tMessage;  // for specifications: the other host gets it

// new Channel(the other host). A host sends it eSend only; the other events come from below.
interface Channel(machine) receives eSend, eArrived, eTransmitted, eTimeOut;

type tPacket = (number: int, message: tMessage);
type tReceiverSetup = (host: machine, from_sender: machine, to_sender: machine);

machine ReliableChannel {
    var to_receiver, from_receiver, timer: machine;
    var waiting: seq[tMessage];  // not acknowledged; the first `window` of them are sent
    var first: int;              // the number of waiting[0]
    var leaving: int;            // packets given to the link that have not left yet

    start state Sending {
        entry (host: machine) {
            timer = new Timer(this);
            to_receiver = new Link();
            from_receiver = new Link();
            new ChannelReceiver((host = host, from_sender = to_receiver, to_sender = from_receiver));
            send from_receiver, eListen, this;
        }
        on eSend do (message: tMessage) {
            waiting += (sizeof(waiting), message);
            if (sizeof(waiting) <= window) { Transmit(sizeof(waiting) - 1); }
        }
        on eArrived do (expected: any) {
            Forget((expected as int) - first);
            send from_receiver, eListen, this;
        }
        on eTransmitted do {
            leaving = leaving - 1;
            if (leaving == 0 && sizeof(waiting) > 0) { send timer, eStartTimer, first; }
        }
        on eTimeOut do {
            var i: int;

            if (leaving > 0) { return; }  // the timer is started again when they have left
            while (i < window && i < sizeof(waiting)) {
                Transmit(i);
                i = i + 1;
            }
        }
    }

    // The first `count` messages have arrived, so as many others may be sent.
    fun Forget(count: int) {
        var i: int;

        if (count <= 0) { return; }  // an old acknowledgement
        while (i < count) {
            waiting -= 0;
            i = i + 1;
        }
        first = first + count;
        if (sizeof(waiting) == 0) { send timer, eCancelTimer; }
        i = window - count;
        while (i < window && i < sizeof(waiting)) {
            Transmit(i);
            i = i + 1;
        }
    }

    fun Transmit(i: int) {
        leaving = leaving + 1;
        send to_receiver, eTransmit,
            (sender = this, packet = (number = first + i, message = waiting[i]));
    }
}

machine ChannelReceiver {
    var setup: tReceiverSetup;
    var expected: int;

    start state Listening {
        entry (s: tReceiverSetup) {
            setup = s;
            send setup.from_sender, eListen, this;
        }
        on eArrived do (packet: any) {
            Take(packet as tPacket);
            send setup.to_sender, eTransmit, (sender = this, packet = expected);
        }
        // The next packet is taken when the acknowledgement has left.
        on eTransmitted do { send setup.from_sender, eListen, this; }
    }

    fun Take(packet: tPacket) {
        if (packet.number < expected) { return; }  // a copy
        if (packet.number > expected && !bug_channel_gap) { return; }  // one is missing
        expected = packet.number + 1;
        announce eDelivered, packet.message;
        send setup.host, packet.message.name, packet.message.payload;
    }
}

module reliable_channel = { ReliableChannel -> Channel, ChannelReceiver, Timer };

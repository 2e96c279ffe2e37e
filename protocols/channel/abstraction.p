// The channel as its users see it: P's own queues, which are reliable and keep the order.
//
// A protocol that is tested over this channel needs neither links, numbers nor timers.

machine DirectChannel {
    var receiver: machine;

    start state Sending {
        entry (host: machine) { receiver = host; }
        on eSend do (message: tMessage) {
            announce eDelivered, message;
            send receiver, message.name, message.payload;
        }
    }
}

module direct_channel = { DirectChannel -> Channel };

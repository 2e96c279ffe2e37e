// Listing 4: a reliable channel, and a host that sends itself one message.

include "parts/channel.p"

main model Host {
    var sender: machine;
    var receiver: machine;

    start state Init {
        entry {
            sender = new Sender();
            receiver = new Receiver(this);
            send sender, SEND, (dst=receiver, val=1);
        }
        on DELIVER do {
            assert payload == 1;
        };
    }
}

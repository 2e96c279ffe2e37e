// One host sends numbers to another, over a channel.

param messages: int;

event eNumber: int;

machine Source {
    start state Sending {
        entry {
            var channel: machine;
            var i: int;

            channel = new Channel(new Sink());
            while (i < messages) {
                i = i + 1;
                send channel, eSend, (name = eNumber, payload = i);
            }
        }
    }
}

machine Sink {
    var last: int;

    start state Receiving {
        on eNumber do (number: int) {
            assert number == last + 1, "a number is missing";
            last = number;
        }
    }
}

module hosts = { Source, Sink };
module over_unreliable_links = union hosts, reliable_channel, { UnreliableLink -> Link };
module over_fair_links = union hosts, reliable_channel, { FairLink -> Link };

test param (messages in [2], window in [1]) tcInOrder [main = Source]:
    assert InOrder in over_unreliable_links;
test param (messages in [3, 5], window in [2]) tcInOrderAhead [main = Source]:
    assert InOrder in over_unreliable_links;
test param (messages in [3], window in [1]) tcArrives [main = Source]:
    assert EverythingArrives in over_fair_links;
test param (messages in [5]) tcDirect [main = Source]:
    assert InOrder, EverythingArrives in union hosts, direct_channel;

test param (messages in [3], window in [2], bug_channel_gap in [true]) tcBugGap [main = Source]:
    assert InOrder in over_unreliable_links;

// The channel, as it runs: over links that lose packets. It ends when all have arrived.

test param (messages in [300], window in [8]) channel [main = Source]:
    assert InOrder, EverythingArrives in over_unreliable_links;

test param (messages in [300], window in [8], bug_channel_gap in [true]) channel_with_gap [main = Source]:
    assert InOrder, EverythingArrives in over_unreliable_links;

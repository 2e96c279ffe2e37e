// A spec that must leave its hot state; raise and goto are allowed.

event eRequest;
event eResponse;
event eSelf;

spec Progress observes eRequest, eResponse {
    var open: int;

    start cold state Idle {
        on eRequest do { open = open + 1; goto Waiting; }
        ignore eResponse;
    }

    hot state Waiting {
        on eRequest do { open = open + 1; }
        on eResponse do {
            open = open - 1;
            if (open == 0) { raise eSelf; }
        }
        on eSelf goto Idle with { print "quiet"; }
    }
}

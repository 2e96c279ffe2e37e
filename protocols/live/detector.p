// The failure detector, as it runs: by a real clock. It ends when only one node is left.

test param (nodes in [4], listeners in [2], failures in [3]) detector [main = Driver]:
    assert Accuracy, Completeness in system;

// Nodes, a master, and time that passes.

module system = union timesync, { World, SlowMessage };

test param (nodes in [1], period in [3], limit in [1], validity in [6], drift in [3], time in [8]) tcOneNode [main = World]:
    assert NearMaster in system;
test param (nodes in [2], period in [3], limit in [1], validity in [6], drift in [3], time in [5]) tcTwoNodes [main = World]:
    assert NearMaster in system;
test param (nodes in [3], period in [3], limit in [1], validity in [6], drift in [3], time in [15]) tcLarge [main = World]:
    assert NearMaster in system;
test param (nodes in [1, 2], period in [3], limit in [1], validity in [6], drift in [3], time in [4],
            quick in [true])
    tcSynchronises [main = World]: assert Synchronises in system;

test param (nodes in [1], period in [3], limit in [1], validity in [6], drift in [3], time in [15],
            bug_timesync_any_answer in [true])
    tcBugAnyAnswer [main = World]: assert NearMaster in system;
test param (nodes in [1], period in [3], limit in [1], validity in [6], drift in [3], time in [25],
            bug_timesync_late_is_valid in [true])
    tcBugLateIsValid [main = World]: assert NearMaster in system;

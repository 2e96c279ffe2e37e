// Transactions over chains, as they run: `services/run` starts them.

module live = union chain, front;

test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32])
    commit2 [main = Service]: live;
test param (partitions in [2], replicas in [3], part in [100], units_of_message in [32])
    commit3 [main = Service]: live;

// With seeded bugs, for campaigns.
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_applies_early in [true])
    applies_early [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_notes_nothing in [true])
    notes_nothing [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_obeys_old in [true])
    obeys_old [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_forgets_decisions in [true])
    forgets_decisions [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_tries_again in [true])
    tries_again [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_holds_nothing in [true])
    holds_nothing [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_front_sends_once in [true])
    front_sends_once [main = Service]: live;

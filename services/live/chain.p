// The table over a chain, as it runs: `services/run` starts it.

machine Service {
    start state Init {
        entry { NewGateways(NewGroup()); }
    }
}

module service = union chain, { Service, Outside, Gateway };

test param (doors in [1, 2], replicas in [2], part in [100]) chain2 [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100]) chain3 [main = Service]: service;

// With seeded bugs, for campaigns.
test param (doors in [1, 2], replicas in [3], part in [100], bug_answers_early in [true]) answers_early [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_sends_nothing_again in [true]) sends_nothing_again [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_keeps_nothing in [true]) keeps_nothing [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_silent_join in [true]) silent_join [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_loses_entry in [true]) loses_entry [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_joins_without_numbers in [true]) joins_without_numbers [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_joins_as_head in [true]) joins_as_head [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_sends_once in [true]) sends_once [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_cas_of_nothing in [true]) cas_of_nothing [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_head_trusts in [true]) head_trusts [main = Service]: service;
test param (doors in [1, 2], replicas in [3], part in [100], bug_reads_alone in [true]) reads_alone [main = Service]: service;

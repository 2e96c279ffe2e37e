// The table over Multi-Paxos, as it runs: `services/run` starts it.

machine Service {
    start state Init {
        entry { NewGateways(NewGroup()); }
    }
}

module service = union paxos, { Service, Outside, Gateway };

test param (doors in [1, 2], replicas in [3], part in [100], window in [4], merged in [50], kept in [1000], patience in [10])
    paxos3 [main = Service]: service;
test param (doors in [1, 2], replicas in [5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10])
    paxos5 [main = Service]: service;

// With seeded bugs, for campaigns.
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_reads_locally in [true])
    reads_locally [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_accepts_anything in [true])
    accepts_anything [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_forgets_votes in [true])
    forgets_votes [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_executes_again in [true])
    executes_again [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_answers_alone in [true])
    answers_alone [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_votes_without_memory in [true])
    votes_without_memory [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_changes_at_once in [true])
    changes_at_once [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_joins_without_numbers in [true])
    joins_without_numbers [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_sends_once in [true])
    sends_once [main = Service]: service;
test param (doors in [1, 2], replicas in [3, 5], part in [100], window in [4], merged in [50], kept in [1000], patience in [10],
            bug_cas_of_nothing in [true])
    cas_of_nothing [main = Service]: service;

// Transactions over Multi-Paxos groups, as they run: `services/run` starts them.

module live = union paxos, front;

test param (partitions in [2], replicas in [3], part in [100], units_of_message in [32], window in [4], merged in [32],
            kept in [1000], patience in [10])
    commit3 [main = Service]: live;
test param (partitions in [2], replicas in [5], part in [100], units_of_message in [32], window in [4], merged in [32],
            kept in [1000], patience in [10])
    commit5 [main = Service]: live;

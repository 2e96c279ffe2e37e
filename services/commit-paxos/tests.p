// Transactions over Multi-Paxos groups: for `plait check --network fifo --crashes 1`.

module whole = union transactions, paxos, { Gateway, Keeper };

test param (partitions in [1], replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            units_of_message in [32], coordinators in [1], desks in [1], requests in [1])
    tcOneGroup [main = Driver]: assert StrictlySerializable, OneAnswer, OneLog, OncePerReplica, Promises in whole;
test param (partitions in [2], replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            units_of_message in [32], coordinators in [1], desks in [1], requests in [1])
    tcTwoGroups [main = Driver]: assert StrictlySerializable, OneAnswer, OneLog, OncePerReplica, Promises in whole;
test param (partitions in [2], replicas in [3], part in [1], window in [2], merged in [32], kept in [10], patience in [2],
            units_of_message in [32], coordinators in [2], desks in [1], requests in [2])
    tcThreeReplicas [main = Driver]: assert StrictlySerializable, OneAnswer, OneLog, OncePerReplica, Promises in whole;
test param (partitions in [2], replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            units_of_message in [32], coordinators in [1], desks in [1], requests in [2], joins in [1], ticks in [1])
    tcGroupJoin [main = Driver]: assert StrictlySerializable, OneAnswer, OneLog, OncePerReplica, Promises in whole;
test param (partitions in [2], replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            units_of_message in [32], coordinators in [1], desks in [1], requests in [1])
    tcGroupAnswers [main = Driver]: assert EveryAnswer in whole;

// Seeded bugs below, of Multi-Paxos, and above, of the transactions.
test param (partitions in [2], replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            units_of_message in [32], coordinators in [1], desks in [1], requests in [2], bug_answers_alone in [true])
    tcBugGroupAnswersAlone [main = Driver]: assert StrictlySerializable, OneAnswer in whole;
test param (partitions in [2], replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            units_of_message in [32], coordinators in [1], desks in [2], requests in [2], bug_holds_nothing in [true])
    tcBugGroupHoldsNothing [main = Driver]: assert StrictlySerializable, OneAnswer in whole;

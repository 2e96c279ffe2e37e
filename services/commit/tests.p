// Transactions over abstract partitions and over chains: for `plait check --network fifo --crashes 1`.

module abstract = union transactions, { Keeper, Relay -> Gateway, Introducer, Master, Replica };
module whole = union transactions, chain, { Gateway, Keeper };

// Over partitions that do not fail.
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2])
    tcTransactions [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [2], desks in [1], requests in [1])
    tcTakeover [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [2], desks in [1], requests in [2])
    tcTakeoverTwo [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [2], requests in [1])
    tcClients [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [2], desks in [1], requests in [1])
    tcAnswers [main = Driver]: assert EveryAnswer in abstract;

// Over chains.
test param (partitions in [2], replicas in [2], part in [1], units_of_message in [32], coordinators in [1], desks in [1], requests in [2])
    tcWhole [main = Driver]: assert StrictlySerializable, OneAnswer in whole;
test param (partitions in [2], replicas in [1], joins in [1], part in [1], units_of_message in [32], coordinators in [1], desks in [1], requests in [2])
    tcWholeJoin [main = Driver]: assert StrictlySerializable, OneAnswer in whole;

// Seeded bugs.
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], bug_applies_early in [true])
    tcBugAppliesEarly [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], plan in [1], bug_notes_nothing in [true])
    tcBugNotesNothing [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], bug_forgets_decisions in [true])
    tcBugForgetsDecisions [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], plan in [2], bug_tries_again in [true])
    tcBugTriesAgain [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [2], requests in [2], bug_holds_nothing in [true])
    tcBugHoldsNothing [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [1], bug_front_sends_once in [true])
    tcBugFrontSendsOnce [main = Driver]: assert EveryAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], bug_obeys_old in [true])
    tcBugObeysOld [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;

// Clients of the table over Multi-Paxos, and replicas that crash: for `plait check --network fifo --crashes 1`.

param desks: int;  // gateways, each with its clients
param joins: int;  // replicas that come later, to the last places

machine Driver {
    start state Init {
        entry {
            var registry: machine;
            var i: int;

            registry = new Registry();
            while (i < desks) {
                new Desk((master = registry, number = i));
                i = i + 1;
            }
            i = 0;
            while (i < joins) {
                new Replica((registry = registry, place = replicas - i));
                i = i + 1;
            }
        }
    }
}

module table = union paxos, { Driver, Desk, Client, Gateway };

test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1])
    tcTwo [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2])
    tcTwoTwice [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1])
    tcThree [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2])
    tcThreeTwice [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [2], requests in [2])
    tcTwoClients [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1], joins in [1], ticks in [1])
    tcJoin [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], joins in [1], ticks in [1])
    tcJoinThree [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [1], patience in [2],
            desks in [1], clients in [1], requests in [3])
    tcShortLog [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1], ticks in [1])
    tcTicks [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [1], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [2], requests in [2])
    tcAnswersAlone [main = Driver]: assert EveryAnswer, Linearizable, OneAnswer, OneLog in table;
test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1])
    tcAnswers [main = Driver]: assert EveryAnswer in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1])
    tcAnswersThree [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1], joins in [1], ticks in [1])
    tcAnswersJoin [main = Driver]: assert EveryAnswer in table;

// Seeded bugs.
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], bug_reads_locally in [true])
    tcBugReadsLocally [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1], bug_accepts_anything in [true])
    tcBugAcceptsAnything [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], bug_forgets_votes in [true])
    tcBugForgetsVotes [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1], bug_executes_again in [true])
    tcBugExecutesAgain [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], bug_answers_alone in [true])
    tcBugAnswersAlone [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], joins in [1], ticks in [1], bug_votes_without_memory in [true])
    tcBugVotesWithoutMemory [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], joins in [1], ticks in [1], bug_changes_at_once in [true])
    tcBugChangesAtOnce [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], joins in [1], ticks in [1], bug_joins_without_numbers in [true])
    tcBugJoinsWithoutNumbers [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;
test param (replicas in [3], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [1], bug_sends_once in [true])
    tcBugSendsOnce [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2],
            desks in [1], clients in [1], requests in [2], bug_cas_of_nothing in [true])
    tcBugCasOfNothing [main = Driver]: assert Linearizable, OneAnswer, OneLog, OncePerReplica, Promises in table;

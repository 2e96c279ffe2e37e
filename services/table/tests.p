// Clients of the table, and replicas that crash: for `plait check --network fifo --crashes 1`.

param joins: int;    // replicas that come later
param readers: int;  // clients with a gateway of their own

machine Reader {
    start state Init {
        entry (setup: (number: int, master: machine)) {
            new Client((number = setup.number, gateway = new Gateway(setup.master)));
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var master: machine;
            var i: int;

            master = new Master(null);
            new Desk((master = master, number = 0));
            while (i < readers) {
                i = i + 1;
                new Reader((number = clients + i, master = master));
            }
            i = 0;
            while (i < replicas + joins) {
                i = i + 1;
                new Replica((master = master, place = i, introducer = null));
            }
        }
    }
}

// A master that is taken for dead, rightly or not, is followed by another one.
machine Spare {
    var introducer, master: machine;

    start state Watching {
        entry (s: (introducer: machine, master: machine)) {
            introducer = s.introducer;
            master = s.master;
        }
        on eSuspect do (suspect: machine) {
            if (suspect == master) { master = new Master(introducer); }
        }
    }
}

machine DriverWithSpare {
    start state Init {
        entry {
            var introducer, master: machine;
            var i: int;

            introducer = new Introducer();
            master = new Master(introducer);
            new Spare((introducer = introducer, master = master));
            new Desk((master = introducer, number = 0));
            while (i < replicas) {
                i = i + 1;
                new Replica((master = null, place = i, introducer = introducer));
            }
        }
    }
}

module table = union chain, { Driver, Desk, Reader, Client, Gateway };
module taken_up = union table, { DriverWithSpare, Spare };

test param (replicas in [2], part in [1], clients in [1], requests in [2])
    tcChainTwo [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [2], part in [1], clients in [2], requests in [2])
    tcChainTwoClients [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [3], part in [1], clients in [1], requests in [2])
    tcChainThree [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [2], part in [1], clients in [1], requests in [2], joins in [1])
    tcChainJoin [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [2], part in [1], clients in [1], requests in [1], joins in [1])
    tcAnswers [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [1])
    tcAnswersTwo [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2, 3], part in [1])
    tcFullAgain [main = Driver]: assert FullAgain in table;

// With check-master.json: the master has a container of its own.
test param (replicas in [1, 2], part in [1], clients in [1], requests in [2])
    tcTakeUp [main = DriverWithSpare]: assert Linearizable, OneAnswer in taken_up;
test param (replicas in [1, 2], part in [1], clients in [1], requests in [2])
    tcTakeUpAnswers [main = DriverWithSpare]: assert AnswersGoOn in taken_up;

// Seeded bugs.
test param (replicas in [3], part in [1], clients in [1], requests in [2], bug_answers_early in [true])
    tcBugAnswersEarly [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [3], part in [1], clients in [1], requests in [2], bug_keeps_nothing in [true])
    tcBugKeepsNothing [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [3], part in [1], clients in [1], requests in [1], bug_sends_nothing_again in [true])
    tcBugSendsNothingAgain [main = Driver]: assert EveryAnswer in table;
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_joins_as_head in [true])
    tcBugJoinsAsHead [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_loses_entry in [true])
    tcBugLosesEntry [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_joins_without_numbers in [true])
    tcBugJoinsWithoutNumbers [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [2], part in [1], clients in [1], requests in [2], bug_cas_of_nothing in [true])
    tcBugCasOfNothing [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [1], part in [1], clients in [1], requests in [1], joins in [1], bug_silent_join in [true])
    tcBugSilentJoin [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [1], bug_sends_once in [true])
    tcBugSendsOnce [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], clients in [1], readers in [1], requests in [2], bug_reads_alone in [true])
    tcBugReadsAlone [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;
test param (replicas in [2], part in [1], clients in [1], requests in [2], bug_head_trusts in [true])
    tcBugHeadTrusts [main = Driver]: assert Linearizable, OneAnswer, OneHistory, SameInView in table;

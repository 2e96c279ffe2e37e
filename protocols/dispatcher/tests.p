// Clients that ask one request after the other, and get back what they asked.

param clients: int;
param requests: int;  // of each client
param queries: bool;   // each client asks for the number of requests, at the end

machine Client {
    var number, last: int;
    var service: machine;

    start state Init {
        entry (c: (number: int, service: machine)) {
            number = c.number;
            service = c.service;
            goto Asking;
        }
    }

    state Asking {
        entry {
            last = last + 1;
            announce eAsked, (id = Id(), operation = Id());
            send service, eRequest, (client = this, id = Id(), operation = Id());
        }
        on eResponse do (response: tResponse) {
            announce eAnswered, response;
            assert response.id == Id(), "this is the answer to another request";
            assert !executing || response.result == Id(), "this is the result of another request";
            if (last < requests) { goto Asking; }
            if (queries) { goto Querying; }
            goto Done;
        }
    }

    state Querying {
        entry { send service, eQuery, (client = this, id = Id()); }
        on eAnswer do (answer: (id: int, version: int)) {
            assert answer.version >= requests, "the answer is old";
            goto Done;
        }
        on eResponse do (response: tResponse) { announce eAnswered, response; }
    }

    state Done {
        on eResponse do (response: tResponse) { announce eAnswered, response; }
    }

    fun Id(): int {
        return 10 * number + last;
    }
}

machine Driver {
    start state Init {
        entry {
            var service: machine;
            var i: int;

            service = new Service();
            while (i < clients) {
                i = i + 1;
                new Client((number = i, service = service));
            }
            raise halt;
        }
    }
}

module users = { Driver, Client, Echo -> Learner };
module over_moving = union users, { Dispatcher -> Service }, moving_group;
module over_chain = union users, { Dispatcher -> Service }, chain_group;
module over_log = union users, { Dispatcher -> Service, CrashInjector }, log_group;

test param (clients in [1], requests in [2], queries in [true], moves in [1], executing in [true])
    tcThreeNodes [main = Driver]: assert OneAnswer in over_moving;
test param (clients in [2], requests in [2], queries in [true], moves in [2])
    tcLarge [main = Driver]: assert OneAnswer in over_moving;
test param (clients in [1, 2], requests in [2], moves in [1])
    tcAnswers [main = Driver]: assert EveryAnswer in over_moving;
test param (clients in [2], requests in [2], executing in [true])
    tcAbstraction [main = Driver]: assert OneAnswer, EveryAnswer in union users, { SingleNode -> Service };

// The same with replication protocols beneath, in place of the node that moves.
test param (clients in [2], requests in [1], moves in [1], executing in [true])
    tcMoving [main = Driver]: assert OneAnswer in over_moving;
test param (clients in [2], requests in [1], replicas in [3], stops in [1], executing in [true])
    tcChain [main = Driver]: assert OneAnswer in over_chain;
test param (clients in [2], requests in [1], leaders in [1], acceptors in [3], elections in [1], executing in [true])
    tcLog [main = Driver]: assert OneAnswer in over_log;

test param (clients in [1], requests in [2], moves in [2], bug_dispatcher_old_view in [true])
    tcBugOldView [main = Driver]: assert EveryAnswer in over_moving;
test param (clients in [1], requests in [2], moves in [2], bug_dispatcher_answers_again in [true])
    tcBugAnswersAgain [main = Driver]: assert OneAnswer in over_moving;

test param (clients in [1], requests in [2], replicas in [3], stops in [1], executing in [true], bug_dispatcher_answers_again in [true])
    tcBugOverChain [main = Driver]: assert OneAnswer in over_chain;

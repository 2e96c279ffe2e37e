// A replicated service, as its users and its parts see it. Chain replication and Multi-Paxos are
// two implementations, `SingleNode` is their common abstraction.
//
// A service executes operations one after the other, each once. What an operation does is
// the matter of a learner: a deterministic machine, which each replica has for itself. All learners
// execute the same operations in the same order, so they give the same results.

type tRequest = (client: machine, id: int, operation: any);  // no two requests have the same id
type tResponse = (id: int, number: int, result: any);        // number: its place in the order
type tView = (version: int, head: machine, tail: machine);   // who takes requests, who answers queries

event eRequest: tRequest;    // client to the service
event eResponse: tResponse;  // the service to the client; perhaps more than once
event eQuery: (client: machine, id: int);      // client to the service: it changes nothing
event eAnswer: (id: int, version: int);        // to the client: the number of the last request

event eView: tView;          // the service to its clients: send your request again, to this head

event eExecute: (replica: machine, operation: any);  // replica to its learner
event eResult: any;                                  // its answer

interface Learner() receives eExecute;
// A client of a service sends it eRequest; the other events come from below.
interface Service() receives eRequest, eResponse, eView, eResult, eQuery, eAnswer;
interface Group(set[machine]) receives halt;  // creates the replicas of a service for these clients, and ends

param executing: bool;  // replicas have learners; without, they agree on the order only

fun NewLearner(): machine {
    if (executing) { return new Learner(); }
    return null;
}

// A replica executes an operation. Without a learner the result is null.
fun Execute(learner: machine, replica: machine, operation: any): any {
    var result: any;

    if (learner == null) { return null; }
    send learner, eExecute, (replica = replica, operation = operation);
    receive {
        case eResult: (r: any) { result = r; }
    }
    return result;
}

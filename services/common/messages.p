// What the parts of a service send each other.

// A client to its gateway, and back. No two requests of a client have the same id.
event eRequests: (client: machine, id: int, operations: seq[tOperation]);
// Replies without results: all replicas are gone, and it is not known what became of the request.
event eReplies: (id: int, results: seq[tReply]);

// A gateway to the replica that takes updates in this view, and the results back, perhaps more than once.
event eUpdate: (version: int, update: tUpdate);
event eResults: (number: int, results: seq[tReply]);

// A new gateway to the master.
event eGateway: machine;

// The master to replicas and gateways: who is in the chain from now on, head first. The first replica of
// all begins with an empty store.
type tChain = (version: int, replicas: seq[machine], is_first: bool);
event eChain: tChain;

// A container has failed, or seems to: the runtime sends this.
event eSuspect: machine;

// What a client got, as the specifications of protocols/ see it.
type tResponse = (id: int, number: int, result: any);

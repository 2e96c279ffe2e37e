// What clients, the coordinator and participants send each other.

// A transaction changes one account at each participant that takes part.
type tChange = (account: int, amount: int);
type tTransaction = (id: int, client: machine, changes: map[machine, tChange]);

type tPrepare = (id: int, change: tChange);
type tVote = (id: int, participant: machine, yes: bool);
type tDecision = (id: int, committed: bool);
type tReply = (id: int, participant: machine);

event eTransaction: tTransaction;  // client to coordinator
event eOutcome: tDecision;         // coordinator to client; again after a crash
event ePrepare: tPrepare;          // coordinator to participant: can you make this change?
event eVote: tVote;                // participant to coordinator
event eDecision: tDecision;        // coordinator to participant; again after a crash
event eConfirmed: tReply;          // participant to coordinator: it is carried out
event eInquiry: tReply;              // participant to coordinator: what became of it?

// For specifications.
event ePrepared: (id: int, participant: machine, account: int);
event eDecided: tDecision;   // it is written to the coordinator's log
event eChanged: tReply;      // the change is made
event eRolledBack: tReply;   // the change is given up

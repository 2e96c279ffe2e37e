// What the parts of the transactions send each other.

// `is_strict`: a CAS that does not find the expected value refuses all of it.
type tTransaction = (is_strict: bool, actions: seq[tAction]);

// What became of it: YES with the results, NO: it was refused and changed nothing, GONE: it is not known.
type tOutcome = (verdict: tVerdict, results: seq[tResult]);

// A client to its front, and back. No two requests of a client have the same id.
event eTransactions: (client: machine, id: int, list: seq[tTransaction]);
event eOutcomes: (id: int, list: seq[tOutcome]);

// A front to the coordinator. `done`: it has the outcomes of all its transactions up to here. `is_again`: it sent them to
// another coordinator before.
type tNumbered = (number: int, transaction: tTransaction);
event eCoordinate: (front: machine, done: int, is_again: bool, list: seq[tNumbered]);
// And back.
type tAnswer = (number: int, verdict: tVerdict, results: tResults);
event eAnswers: (generation: int, list: seq[tAnswer]);

// Fronts and coordinators to the directory. Of two coordinators at one place only the later one lives.
event eFront: machine;
event eCandidate: (coordinator: machine, place: int);
// The directory to fronts, and to coordinators: you are it; you are not any more, or do not become it.
event eCoordinator: (generation: int, coordinator: machine);
event eAppointed: int;  // the generation
event eDeposed;

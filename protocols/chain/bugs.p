// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A new tail does not answer the updates that its old successor may not have answered.
param bug_chain_silent_tail: bool;

// A replica sends each update again once: to the first new successor, not to the next one.
param bug_chain_sends_again_once: bool;

// A replica with a new successor sends all that is not acknowledged, whatever this one has.
param bug_chain_sends_too_much: bool;

// A replica with a new predecessor says what is acknowledged, not what it has.
param bug_chain_says_acknowledged: bool;

// A head answers an update that it has already, also if not all others have it.
param bug_chain_answers_early: bool;

// A replica acknowledges an update when it has forwarded it.
param bug_chain_acknowledges_early: bool;

// A replica that becomes the head takes all that it has for acknowledged.
param bug_chain_head_trusts: bool;

// The master connects a replica that has answered with the predecessor that it has by now.
param bug_chain_connects_again: bool;

// A replica takes a new successor whose last number ends with seven zero bits for an empty one.
param bug_chain_low_bits: bool;

// The master waits for the answer of a successor, and looks at other failures later.
param bug_chain_master_waits: bool;

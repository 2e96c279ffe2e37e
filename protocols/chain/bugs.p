// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A new tail does not answer the updates that its old successor may not have answered.
param bug_chain_silent_tail: bool;

// A replica with a new successor sends it only updates that come later.
param bug_chain_sends_nothing_again: bool;

// A replica with a new successor sends all that is not acknowledged, whatever this one has.
param bug_chain_sends_too_much: bool;

// A replica with a new predecessor says what is acknowledged, not what it has.
param bug_chain_says_acknowledged: bool;

// A head answers an update that it has already, also if not all others have it.
param bug_chain_answers_early: bool;

// A replica acknowledges an update when it has forwarded it.
param bug_chain_acknowledges_early: bool;

// The master waits for the answer of a successor, and looks at other failures later.
param bug_chain_master_waits: bool;

// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A site remembers the changes that it has refused, and unlocks their accounts at the end.
param bug_tms_unlocks: bool;

// A site writes the number of a step to stable storage only when the step is done.
param bug_tms_late_number: bool;

// A site that recovers for the second time gives up what is still prepared, if another transaction was decided meanwhile.
param bug_tms_gives_up: bool;

// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A site remembers the changes that it has refused, and unlocks their accounts at the end.
param bug_tms_unlocks: bool;

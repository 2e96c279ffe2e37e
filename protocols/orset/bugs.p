// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A replica does not look whether the tag of an addition was removed already.
param bug_orset_no_memory: bool;

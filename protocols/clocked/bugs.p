// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A process waits as long as another one may need to write, not longer.
param bug_clocked_waits_too_little: bool;

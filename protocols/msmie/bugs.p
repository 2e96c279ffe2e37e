// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A reader that leaves counts down before it takes the semaphore.
param bug_msmie_unlocked: bool;

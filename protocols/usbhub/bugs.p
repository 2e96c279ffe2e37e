// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A port that withdraws gives address 0 back, also if it did not have it.
param bug_usbhub_withdraws: bool;

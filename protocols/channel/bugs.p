// Seeded bugs: ../BUGS.md describes them, a test switches one on.

param bug_channel_gap: bool;  // the receiver takes any newer packet, also if one before it is missing

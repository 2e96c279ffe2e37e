// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// During an alarm the commander is not asked for its height: it waits for the other lifts, so it has "stopped".
param bug_lift_ignores_commander: bool;

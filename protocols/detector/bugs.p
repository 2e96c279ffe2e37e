// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// The detector reports a node before its host has confirmed that it is off.
param bug_detector_reports_early: bool;

// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// The planner looks at the car that reports, not at the number of the assignment.
param bug_planning_by_car: bool;

// A car travels to the nearest call.
param bug_planning_nearest: bool;

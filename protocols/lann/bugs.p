// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A station takes the news of a loss for old only if they are one round late.
param bug_lann_one_round: bool;

// A station with clients that wait keeps the token.
param bug_lann_greedy: bool;

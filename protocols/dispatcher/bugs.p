// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// The dispatcher takes every view that arrives, also an old one.
param bug_dispatcher_old_view: bool;

// The dispatcher does not forget a request that is answered.
param bug_dispatcher_answers_again: bool;

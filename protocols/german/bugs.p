// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A cache that asks for an upgrade gets no data, also if its copy was invalidated meanwhile.
param bug_german_upgrade: bool;

// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A bus reset does not stop a node's waiting time.
param bug_tree_old_timer: bool;

// Two nodes that wait for random times may wait equally long each time.
param bug_tree_poor_numbers: bool;

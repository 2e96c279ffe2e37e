// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// The hash table answers PUT with the new value, not with the one before.
param bug_datastore_new_value: bool;

// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A door that asks for permission opens when the cabin arrives, without waiting for the answer.
param bug_door_opens_at_once: bool;

// A door does not count how often it has opened again.
param bug_door_no_patience: bool;

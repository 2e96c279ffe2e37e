// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A request that is cancelled while the driver waits for the last transfer stays among the parked ones.
param bug_osr_stays_parked: bool;

// When the driver stops, a transfer that takes too long ends at once, not when the device has answered.
param bug_osr_ends_at_once: bool;

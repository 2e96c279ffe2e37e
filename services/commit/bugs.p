// Seeded bugs: docs/services.md describes them, a test switches one on.

// A partition makes the changes when it prepares them.
param bug_applies_early: bool;

// A partition does not write down that a transaction was committed.
param bug_notes_nothing: bool;

// A partition obeys coordinators that are replaced.
param bug_obeys_old: bool;

// A new coordinator gives up what is in doubt, and asks nobody.
param bug_forgets_decisions: bool;

// A coordinator does not ask whether a transaction that is sent again was committed.
param bug_tries_again: bool;

// A coordinator does not let a transaction wait for another one with the same keys.
param bug_holds_nothing: bool;

// A front does not send transactions again to another coordinator.
param bug_front_sends_once: bool;

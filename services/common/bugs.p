// Seeded bugs of the parts that services share: docs/services.md describes them, a test switches one on.

// A gateway does not send updates again when the view has changed.
param bug_sends_once: bool;

// CAS sets a key that is not there.
param bug_cas_of_nothing: bool;

// A seeded bug: docs/services.md describes it, a test switches it on.

// A replica that joins does not know the last item of a list.
param bug_joins_without_last: bool;

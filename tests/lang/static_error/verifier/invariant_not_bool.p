// An invariant holds or does not.

invariant counted: 1 + 1; // error: E0418

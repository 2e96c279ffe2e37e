// Two invariants of one name.

invariant holds: true;
invariant holds: true; // error: E0201

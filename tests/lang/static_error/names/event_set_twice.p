// Two event sets of one name.

event eTick;

eventset Ticks = { eTick };
eventset Ticks = { eTick }; // error: E0201

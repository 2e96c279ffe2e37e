// Two events of one name.

event eTick;
event eTick: int; // error: E0201

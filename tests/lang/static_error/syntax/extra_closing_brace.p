// One brace too many between two declarations.

event eTick;
} // error: E0101
event eTock;

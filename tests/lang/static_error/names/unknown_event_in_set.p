// An event set of unknown events.

event eTick;

eventset Ticks = { eTick, eTock }; // error: E0203

// An event needs a name.

event ; // error: E0101
event eTick;

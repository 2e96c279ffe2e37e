// A machine is an interface of its own name.

event eTick;

machine Clock {
    start state Init { ignore eTick; }
}

interface Clock() receives eTick; // error: E0201

// The file that comes later is to blame.

event eTick; // error: E0201

machine Other {
    start state Init { ignore eTick; }
}
